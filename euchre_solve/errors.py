"""Everything that can be wrong with what a user gave us.

One root, few classes, every one with its data: a code, and where text was read, the place in it.
User input never raises anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from euchre_solve.named import Named

if TYPE_CHECKING:
    from euchre_solve.cards import Card

_LONGEST = 60

Span = tuple[int, int]
"""Half-open range of character positions in a line, counted from 0."""


class ErrorCode(Named):
    """Each fault by number and name: E1xx syntax, E2xx impossible cards, E3xx illegal act,
    W4xx stated facts that disagree with derived ones, W5xx incomplete, E6xx not worked on."""

    EMPTY = "E101 empty"
    BAD_SEAT = "E102 bad-seat"
    BAD_CARD = "E103 bad-card"
    TEN_NOT_TRUMP = "E104 ten-not-trump"
    BAD_FIELD = "E105 bad-field"
    UNKNOWN_KEY = "E106 unknown-key"
    REPEATED_KEY = "E107 repeated-key"
    BAD_VALUE = "E108 bad-value"
    NOT_TEXT = "E109 not-text"
    TOO_LONG = "E110 too-long"
    UNKNOWN_RULES = "E111 unknown-rules"
    NO_DEALER = "E112 no-dealer"
    NOT_BUILT = "E113 not-built"
    CONFLICT = "E114 conflict"
    NOT_JSON = "E115 not-json"
    UNKNOWN_FORMAT = "E116 unknown-format"
    MISSING_KEY = "E117 missing-key"
    NO_DEAL = "E118 no-deal"

    NOT_IN_DECK = "E201 not-in-deck"
    TOO_MANY_CARDS = "E202 too-many-cards"
    DUPLICATE_CARD = "E203 duplicate-card"
    TOO_FEW_CARDS = "E204 too-few-cards"
    TOO_MANY_HANDS = "E205 too-many-hands"
    NO_UPCARD = "E206 no-upcard"

    REVOKE = "E301 revoke"
    NOT_HELD = "E302 not-held"
    ILLEGAL_CALL = "E303 illegal-call"
    TURNED_DOWN = "E304 turned-down-suit"
    ILLEGAL_DISCARD = "E305 illegal-discard"
    OUT_OF_TURN = "E306 out-of-turn"
    NO_CONTRACT = "E307 no-contract"
    AFTER_END = "E308 after-end"
    DEALER_STUCK = "E309 dealer-stuck"
    MUST_BE_ALONE = "E310 must-be-alone"
    NOT_ALONE = "E311 not-alone"
    WRONG_TRICK = "E312 wrong-trick"
    ILLEGAL_EXCHANGE = "E313 illegal-exchange"
    NO_MARCH = "E314 no-march"

    GAME_OVER = "W401 game-over"
    WRONG_CONTRACT = "W402 wrong-contract"
    WRONG_SCORE = "W403 wrong-score"
    WRONG_DEALER = "W404 wrong-dealer"
    WRONG_WINNER = "W405 wrong-winner"
    WRONG_POINTS = "W406 wrong-points"
    WRONG_TRICKS = "W407 wrong-tricks"
    WRONG_LEADER = "W408 wrong-leader"
    NOT_KEPT = "W409 not-kept"

    UNKNOWN_DISCARD = "W501 unknown-discard"
    UNKNOWN_CARDS = "W502 unknown-cards"
    UNFINISHED = "W503 unfinished"

    NOT_DONE = "E601 not-done"
    NOT_GRADED = "E602 not-graded"

    @property
    def usual_hint(self) -> str | None:
        """What to do about it wherever it comes up; None if that depends on the place."""
        return _USUAL_HINTS.get(self)

    @property
    def number(self) -> str:
        """The code alone, ``E203``."""
        return self.value.split()[0]

    @property
    def slug(self) -> str:
        """The name alone, ``duplicate-card``."""
        return self.value.split()[1]

    @property
    def severity(self) -> str:
        """``error`` or ``warning``."""
        return "error" if self.value.startswith("E") else "warning"


_USUAL_HINTS = {
    ErrorCode.BAD_CARD: "a card is a rank and a suit, such as Th",
    ErrorCode.NOT_IN_DECK: "other games have other decks: see euchre-solve rules",
    ErrorCode.TOO_MANY_CARDS: "hands are as dealt, without the upcard and the kitty",
    ErrorCode.TOO_MANY_HANDS: "other games have other numbers of players: see euchre-solve rules",
    ErrorCode.NO_CONTRACT: "first say who made trump: by the calls, or by the contract",
    ErrorCode.AFTER_END: "leave out what stands after the end",
    ErrorCode.DEALER_STUCK: "he has to name a suit; without -stick in the rules all may pass",
    ErrorCode.NOT_ALONE: "who may play alone is a rule of the game: see euchre-solve rules",
}


class EuchreError(Exception):
    """Root of all errors that user input can cause; the command line catches exactly this.

    ``span`` is the place in the ``text`` that was read, where there is one; ``hint`` says what
    to do about it, mostly in the words usual for the code; ``source`` names where the text stood,
    if the reader knows (``--up``).
    ``place`` and ``card`` say which cards of a deal are meant, for a reader that knows where it
    read them.
    """

    def __init__(  # noqa: PLR0913 - one parameter a fact
        self,
        code: ErrorCode,
        message: str,
        *,
        span: Span | None = None,
        text: str | None = None,
        hint: str | None = None,
        source: str | None = None,
        place: str | None = None,
        card: Card | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.span = span
        self.text = text
        self.hint = hint or code.usual_hint
        self.source = source
        self.place = place
        self.card = card

    def __str__(self) -> str:
        return self.message


class NotationError(EuchreError, ValueError):
    """Text that is not the notation (E1xx)."""


class RuleError(EuchreError, ValueError):
    """Cards that can't be, or an act that the rules forbid (E2xx, E3xx)."""


class InstallationError(Exception):
    """A file of the package that isn't what was installed: no fault of any input."""


def is_allowed(verify: Callable[[], object]) -> bool:
    """Tell whether ``verify`` raises no `RuleError`: every ``can_`` in terms of its ``verify_``."""
    try:
        verify()
    except RuleError:
        return False
    return True


def shortened(text: str) -> str:
    """Return ``text`` to be quoted in a message, its middle left out if it is long."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"
