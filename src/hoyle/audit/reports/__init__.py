"""Regulator's reports of a room, as tables that can be printed or exported as CSV."""

from hoyle.audit.reports.report_registry import REPORTS, Filter, Report, make, read_time

__all__ = ["REPORTS", "Filter", "Report", "make", "read_time"]
