"""docs/names.md explains what a name map can hold, no more and no less."""

import re
from typing import get_args, get_type_hints

import pytest
from projects import ROOT

from linedscript.records.identity import MapManifest, NameDecision, Renaming, TitleForm

TEXT = (ROOT / "docs/names.md").read_text(encoding="utf-8")
ROWS = [re.findall(r"`(\w+)`", row.split("|")[1]) for row in TEXT.splitlines() if row.startswith("| `")]
FIRST = {name for names in ROWS for name in names}


@pytest.mark.parametrize("record", [NameDecision, Renaming, TitleForm, MapManifest], ids=lambda record: record.__name__)
def test_every_field_has_its_row(record):
    assert set(record.__struct_fields__) <= FIRST


def test_every_reason_has_its_row():
    assert set(get_args(get_type_hints(NameDecision)["reason"])) <= FIRST


def test_nothing_else_is_explained():
    records = (NameDecision, Renaming, TitleForm, MapManifest)
    fields = {name for record in records for name in record.__struct_fields__}
    assert FIRST == fields | set(get_args(get_type_hints(NameDecision)["reason"]))


@pytest.mark.parametrize("field", ["decision", "match", "place", "recipe"])
def test_every_choice_is_named(field):
    record = next(one for one in (NameDecision, Renaming, MapManifest) if field in one.__struct_fields__)
    assert all(f"`{choice}`" in TEXT for choice in get_args(get_type_hints(record)[field]))
