"""Records written as EGN 1.4: one game a document, several as a match."""

from __future__ import annotations

import json
from typing import Any, Final

from euchre_solve.auction import BLIND_LONER, Act, Call
from euchre_solve.deal import Deal
from euchre_solve.formats.egn import MATCH_TAG, PLAYER_TAG, RULESET_TAG, TEXT_TAGS, turned
from euchre_solve.formats.egn_deal import EXTRA, table_seat_of
from euchre_solve.formats.egn_rules import is_kept, ruleset_of
from euchre_solve.formats.record import COMPASS, NAME_TAGS, Record
from euchre_solve.replay import replay
from euchre_solve.trump import Trump

MAX_DEALS: Final = 100
"""Deals of a game that the schema of EGN allows."""

_UNKNOWN_CARD: Final = "Xx"
_UNKNOWN_NAME: Final = "Player"
_EXTRA_KEYS: Final = {"alternativeLines"}
_TWO_PAIRS: Final = (4, 2)
"""Players, and figures of a score, of the games that the format knows."""
_CALL_NAMES: Final[dict[Act | Trump, str]] = {Act.PASS: "Pass", Act.ORDER: "Order"}


class EgnWriter:
    """Formats records as EGN: a document once its game is over, a match once there are two."""

    def __init__(self) -> None:
        self.losses: set[str] = set()
        self.records: list[Record] = []
        self.dealers: list[int] = []
        self.first_game: str | None = None
        self.match: dict[str, Any] = {}
        self.games = 0

    def format(self, record: Record) -> str:
        """Take a record; return the text of the games that are over and known to be several."""
        text = ""
        rules = record.deal.rules
        if rules.is_auction or (rules.players, rules.score_size) != _TWO_PAIRS:
            self.losses.add(f"deals of {rules}: EGN is for two pairs who call on an upcard")
            return text
        if self.records and record.game != self.records[-1].game:
            text = self._end_game()
        self.records.append(record)
        self.dealers.append(self._dealer(record))
        return text

    def finish(self) -> str:
        """Return the text of the last game and what ends the document."""
        text = self._end_game() if self.records else ""
        if self.first_game is not None:
            return f"{self.first_game}\n"
        return f"{text}\n  ]\n}}\n" if self.games else ""

    def _end_game(self) -> str:
        is_match = MATCH_TAG in dict(self.records[0].tags)
        document = self._document()
        names = document["metadata"]["players"]
        self.records, self.dealers = [], []
        self.games += 1
        if self.games == 1 and not is_match:
            self.first_game = _laid_out(document)
            self.match = {"players": names}
            return ""
        head = ""
        if self.games == 1 or self.first_game is not None:
            head = _match_head(self.match or {"players": names})
        if self.first_game is not None:
            head += _entry(0, names, json.loads(self.first_game)) + ",\n"
            self.first_game = None
        elif self.games > 1:
            head = ",\n"
        return head + _entry(self.games - 1, names, document)

    def _document(self) -> dict[str, Any]:
        first = self.records[0]
        tags = dict(first.tags)
        if any(record.tags != first.tags for record in self.records):
            self.losses.add("tags that change during a game")
        if len(self.records) > MAX_DEALS:
            self.losses.add(f"the limit of {MAX_DEALS} deals a game, which is exceeded")
        if MATCH_TAG in tags and not self.games:
            self.match = _json_object(tags[MATCH_TAG])
        return {
            "fileType": "Euchre Game Notation",
            "version": "1.4",
            "metadata": self._metadata(tags),
            "deals": [
                self._deal_node(record, dealer, index)
                for index, (record, dealer) in enumerate(
                    zip(self.records, self.dealers, strict=True)
                )
            ],
        }

    def _metadata(self, tags: dict[str, str]) -> dict[str, Any]:
        first, last = self.records[0].deal, self.records[-1]
        metadata: dict[str, Any] = {key: tags[tag] for key, tag in TEXT_TAGS.items() if tag in tags}
        metadata["players"] = [
            _json_object(tags.get(f"{PLAYER_TAG}{name}", ""))
            or tags.get(name, f"{_UNKNOWN_NAME} {seat}")
            for seat, name in enumerate(NAME_TAGS, start=1)
        ]
        score = (first.score[0], first.score[1]) if first.score else None
        if score is None:
            self.losses.add("an unknown score, which is written as 0-0")
        metadata["initialScore"] = self._figures(score or (0, 0), self.dealers[0])
        if last.stated.after and score:
            metadata["finalScore"] = self._figures(last.stated.after, self.dealers[-1])
        rest = {
            key.removeprefix(RULESET_TAG): json.loads(value)
            for key, value in tags.items()
            if key.startswith(RULESET_TAG) and _is_json(value)
        }
        if not is_kept(first.rules):
            self.losses.add(f"what EGN's switches don't say of the rules {first.rules}")
        metadata["ruleset"] = ruleset_of(first.rules, first.target, rest)
        self._note_lost_tags(tags)
        return metadata

    def _figures(self, score: tuple[int, ...], dealer: int) -> list[int]:
        """Return a score by the seats of the table."""
        if min(score) < 0:
            self.losses.add("a score below nought, which is written as nought")
        return [max(points, 0) for points in turned(score, dealer)]

    def _note_lost_tags(self, tags: dict[str, str]) -> None:
        known = {*TEXT_TAGS.values(), *NAME_TAGS, MATCH_TAG}
        if any(key not in known and not key.startswith((PLAYER_TAG, RULESET_TAG)) for key in tags):
            self.losses.add("tags that EGN has no key for")

    def _dealer(self, record: Record) -> int:
        """Return the dealer's seat at the table, as stated or next in turn."""
        if record.stated.dealer:
            return COMPASS.index(record.stated.dealer)
        return (self.dealers[-1] + 1) % 4 if self.dealers else 0

    def _deal_node(self, record: Record, dealer: int, index: int) -> dict[str, Any]:
        self._note_losses(record, index)
        deal, number = record.deal, record.stated.number
        state: dict[str, Any] = {
            "dealer": dealer,
            "upCard": str(deal.upcard) if deal.upcard else _UNKNOWN_CARD,
        }
        if any(hand.mask for hand in deal.hands):
            state["playerCards"] = [
                _hand(deal, (seat - dealer - 1) % 4 + 1) for seat in range(len(deal.hands))
            ]
        node: dict[str, Any] = {
            "dealNumber": index if number is None else number,
            "initialState": state,
            "phases": _phases(record, dealer),
        }
        for key, value in record.words:
            if _is_extra(key, value):
                node[key.removeprefix(EXTRA)] = json.loads(value)
        return node

    def _note_losses(self, record: Record, index: int) -> None:
        deal, stated = record.deal, record.stated
        lost = self.losses
        if deal.kitty.mask and any(len(hand) < deal.rules.hand_size for hand in deal.hands):
            lost.add("cards of the kitty")
        if deal.identifier:
            lost.add("identifiers")
        if deal.taken_off:
            lost.add("points taken off the other side")
        if _is_blind(deal):
            lost.add("a blind loner, who is written as one who calls in turn")
        if not all(_is_extra(key, value) for key, value in record.words):
            lost.add("words that EGN has no key for")
        if any(remark.act[0] not in "bt" for remark in record.remarks):
            lost.add("remarks on a discard, a defender's answer or a whole deal")
        if stated.tricks is not None or stated.points is not None or stated.winner is not None:
            lost.add("stated tricks, points and winners")
        if stated.leader is not None:
            lost.add("stated first leaders")
        if stated.after and index < len(self.records) - 1:
            lost.add("stated scores after deals other than the last")
        if index and not self._follows(index):
            lost.add("a score that the deals before don't come to, or rules that change in a game")

    def _follows(self, index: int) -> bool:
        """Tell whether the score and the rules of a deal follow from the deal before."""
        before, here = self.records[index - 1].deal, self.records[index].deal
        if (before.rules, before.target) != (here.rules, here.target):
            return False
        if before.score is None or here.score is None:
            return before.score is here.score
        gains = replay(before).gains
        after = (before.score[0] + gains[0], before.score[1] + gains[1])
        turns = self.dealers[index] - self.dealers[index - 1]
        return here.score == (after if turns % 2 == 0 else after[::-1])


