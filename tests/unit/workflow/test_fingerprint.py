import pytest

from linedscript.workflow.fingerprint import fingerprint, modules_behind, read_code


def dump(code: str) -> str:
    return read_code(code)[0]


def test_docstrings_comments_and_layout_do_not_count():
    assert dump('"""One."""\n\ndef f(a):\n    """Two."""\n    return a  # three\n') == dump(
        "def f( a ):\n    return a\n"
    )


def test_any_other_change_counts():
    assert dump("def f(a):\n    return a\n") != dump("def f(a):\n    return a + 0\n")


def test_a_string_that_is_used_is_no_docstring():
    assert dump('x = "one"') != dump('x = "two"')


def test_imports_inside_functions_are_followed():
    assert "linedscript.workflow.watch" in modules_behind("linedscript.cli.main")


def test_the_fingerprint_follows_what_the_imported_modules_import():
    assert "linedscript.records.base" in modules_behind("linedscript.engines.asking")


def test_a_fingerprint_is_the_same_whatever_the_order_of_its_modules():
    one, two = "linedscript.io.files", "linedscript.records.base"
    assert fingerprint(one, two) == fingerprint(two, one) != fingerprint(one)


def test_an_unknown_module_is_an_error():
    with pytest.raises(ValueError, match=r"no module linedscript\.nowhere"):
        fingerprint("linedscript.nowhere")
