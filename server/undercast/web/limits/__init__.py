"""How much of the server one client may take: rates, connections, memory and disk.

`values` has every number. Four kinds of limit use them: token buckets for rates, connection
counters, the limits of an address (both of them, by client address), and quotas built of buckets:
failed codes, requests to return, bytes on the disk. `limit_sync` makes them hold for all workers.
What the operator chooses is in `undercast.base.config`; the limits of one HTTP request are in
`undercast.web.transport.http_request`.
"""