def _is_extra(key: str, value: str) -> bool:
    """Tell whether a word holds something of EGN that EGN 1.4 has a key for."""
    is_known = key.startswith(EXTRA) and key.removeprefix(EXTRA) in _EXTRA_KEYS
    return is_known and _is_json(value)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _json_object(text: str) -> dict[str, Any]:
    """Return the object that ``text`` is as JSON; an empty one if it is none."""
    found = json.loads(text) if text and _is_json(text) else None
    return found if isinstance(found, dict) else {}


def _hand(deal: Deal, seat: int) -> list[str]:
    cards = [str(card) for card in deal.hands[seat - 1]]
    return cards + [_UNKNOWN_CARD] * (deal.rules.hand_size - len(cards)) if cards else []


def _phases(record: Record, dealer: int) -> list[dict[str, Any]]:
    deal = record.deal
    calls = deal.calls
    if not calls or _is_blind(deal):
        calls = _implied_calls(deal)
    phases: list[dict[str, Any]] = []
    if calls or deal.tricks:
        bidding: dict[str, Any] = {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": [_CALL_NAMES.get(call.act, str(call.act)) for call in calls],
            "isAlone": bool(calls) and calls[-1].alone,
        }
        lone = _lone_defender(deal, dealer)
        if lone is not None:
            bidding["aloneDefender"] = lone
        if deal.discarded:
            bidding["discard"] = str(deal.discarded)
        _annotate(bidding, record, "b", "callAnnotations")
        phases.append(bidding)
    if deal.tricks:
        play: dict[str, Any] = {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [[str(card) for card in trick] for trick in deal.tricks],
        }
        _annotate(play, record, "t", "playAnnotations")
        phases.append(play)
    return phases


