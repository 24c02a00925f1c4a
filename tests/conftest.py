"""What holds for every test: no example of hypothesis has a deadline, since a busy machine isn't a fault of the code."""

from hypothesis import settings

settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
