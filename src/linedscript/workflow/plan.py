"""What a build is made of: params, the films of the index, each film's files, and what each rule depends on.

The Snakefile asks a ``Plan``; everything that can be tested is here. Nothing is written.
"""

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import digest, id_key
from linedscript.io.files import sha256
from linedscript.records.identity import MapManifest
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.params import Params
from linedscript.records.source import Film
from linedscript.workflow.fingerprint import fingerprint

ENGINES = ("replay", "openai", "vllm")
"""How a model's answers are reached. The ``rules`` annotators ignore it."""
_REACH = ("engine", "address", "key_variable", "concurrency", "timeout", "tries")
"""What ``--config`` takes: facts of the machine. Each goes to the jobs as a variable of their environment."""
_SERVERS = ("tensor_parallel", "vllm", "vllm_options", "start_timeout")
"""What it takes besides: how ``engine=vllm`` starts its servers. The jobs don't see it."""
AUDITS = "manifests/audits"
JUDGED_BY = {"checks": ("verdicts", "wordings")}
"""Layers whose judge has prompts of its own."""
INDEX = "manifests/sources.jsonl"
PATCHES = "manifests/patches"
RUNS = "releases/runs"
FROM_RELEASES = frozenset({"tables_of_releases"})
"""The target that reads published releases alone."""
WITHOUT_NAMES = frozenset({"backbone", "parent"})
"""Targets that no name map affects."""
TARGETS = frozenset({"all", "pseudonymized", "runs"}) | FROM_RELEASES | WITHOUT_NAMES


