"""Fault simulation of one room: lost messages, failing disks, crashes, clock jumps, from one seed."""
