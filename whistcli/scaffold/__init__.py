"""A new ruleset folder made from one that is there: what differs, examples to go on with, a first case."""
