"""The regulator's lists of a room, as rows that can be printed or put into a spreadsheet."""

from hoyle.room.inspection.reports.lists import REPORTS, Filter, Report, make, read_time

__all__ = ["REPORTS", "Filter", "Report", "make", "read_time"]