@dataclass(frozen=True)
class Plan:
    root: Path
    """The repository: where the Snakefile lies."""
    params: Params
    films: dict[str, Film]
    """Films in every release: not withdrawn, sorted by id."""
    withdrawn: frozenset[str]

    @classmethod
    def load(cls, root: Path, config: dict[str, Any]) -> "Plan":
        """Read and validate params, the index and the command line's ``--config``."""
        from linedscript.sources.index import load_index

        unknown = sorted(set(config) - set(_REACH) - set(_SERVERS))
        if unknown:
            raise LinedscriptError(
                "unknown-config",
                "--config",
                f"{unknown[0]}: no such setting",
                f"what affects bytes stands in params.yaml; --config takes {', '.join(_REACH + _SERVERS)}",
            )
        if config.get("engine", "replay") not in ENGINES:
            raise LinedscriptError(
                "unknown-engine",
                "--config engine",
                f"names none of {', '.join(ENGINES)}",
                "replay takes recorded answers alone; openai asks the server at address=…; vllm starts servers on the "
                "GPUs of --resources gpu=N",
            )
        rows = sorted(load_index(root / INDEX), key=lambda film: id_key(film.id))
        films = {film.id: film for film in rows if film.withdrawn is None}
        return cls(root, load_params(root / "params.yaml"), films, frozenset(row.id for row in rows) - films.keys())

    def script(self, film: str) -> str:
        """Where the film's script lies. Raises LinedscriptError ``script-missing`` where no file is there."""
        from linedscript.sources.index import screenplay, script_path

        path = script_path(self.root, self.films[film], screenplay(self.films[film]))
        if not path.is_file():
            raise LinedscriptError(
                "script-missing",
                f"{film}: {path}",
                "the script isn't there",
                "'linedscript sources fetch' gets what has an address; copy your own file there; or withdraw the film",
            )
        return os.fspath(path)

    def check(self, words: Collection[str]) -> None:
        """Raise every fault of the films' scripts, patches and name maps that a build rests on.

        Snakemake swallows what an input function raises for a file that exists: a build made before would then be
        taken for up to date. So this is asked before any rule, when targets aren't known yet; ``words`` are those of
        the command line. Less is asked only where every target that they name rests on less.
        """
        named = {word for word in words if word in TARGETS or word.startswith("build/")}
        if named and named <= FROM_RELEASES:
            return
        steps: list[Callable[[str], object]] = [self.script, self.patches]
        if not named or not named <= WITHOUT_NAMES | FROM_RELEASES:
            steps.append(self.name_map)
        if not self.films:
            raise LinedscriptError(
                "no-film", INDEX, "the index holds no film that isn't withdrawn", "'linedscript sources add' adds one"
            )
        faults = [*self._stray_patches(), *self._template_faults()]
        for film in self.films:
            for step in steps:
                try:
                    step(film)
                except LinedscriptError as error:
                    faults.append(error)
        raise_all(faults)

    def check_published(self) -> None:
        """Raise ``withdrawn-film`` for each published run over a film withdrawn since that no control's run replaces.

        Publishing the runs refuses it (L230). So it is told before a stage builds or publishes anything: releases
        without the film would else stand beside runs and tables that hold it.
        """
        from linedscript.evaluation.control_runs import control_runs
        from linedscript.evaluation.tree import runs_in
        from linedscript.release.withdrawn import withdrawn_run_faults

        made = {run.name for run in control_runs(self.params.evaluation)}
        staying = [run for run in runs_in(self.root / RUNS) if run.root.name not in made]
        named = ((run.root.relative_to(self.root), run.manifest()) for run in staying)
        raise_all(withdrawn_run_faults(named, self.root / INDEX, published=True))

    def _stray_patches(self) -> Iterator[LinedscriptError]:
        """What lies beside the films' folders of patches and would be applied to no film. Withdrawn films' may stay."""
        folder = self.root / PATCHES
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            strays = path.is_dir() or path.suffix in (".yaml", ".yml")
            if strays and path.name not in self.films and path.name not in self.withdrawn:
                yield LinedscriptError(
                    "stray-patch",
                    f"{PATCHES}/{path.name}",
                    "isn't the folder of a film in the source index",
                    f"patches lie in {PATCHES}/<film>/",
                )

    def _template_faults(self) -> Iterator[LinedscriptError]:
        """What the words of the templates by which a model is asked tell and mustn't. A title of one word, or of fewer
        than four characters in Chinese, isn't looked for: the templates have many such words, as types' names."""
        if self.runs_rules:
            return
        from linedscript.engines.rendering import own_words
        from linedscript.engines.views import build_template_leaks
        from linedscript.release.gates.titles import long_forms, said_title

        find = said_title(long_forms(title for film in self.films for title in self.titles(film)), ())
        names: dict[str, None] = {}
        for language in sorted({film.language for film in self.films.values()}):
            for layer in ENGINE_LAYERS:
                try:
                    names |= dict.fromkeys(self.prompts(layer, language))
                except LinedscriptError as error:
                    yield error
        for name in names:
            try:
                yield from build_template_leaks(f"prompts/{name}.j2", own_words(name, self.root / "prompts"), find)
            except LinedscriptError as error:
                yield error

    def patches(self, film: str) -> list[str]:
        from linedscript.review.patches import patch_files

        return [os.fspath(path) for path in patch_files(self.root / PATCHES, film)]

    def audits_digest(self, film: str) -> str:
        """Of the lines of every round that name the film, so that another film's audits plan nothing here."""
        folder = self.root / AUDITS
        name = film.encode()
        own = [
            (path.name, [line for line in path.read_bytes().splitlines() if name in line])
            for path in sorted(folder.glob("*.jsonl"))
        ]
        return sha256(b"\n".join(b"\n".join((file.encode(), *held)) for file, held in own if held))

    @cached_property
    def _pins(self) -> dict[str, MapManifest]:
        from linedscript.identity.store import MANIFEST, read_manifest

        return {entry.film: entry for entry in read_manifest(self.root / MANIFEST)}

    def _pin(self, film: str) -> MapManifest:
        try:
            return self._pins[film]
        except KeyError:
            raise LinedscriptError(
                "names-not-frozen",
                f"manifests/identity.json: {film}",
                "the film has no frozen name map",
                f"'linedscript identity candidates --film {film}' drafts one, 'linedscript identity freeze' pins it",
            ) from None

    def name_map(self, film: str) -> str:
        """Where the film's name map lies. Raises ``names-not-frozen`` or ``map-missing``."""
        from linedscript.identity.store import map_path

        path = map_path(self.root, film, self._pin(film).place)
        if not path.is_file():
            raise LinedscriptError(
                "map-missing",
                f"{film}: {path}",
                "the frozen name map isn't there",
                "'dvc --cd private pull' fetches private maps; 'snakemake -- parent' needs none",
            )
        return os.fspath(path)

    def name_pin(self, film: str) -> str:
        """The SHA-256 that the film's name map must have."""
        return self._pin(film).sha256

    @property
    def runs_rules(self) -> bool:
        return self.params.annotator == "rules"

    def asks(self, config: dict[str, Any]) -> bool:
        """Whether engine jobs wait for servers rather than compute: cores don't bound them then."""
        return not self.runs_rules and config.get("engine", "replay") != "replay"

    @staticmethod
    def reach(config: dict[str, Any]) -> dict[str, str]:
        """The variables by which engine commands learn how a model is reached."""
        return {f"LINEDSCRIPT_{name.upper()}": str(config[name]) for name in _REACH if name in config}

    @cached_property
    def recordings(self) -> list[str]:
        """``--recordings`` and ``--journal`` options of engine commands; none for ``rules``."""
        if self.runs_rules:
            return []
        return ["--recordings", "recordings", "--recordings", "private/recordings", "--journal", "journal"]

    def settings(self, section: str) -> dict[str, Any]:
        """A section of params; an engine layer's holds the annotator, the gates and how it is asked as well, and
        ``stage`` the section ``observations``, whose chunks its intervals share."""
        settings = msgspec.to_builtins(getattr(self.params, section))
        if section == "stage":
            settings["observations"] = msgspec.to_builtins(self.params.observations)
        if section in ENGINE_LAYERS:
            settings["annotator"] = msgspec.to_builtins(self.params.annotator)
            settings["gates"] = msgspec.to_builtins(self.params.gates)
            settings["asking"] = msgspec.to_builtins(self.params.asking)
        if section == "review":
            settings["least"] = msgspec.to_builtins(self.params.stage.roles.least)
        return settings

    def code(self, noun: str, layer: str | None = None) -> str:
        """The fingerprint of the code behind ``linedscript <noun>`` and, under ``rules``, of the layer's annotator."""
        modules = [f"linedscript.cli.{noun}"]
        if layer and self.runs_rules:
            modules.append(f"linedscript.engines.rules.{layer}")
        return fingerprint(*modules)

    def prompts(self, layer: str | None, language: str) -> dict[str, str]:
        """Of a model's layer the templates' hashes, since no rule has them as inputs. Raises ``missing-prompt``."""
        if self.runs_rules or layer is None:
            return {}
        from linedscript.engines.prompts import load_prompt

        names = (layer, *JUDGED_BY.get(layer, ("reflection",)))
        return dict(load_prompt(f"{name}.{language}", self.root / "prompts") for name in names)

    def pinned(self, film: str) -> dict[str, Any]:
        """What the index says about reading the film's script: its hash, and what isn't left to detection."""
        from linedscript.sources.index import screenplay

        source = screenplay(self.films[film])
        options = ["--raw-sha256", source.raw_sha256, "--errors", source.errors]
        for name in ("format", "encoding"):
            if getattr(source, name) is not None:
                options += [f"--{name}", getattr(source, name)]
        return {"options": options}

    def titles(self, film: str) -> list[str]:
        """The film's title and its other forms, which no question about it may say."""
        row = self.films[film]
        return [row.title, *row.title_forms]

    @property
    def rows_digest(self) -> str:
        """Of all films' rows; for what depends on the whole index. A film's own rules depend on its pins alone, and
        those that word questions on its titles."""
        return digest(list(self.films.values()))

    @property
    def run_name(self) -> str:
        return self.params.annotator if isinstance(self.params.annotator, str) else self.params.annotator.run


def load_params(path: Path) -> Params:
    """Strictly: duplicate, missing or unknown keys and wrong types are errors that name the key."""
    from linedscript.io import yaml

    try:
        return msgspec.convert(yaml.load(path), Params)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-params", str(path), str(error), "schemas/params.schema.json lists every key"
        ) from None
