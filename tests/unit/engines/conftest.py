"""An openai engine over a journal and prompts of its own."""

import pytest
from unit.engines.chats import TEMPLATE

from linedscript.engines.client import Reach
from linedscript.engines.openai import OpenAIEngine
from linedscript.engines.reaching import Reached
from linedscript.engines.recordings import Answers


@pytest.fixture
def prompts(tmp_path):
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts/units.en.j2").write_text(TEMPLATE)
    (tmp_path / "prompts/reflection.en.j2").write_text(TEMPLATE.replace("{{ text }}", "{{ kept }}"))
    return tmp_path / "prompts"


@pytest.fixture
def run(tmp_path, prompts):
    """An engine of its own each time it is called, over the same journal. ``timeout``: only what hangs shortens it."""

    def engine(*addresses, tries=3, timeout=60.0, concurrency=4, names=("m", "m"), judges=(), key=None):
        construct = Reach(addresses, key, concurrency, timeout, tries, 0.0)
        judge = Reach(judges or addresses, key, concurrency, timeout, tries, 0.0)
        models = {
            "construct": Reached(names[0], f"{names[0]}@1", construct),
            "judge": Reached(names[1], f"{names[1]}@1", judge),
        }
        return OpenAIEngine(models, Answers("r1", [], tmp_path / "journal"), tmp_path / "journal", prompts)

    return engine
