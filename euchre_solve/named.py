"""The base of all enumerations: members that print as notation and evaluate back."""

from __future__ import annotations

from enum import Enum


class Named(Enum):
    """An enumeration whose str is the value and whose repr is the member's name."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    __hash__ = object.__hash__  # members are singletons; `Enum` hashes names in Python, slowly
