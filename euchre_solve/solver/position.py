"""What the solver solves: open hands in play, two sides, one trump."""

from __future__ import annotations

from dataclasses import dataclass

from euchre_solve.cards import Card, CardSet
from euchre_solve.trump import Trump


@dataclass(frozen=True, slots=True)
class Position:
    """Open hands at any point of the play; all values are tricks for side A from here on.

    ``hands`` are the remaining cards of the 2 to 7 active players in clockwise order (cards of
    the ``trick`` in progress are already gone from them); ``side_a`` tells for each whether he
    plays for side A; ``leader_index`` led, or is to lead, the trick in progress. The value counts
    the trick in progress and all later ones.

    >>> from euchre_solve.cards import CardSet
    >>> Position((CardSet.of("As"), CardSet.of("9s")), (True, False), Trump.HEARTS, 0).turn_index
    0
    """

    hands: tuple[CardSet, ...]
    side_a: tuple[bool, ...]
    trump: Trump
    leader_index: int
    trick: tuple[Card, ...] = ()

    @property
    def turn_index(self) -> int:
        """Index of the player to act."""
        return (self.leader_index + len(self.trick)) % len(self.hands)

    @property
    def legal_cards(self) -> CardSet:
        """The cards that the player to act may play."""
        led = self.trick[0] if self.trick else None
        return self.trump.legal_cards(self.hands[self.turn_index], led)

    def play(self, card: Card) -> Position:
        """Return the position after the player to act plays ``card``; a full trick is taken in.

        The winner of the trick leads the next; who won it is `leader_index` of the result.
        """
        turn_index = self.turn_index
        hands = tuple(
            hand.without_card(card) if index == turn_index else hand
            for index, hand in enumerate(self.hands)
        )
        trick = (*self.trick, card)
        if len(trick) < len(hands):
            return Position(hands, self.side_a, self.trump, self.leader_index, trick)
        winner_index = (self.leader_index + self.trump.winner_index(trick)) % len(hands)
        return Position(hands, self.side_a, self.trump, winner_index)
