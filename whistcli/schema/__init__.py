"""The keys of rulesets as data, and what is made from them: the JSON Schema for editors, the reference's tables."""
