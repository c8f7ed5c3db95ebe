"""Server processes: the edge serves HTTP and WebSocket clients, the room decides and commits.

The edge knows no rules. The messages between the two processes are in `ipc.messages`.
"""
