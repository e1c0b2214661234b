"""Test vectors: cases of given, when and then played through the engine."""
