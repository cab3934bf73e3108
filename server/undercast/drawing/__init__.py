"""Pictures of rooms, for screens that show no page: drawn by a process of its own.

It sees public views and nothing else. The server uses `messages`, `client`, `dependencies`,
`reveal_delay` and `theme`; everything else here runs in that process (`child`).
"""
