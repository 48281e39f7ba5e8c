"""The server: Voila with a page of our own, pre-heated kernels and a door that can be locked.

Nothing is imported here: the kernels start from this package too, and need none of the server.
"""