def _is_blind(deal: Deal) -> bool:
    made = deal.stated_contract
    return deal.calls[-1:] == (BLIND_LONER,) or bool(made and made.blind)


def _implied_calls(deal: Deal) -> tuple[Call, ...]:
    """Return the calls that made a contract in turn: everyone before the maker passed."""
    contract = deal.contract
    if contract is None:
        return ()
    passes = contract.maker - 1 + (deal.rules.players if contract.round > 1 else 0)
    is_ordered = contract.round == 1 and deal.upcard and deal.upcard.suit
    act: Act | Trump = Act.ORDER if is_ordered else contract.trump
    return (Call(Act.PASS),) * passes + (Call(act, alone=contract.alone),)


def _lone_defender(deal: Deal, dealer: int) -> int | None:
    contract = replay(deal).contract
    if contract and contract.lone_defender:
        return table_seat_of(contract.lone_defender, dealer)
    return -1 if deal.defence else None


def _annotate(phase: dict[str, Any], record: Record, letter: str, key: str) -> None:
    notes: dict[str, list[str]] = {}
    for act, text in record.remarks:
        if act.startswith(letter):
            notes.setdefault(str(int(act[1:]) - 1), []).append(text)
    if notes:
        phase[key] = notes


def _match_head(match: dict[str, Any]) -> str:
    head = {"fileType": "Euchre Match Notation", "version": "1.0", "metadata": match}
    return f'{_laid_out(head)[:-2]},\n  "games": [\n'


def _entry(index: int, names: list[Any], document: dict[str, Any]) -> str:
    plain = [name.get("name", "") if isinstance(name, dict) else name for name in names]
    entry = {"gameIndex": index, "players": plain, "gameData": document}
    return "\n".join(f"    {line}" for line in _laid_out(entry).split("\n"))


def _laid_out(value: Any, indent: str = "") -> str:
    """Return ``value`` as JSON: objects and lists of them over several lines, others on one."""
    deeper = f"{indent}  "
    if isinstance(value, dict) and value:
        items = [f"{json.dumps(key)}: {_laid_out(item, deeper)}" for key, item in value.items()]
        return f"{{\n{deeper}" + f",\n{deeper}".join(items) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        lines = [_laid_out(item, deeper) for item in value]
        return f"[\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}]"
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
