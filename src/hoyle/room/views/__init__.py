"""Views: tables and steps as each person may see them, with the narration."""
