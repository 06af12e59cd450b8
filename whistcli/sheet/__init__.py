"""Sheets: what stands in them as data, made once for every format; one module a format writes it."""
