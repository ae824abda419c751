from typing_extensions import Buffer

def solve_tricks(positions: Buffer, tricks: Buffer, table: Buffer, /) -> int: ...
def solve_best(positions: Buffer, tricks: Buffer, best: Buffer, table: Buffer, /) -> int: ...
def solve_cards(position: Buffer, values: Buffer, table: Buffer, /) -> int: ...
def reach(
    positions: Buffer, flags: Buffer, need: int, only_first: bool, table: Buffer, /
) -> int: ...
def has_pext() -> bool: ...
def endgame_layout() -> tuple[int, int, int, tuple[int, int, int, int, int]]: ...
def fill_endgame(endgame: Buffer, part: int, use_pext: bool, /) -> None: ...
def fast_positions(
    hands: Buffer,
    trumps: Buffer,
    leaders: Buffer,
    tricks: Buffer,
    best: Buffer | None,
    only_class: bool,
    endgame: Buffer,
    memory: Buffer,
    use_pext: bool,
    /,
) -> tuple[int, int]: ...
def fast_deals(
    hands: Buffer,
    upcards: Buffer,
    results: Buffer,
    only_class: bool,
    endgame: Buffer,
    memory: Buffer,
    use_pext: bool,
    /,
) -> tuple[int, int]: ...
def solve_moves(
    hands: Buffer,
    trumps: Buffer,
    tricks: Buffer,
    leaders: Buffer,
    sitting_out: Buffer,
    values: Buffer,
    endgame: Buffer,
    memory: Buffer,
    use_pext: bool,
    /,
) -> tuple[int, int]: ...
def solve_plan(
    players: int,
    hand_size: int,
    hands: Buffer,
    upcards: Buffer,
    allowed: Buffer,
    questions: Buffer,
    discards: Buffer,
    discard: Buffer,
    tricks: Buffer,
    best: Buffer,
    endgame: Buffer | None,
    memory: Buffer,
    table: Buffer,
    use_pext: bool,
    /,
) -> tuple[int, int]: ...
