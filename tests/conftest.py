"""What holds for every test: hypothesis has no deadline, since a busy machine is no fault of the code."""

from hypothesis import settings

settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
