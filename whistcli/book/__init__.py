"""A rule book for players, made from a ruleset: a small tree of content, printed as Markdown or as one HTML page."""
