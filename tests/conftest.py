"""What holds for every test: hypothesis has no deadline, since a busy machine is no fault of the code, and draws the
same examples each time. ``pytest -m hypothesis --hypothesis-profile=search`` draws new ones, ten times as many."""

from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("tests")
