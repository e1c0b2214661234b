"""What has to be true of every state: a check by recounting, for tests and for random play.

Nothing here is asked by the rules; the running totals that they keep are counted again from the pieces and cards.
"""

from __future__ import annotations

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    ARROW,
    ATTACKER,
    BATTLE,
    BESIEGER,
    CARD,
    CARD_ORDER,
    CID_HOLDER,
    CID_REGION,
    CID_USED,
    COMMANDER,
    DECK,
    DECLARED_K,
    DECLARED_T,
    DICE_K,
    DICE_T,
    DISCARDED,
    EXTRA,
    FACE_DOWN,
    FACE_UP,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    HAND,
    IN_DECK,
    IN_HAND,
    INTERCEPTION,
    KEEPER,
    KING_PLACE,
    KING_REGION,
    LEFT,
    MAJOR,
    MINOR,
    MUST_FIGHT,
    NEXT_ORDER,
    ON_TABLE,
    OWNER,
    PLAYED,
    REGIONS,
    REMOVED,
    RESERVE,
    RESERVED,
    RESULT,
    ROUND,
    RUNNING,
    SALLY,
    SCORE,
    SET_ASIDE,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SPACES,
    SUCCESSES,
    SUPPLY,
    UNSEEN,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.reserved_cards import PICKED
from mesnada.games.sanchos.tables import MAX_COLUMN, TROOP_DICE, TROOPS, VICTORY


class InvariantError(AssertionError):
    """A state that no sequence of legal decisions may lead to; the message is a sentence."""


def check(g: SanchosState) -> None:
    """Raises InvariantError for the first thing that cannot be; accepts whole and masked states at any decision."""
    check_counts(g)
    _check_course(g)


def check_counts(g: SanchosState) -> None:
    """The part of :func:`check` that looks at pieces, scores, dice and cards, and not at what comes next."""
    _check_regions(g)
    _check_pieces(g)
    _check_scores(g)
    _check_battle(g)
    _check_cards(g)
    _check_el_cid(g)


def _demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise InvariantError(sentence)


def _king_at(g: SanchosState, s: int, r: int, place: int) -> bool:
    return g.b[KING_REGION + s] == r and g.b[KING_PLACE + s] == place


def _check_regions(g: SanchosState) -> None:
    """sanchos.board.no-entry, sanchos.army.garrison, sanchos.besiege.region, sanchos.besiege.strict-majority."""
    b, t = g.b, g.t
    rows = [b[row : row + REGIONS] for row in range(FIELD_T, SIEGER + REGIONS, REGIONS)]
    kings = [b[KING_REGION + s] for s in range(3)]
    for r, counts in enumerate(zip(*rows, strict=True)):
        if not any(counts) and r not in kings:
            continue
        if r not in t.open:
            raise InvariantError(f"place {r} is not in use and holds pieces")
        name = t.ids[r]
        owner, sieger = b[OWNER + r], b[SIEGER + r]
        _demand(owner <= 3 and sieger <= 3, f"{name} belongs to no Sancho: owner {owner}, besieger {sieger}")
        garrison = b[GARRISON_T + r] + sum(_king_at(g, s, r, GARRISON_PLACE) for s in range(3))
        besiegers = b[SIEGE_T + r] + sum(_king_at(g, s, r, SIEGE_PLACE) for s in range(3))
        _demand((garrison > 0) == (owner > 0), f"{name} has a Garrison of {garrison} and owner {owner}")
        _demand((besiegers > 0) == (sieger > 0), f"{name} has {besiegers} besiegers and besieger {sieger}")
        for s in range(3):
            _demand(owner == s + 1 or not _king_at(g, s, r, GARRISON_PLACE),
                    f"the King of {SANCHOS[s]} is in the Garrison of another in {name}")
            _demand(sieger == s + 1 or not _king_at(g, s, r, SIEGE_PLACE),
                    f"the King of {SANCHOS[s]} is among the besiegers of another in {name}")
            troops = b[FIELD_T + s * REGIONS + r]
            troops += b[GARRISON_T + r] if owner == s + 1 else 0
            troops += b[SIEGE_T + r] if sieger == s + 1 else 0
            army = troops + (b[KING_REGION + s] == r)
            _demand(b[ARMY + s * REGIONS + r] == army,
                    f"the Army of {SANCHOS[s]} in {name} is noted as {b[ARMY + s * REGIONS + r]} and is {army}")
        if sieger:
            _demand(owner not in (0, sieger), f"{name} is besieged and holds no enemy Garrison")
            fighting = b[ATTACKER] and b[BATTLE] == r
            _demand(bool(fighting) or besiegers > garrison,
                    f"{besiegers} besiegers do not outnumber the Garrison of {garrison} in {name}")


