"""What holds for every test. Hypothesis has no deadline, nor for what it draws, since a busy machine is no fault of the
code, and draws the same examples each time; ``pytest -m hypothesis --hypothesis-profile=search`` draws new ones, ten
times as many. Bytes name no test: some hold the time they were made at, and workers that collect other names than each
other run nothing. What a machine's environment says of terminals, colours and proxies reaches no test, nor a command
that one starts."""

import os

from hypothesis import HealthCheck, settings

_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("tests", derandomize=True, **_PATIENT)
settings.register_profile("search", max_examples=1000, **_PATIENT)
settings.load_profile("tests")

for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
    os.environ.pop(name, None)
for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
    del os.environ[name]
os.environ["TERM"] = "xterm-256color"


def pytest_make_parametrize_id(val, argname):
    return argname if isinstance(val, bytes) else None
