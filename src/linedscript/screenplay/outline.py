"""A scene without its text: what a release holds of it."""

from linedscript.records.scene import Scene, SceneOutline


def outline(scene: Scene) -> SceneOutline:
    return SceneOutline(
        id=scene.id,
        film=scene.film,
        index=scene.index,
        heading=scene.heading,
        sha256=scene.sha256,
        chars=len(scene.text),
        words=scene.words,
        segments=scene.segments,
        elements=scene.elements,
    )
