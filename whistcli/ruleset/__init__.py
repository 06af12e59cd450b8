"""Rulesets: found, read with places, merged with what they extend, checked, built into the model."""

from whistcli.ruleset.load import Loaded, build_file, load_ruleset, locate, shipped

__all__ = ["Loaded", "build_file", "load_ruleset", "locate", "shipped"]