def _check_pieces(g: SanchosState) -> None:
    """sanchos.components.pieces."""
    b, t = g.b, g.t
    for s, name in enumerate(SANCHOS):
        _demand(b[KING_REGION + s] in t.open, f"the King of {name} is not on the board")
        _demand(b[KING_PLACE + s] in (FIELD_PLACE, GARRISON_PLACE, SIEGE_PLACE), f"the King of {name} has no place")
        row = ARMY + s * REGIONS
        board = sum(b[row : row + REGIONS]) - 1
        total = board + b[RESERVE + s] + b[SUPPLY + s]
        _demand(total == TROOPS, f"{name} has {total} Troops: {board} on the board, {b[RESERVE + s]} in the Reserve, "
                                 f"{b[SUPPLY + s]} in the Supply")


def _check_scores(g: SanchosState) -> None:
    """sanchos.score.sum-of-garrisons."""
    b, t = g.b, g.t
    for s, name in enumerate(SANCHOS):
        own = [r for r in t.open if b[OWNER + r] == s + 1]
        score = sum(t.value[r] for r in own)
        _demand(b[SCORE + s] == score, f"the score of {name} is noted as {b[SCORE + s]} and is {score}")
        _demand(b[SPACES + s] == len(own), f"{name} is noted with {b[SPACES + s]} spaces and holds {len(own)}")


def _check_battle(g: SanchosState) -> None:
    """sanchos.components.dice-per-sancho, sanchos.battle.dice-cap, sanchos.intercept.participants."""
    b = g.b
    if not b[ATTACKER]:
        left = [i for i in (EXTRA, INTERCEPTION, SALLY, MUST_FIGHT, CID_USED, SUCCESSES) if b[i]]
        _demand(not left and not g.dice, f"no battle is on, but there are dice {g.dice} or marks of one at {left}")
    for s, name in enumerate(SANCHOS):
        dice = [die for die in g.dice if die >> 1 & 3 == s]
        kings = sum(die & 1 for die in dice) + b[DICE_K + s]
        troops = sum(not die & 1 for die in dice) + b[DICE_T + s]
        _demand(kings <= 1 and troops <= TROOP_DICE, f"{name} has {kings} King's Guard and {troops} Troop dice")
    for die in g.dice:
        _demand((die & 7) < 6 and 0 <= (die & ~PICKED) >> 3 <= MAX_COLUMN, f"there is no die {die}")
    if not b[BESIEGER]:
        _demand(not b[DECLARED_T] and not b[DECLARED_K], "besiegers are declared by nobody")
    elif b[INTERCEPTION]:
        s, r = b[BESIEGER] - 1, b[BATTLE]
        _demand(b[DECLARED_T] <= b[FIELD_T + s * REGIONS + r], f"{SANCHOS[s]} has fewer Troops than it declared")
        _demand(not b[DECLARED_K] or _king_at(g, s, r, FIELD_PLACE), f"the King of {SANCHOS[s]} besieges from afar")


