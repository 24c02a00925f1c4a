import ast
from pathlib import Path

import linedscript
from linedscript.records.item import REJECTIONS
from linedscript.tables._rejections import reason

STAGE = Path(linedscript.__file__).parent / "suites" / "stage"


def texts(node: ast.AST) -> set[str]:
    """What an expression may be, where that is written down; not what it compares."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def codes() -> set[str]:
    """Every code that the build counts rejected candidates and wordings of Task II under."""
    found = {"title-in-question"}
    for path in sorted((STAGE / "candidates").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "rejected":
                found |= texts(node.slice.elts[1])
    for name in ("rejections", "items"):
        for node in ast.walk(ast.parse((STAGE / f"{name}.py").read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.endswith("fault"):
                found |= {code for one in ast.walk(node) if isinstance(one, ast.Return) for code in texts(one.value)}
    return found


def test_every_code_has_a_reason_of_its_own():
    found = sorted(codes() | set(REJECTIONS))
    assert {"nobody", "no-clause", "over-the-cap", "path-in-one-scene"} <= set(found)
    assert [code for code in found if reason(code) == code.replace("-", " ")] == []
    assert len({reason(code) for code in found}) == len(found)


def test_a_code_that_no_list_knows_says_itself():
    assert reason("not-in-the-film") == "not in the film"
