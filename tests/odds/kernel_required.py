"""Skip marker for tests that need the C++ kernel."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

needs_kernel = pytest.mark.skipif(find_spec("hoyle._kernel") is None, reason="the kernel was not built")
