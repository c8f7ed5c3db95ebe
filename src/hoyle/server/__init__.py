"""The server: any browser, bot or program can sit down.

Two processes and one link between them. The *edge* holds sockets and HTTP and knows no rules; the *room*
decides, commits and tells. What passes between them is in `link`.
"""
