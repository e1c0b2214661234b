"""Refusals: why something is not allowed, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason for a "no".

    ``code`` is stable and is the key of its sentence in the text catalogues (``refusal.<code>``), ``rule`` the id of
    the atom that it comes from, ``params`` what the sentence needs. Rules return module-level constants without
    parameters; :meth:`GameState.why_not` fills the parameters in, so that a predicate costs no more than a test.
    """

    code: str
    rule: str
    params: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    def about(self, **params: Any) -> Refusal:
        """The same refusal with parameters for its sentence."""
        return replace(self, params={**self.params, **params})
