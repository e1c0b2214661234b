"""Batch runs, statistics and adapters."""
