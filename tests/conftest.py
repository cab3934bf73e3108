"""Property tests run the same examples every time, so that a failure anywhere fails everywhere."""

from hypothesis import settings

settings.register_profile("reproducible", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("reproducible")
