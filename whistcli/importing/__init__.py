"""Makes transcripts of the point sheets that clubs have already, CSV or JSON."""
