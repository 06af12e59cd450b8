"""Reads transcripts (`Reader`, `read`) and writes them in canonical form (`whistcli.transcript.fmt`)."""

from whistcli.transcript.reader import Reader, read

__all__ = ["Reader", "read"]
