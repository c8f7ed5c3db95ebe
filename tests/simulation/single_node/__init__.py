"""The room in bad weather: lost messages, failing disks, crashes and clocks that jump, all from one seed."""
