"""Several transcripts together: a contest of rounds and tables, and a season of evenings."""
