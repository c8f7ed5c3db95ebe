"""Write the page on the format of judge cases: `python tools/cases_page.py > docs/cases.md`."""

from __future__ import annotations

import sys

from hoyle.judge.case_format import format_page

if __name__ == "__main__":
    sys.stdout.write(format_page())
