"""What the rules of a game choose between."""

from __future__ import annotations

from euchre_solve.named import Named


class Sides(Named):
    """Who plays with whom."""

    PARTNERS = "partners"
    """Every other seat, fixed."""
    MAKER_ALONE = "maker-alone"
    """The maker against all others, who are allies for the deal."""
    CHOSEN_SEATS = "chosen-seats"
    """The maker with the partners he picks by seat."""
    CALLED_CARD = "called-card"
    """The maker with the holder of the best card of a suit he calls."""
    EACH_FOR_HIMSELF = "each-for-himself"


class LeadRule(Named):
    """Who leads to the first trick (§2.5)."""

    ELDEST = "eldest"
    LEFT_OF_LONER = "left-of-loner"
    BIDDER = "bidder"


class TrumpMaking(Named):
    """How trump is made."""

    TURN_UP = "turn-up"
    """Two rounds of calls on a card turned up."""
    BIDDING = "bidding"
    """One auction on a number of tricks or points."""


class BidScore(Named):
    """What a bid that is kept pays (§3.9, §3.10)."""

    BID = "bid"
    """The bid itself, to the bidder's side; to the others if it is not kept."""
    TRICKS = "tricks"
    """Each side's tricks; a side that is set loses its bid."""
    COUNT_DOWN = "count-down"
    """Each seat's tricks, taken off its count."""


class TrumpRule(Named):
    """Who may not make trump on a lone jack: another trump is needed as dealt (§3.3)."""

    OFF = "off"
    DEALER = "dealer"
    ALL = "all"


class Exchange(Named):
    """Who may put a card away for the best one of his partner, who sits out (§3.5)."""

    OFF = "off"
    LONER = "loner"
    ALL_ALONE = "all-alone"
    """A lone defender too."""


class WeakHand(Named):
    """What the holder of a very weak hand may do before the calls (§3.5)."""

    OFF = "off"
    REDEAL = "redeal"
    UNDER = "under"
    """Exchange three cards with the three under the upcard."""


class FarmersHand(Named):
    """Which hand is a farmer's."""

    ALL = "all-low"
    """Nines and tens only."""
    THREE = "three-alike"
    """Three nines or three tens, which are the cards exchanged."""


class DefendAlone(Named):
    """When a defender may put his partner out (§2.3, S4)."""

    OFF = "off"
    AGAINST_LONER = "against-loner"
    ALWAYS = "always"


class RevokeCost(Named):
    """When a revoke costs four points instead of two (§3.7)."""

    AGAINST_LONER = "against-loner"
    """If an opponent of a lone maker revokes."""
    BY_LONER_TOO = "by-loner-too"
    """If anyone revokes where a maker is alone."""
    NEVER = "never"