def _check_cards(g: SanchosState) -> None:
    """sanchos.components.deck, sanchos.phase1.hidden-information, sanchos.najera2p.never-commander."""
    b, t = g.b, g.t
    cards = list(b[CARD : CARD + t.card_count])
    known = {IN_DECK, DISCARDED, ON_TABLE, REMOVED, SET_ASIDE, UNSEEN}
    known.update(place + s for place in (IN_HAND, FACE_DOWN, FACE_UP) for s in range(3))
    _demand(known.issuperset(cards), f"a card lies nowhere: {sorted(set(cards) - known)}")
    unseen = cards.count(UNSEEN)
    missing = b[DECK] - cards.count(IN_DECK)
    _demand(0 <= missing <= unseen, f"the deck is noted as {b[DECK]} and holds {cards.count(IN_DECK)} cards")
    for s, name in enumerate(SANCHOS):
        hand, reserved = cards.count(IN_HAND + s), cards.count(FACE_DOWN + s) + cards.count(FACE_UP + s)
        for what, noted, found in (("hand", b[HAND + s], hand), ("Reserved cards", b[RESERVED + s], reserved)):
            _demand(0 <= noted - found <= unseen, f"{what} of {name}: noted {noted}, found {found}")
            missing += noted - found
        if t.nonplayer[s]:
            _demand(not b[HAND + s] and not cards.count(FACE_DOWN + s), f"non-player {name} has hidden cards")
    _demand(missing <= unseen, f"{missing} cards are missing and {unseen} are unseen")
    table = [c for c, place in enumerate(cards) if place == ON_TABLE]
    played = [b[PLAYED] - 1] if b[PLAYED] else []
    _demand(table == played, f"on the table lie {table}, played is {played}")
    _demand(not b[KEEPER] or bool(played), "a card that was not played will be reserved")
    _demand(all(b[CARD_ORDER + c] <= b[NEXT_ORDER] for c in range(t.card_count)), "a card was reserved in the future")


def _check_el_cid(g: SanchosState) -> None:
    """sanchos.elcid.optional, sanchos.elcid.claim, sanchos.inspire.piece, sanchos.inspire.return-after-use."""
    b, t = g.b, g.t
    holder, region = b[CID_HOLDER], b[CID_REGION]
    _demand((holder > 0) == t.el_cid, f"El Cid's card is with {holder}, and the option is {t.options['el-cid']}")
    _demand(holder < 2 or holder - 2 in t.players, "a non-player Sancho holds El Cid")
    _demand(not region or (t.inspires and holder > 1), "El Cid is on the board and nobody holds his card")
    _demand(not region or region - 1 in t.open, "El Cid stands outside the board")


def _check_course(g: SanchosState) -> None:
    """The course of the game: sanchos.win.major, sanchos.round.four-phases, sanchos.setup.solo-tiebreak-token."""
    b, t = g.b, g.t
    _demand(g.over == (b[RESULT] != RUNNING), "the game is over without a result, or has a result and goes on")
    _demand(b[RESULT] in (RUNNING, MAJOR, MINOR) and (b[WINNERS] > 0) == g.over, "the winners do not fit the result")
    scores = g.side_scores().values()
    most = max(scores)
    if g.over:
        _demand((most >= VICTORY) == (b[RESULT] == MAJOR), f"victory {b[RESULT]} with scores {list(scores)}")
    else:
        in_progress = b[ATTACKER] or b[BESIEGER]
        _demand(most < VICTORY or bool(in_progress), f"the game goes on with scores {list(scores)}")
    _demand(b[LEFT] <= 9, f"{b[LEFT]} points are left")
    _demand(b[ARROW] in ((1, 2) if t.solo else (0,)), f"decision arrow {b[ARROW]}")
    _demand(b[COMMANDER] == 0 or b[COMMANDER] - 1 in t.players, f"commander {b[COMMANDER]} is no player")
    _demand(bool(b[COMMANDER]) or t.solo or not b[ROUND], "a round has no commander")
    masked = UNSEEN in b[CARD : CARD + t.card_count]
    _demand(g.over or masked or bool(g.legal()), "nothing is legal and the game is not over")
