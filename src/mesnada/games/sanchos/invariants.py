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


def _demand(holds: bool, sentence: str, *values: object) -> None:
    """The sentence is filled in only when it is needed; this is asked many million times."""
    if not holds:
        raise InvariantError(sentence.format(*values))


def _king_at(g: SanchosState, s: int, r: int, place: int) -> bool:
    return g.b[KING_REGION + s] == r and g.b[KING_PLACE + s] == place


def _check_regions(g: SanchosState) -> None:
    """sanchos.board.no-entry, sanchos.army.garrison, sanchos.besiege.region, sanchos.besiege.strict-majority."""
    b, t = g.b, g.t
    rows = [b[row : row + REGIONS] for row in range(FIELD_T, SIEGER + REGIONS, REGIONS)]
    kings = [(b[KING_REGION + s], b[KING_PLACE + s]) for s in range(3)]
    regions_of_kings = [r for r, _ in kings]
    for r, counts in enumerate(zip(*rows, strict=True)):
        if not any(counts) and r not in regions_of_kings:
            continue
        if r not in t.open:
            raise InvariantError(f"place {r} is not in use and holds pieces")
        name = t.ids[r]
        troops, owner, besieging, sieger = counts[6:]
        _demand(owner <= 3 and sieger <= 3, "{} belongs to no Sancho: owner {}, besieger {}", name, owner, sieger)
        garrison = troops + kings.count((r, GARRISON_PLACE))
        besiegers = besieging + kings.count((r, SIEGE_PLACE))
        _demand((garrison > 0) == (owner > 0), "{} has a Garrison of {} and owner {}", name, garrison, owner)
        _demand((besiegers > 0) == (sieger > 0), "{} has {} besiegers and besieger {}", name, besiegers, sieger)
        for s, king in enumerate(kings):
            army = counts[s]
            if owner == s + 1:
                army += troops
            elif king == (r, GARRISON_PLACE):
                raise InvariantError(f"the King of {SANCHOS[s]} is in the Garrison of another in {name}")
            if sieger == s + 1:
                army += besieging
            elif king == (r, SIEGE_PLACE):
                raise InvariantError(f"the King of {SANCHOS[s]} is among the besiegers of another in {name}")
            if king[0] == r:
                army += 1
            if counts[3 + s] != army:
                raise InvariantError(
                    f"the Army of {SANCHOS[s]} in {name} is noted as {counts[3 + s]} and is {army}")
        if sieger:
            _demand(owner not in (0, sieger), "{} is besieged and holds no enemy Garrison", name)
            fighting = b[ATTACKER] and b[BATTLE] == r
            _demand(bool(fighting) or besiegers > garrison,
                    "{} besiegers do not outnumber the Garrison of {} in {}", besiegers, garrison, name)


def _check_pieces(g: SanchosState) -> None:
    """sanchos.components.pieces."""
    b, t = g.b, g.t
    for s, name in enumerate(SANCHOS):
        _demand(b[KING_REGION + s] in t.open, "the King of {} is not on the board", name)
        _demand(b[KING_PLACE + s] in (FIELD_PLACE, GARRISON_PLACE, SIEGE_PLACE), "the King of {} has no place", name)
        row = ARMY + s * REGIONS
        board = sum(b[row : row + REGIONS]) - 1
        total = board + b[RESERVE + s] + b[SUPPLY + s]
        _demand(total == TROOPS, "{} has {} Troops: {} on the board, {} in the Reserve, {} in the Supply",
                name, total, board, b[RESERVE + s], b[SUPPLY + s])


def _check_scores(g: SanchosState) -> None:
    """sanchos.score.sum-of-garrisons."""
    b, t = g.b, g.t
    for s, name in enumerate(SANCHOS):
        own = [r for r in t.open if b[OWNER + r] == s + 1]
        score = sum(t.value[r] for r in own)
        _demand(b[SCORE + s] == score, "the score of {} is noted as {} and is {}", name, b[SCORE + s], score)
        _demand(b[SPACES + s] == len(own), "{} is noted with {} spaces and holds {}", name, b[SPACES + s], len(own))


def _check_battle(g: SanchosState) -> None:
    """sanchos.components.dice-per-sancho, sanchos.battle.dice-cap, sanchos.intercept.participants."""
    b = g.b
    if not b[ATTACKER]:
        left = [i for i in (EXTRA, INTERCEPTION, SALLY, MUST_FIGHT, CID_USED, SUCCESSES) if b[i]]
        _demand(not left and not g.dice, "no battle is on, but there are dice {} or marks of one at {}", g.dice, left)
    for s, name in enumerate(SANCHOS):
        dice = [die for die in g.dice if die >> 1 & 3 == s]
        kings = sum(die & 1 for die in dice) + b[DICE_K + s]
        troops = sum(not die & 1 for die in dice) + b[DICE_T + s]
        _demand(kings <= 1 and troops <= TROOP_DICE, "{} has {} King's Guard and {} Troop dice", name, kings, troops)
    for die in g.dice:
        _demand((die & 7) < 6 and 0 <= (die & ~PICKED) >> 3 <= MAX_COLUMN, "there is no die {}", die)
    if not b[BESIEGER]:
        _demand(not b[DECLARED_T] and not b[DECLARED_K], "besiegers are declared by nobody")
    elif b[INTERCEPTION]:
        s, r = b[BESIEGER] - 1, b[BATTLE]
        _demand(b[DECLARED_T] <= b[FIELD_T + s * REGIONS + r], "{} has fewer Troops than it declared", SANCHOS[s])
        _demand(not b[DECLARED_K] or _king_at(g, s, r, FIELD_PLACE), "the King of {} besieges from afar", SANCHOS[s])


def _check_cards(g: SanchosState) -> None:
    """sanchos.components.deck, sanchos.phase1.hidden-information, sanchos.najera2p.never-commander."""
    b, t = g.b, g.t
    cards = list(b[CARD : CARD + t.card_count])
    known = {IN_DECK, DISCARDED, ON_TABLE, REMOVED, SET_ASIDE, UNSEEN}
    known.update(place + s for place in (IN_HAND, FACE_DOWN, FACE_UP) for s in range(3))
    _demand(known.issuperset(cards), "a card lies nowhere: {}", sorted(set(cards) - known))
    unseen = cards.count(UNSEEN)
    missing = b[DECK] - cards.count(IN_DECK)
    _demand(0 <= missing <= unseen, "the deck is noted as {} and holds {} cards", b[DECK], cards.count(IN_DECK))
    for s, name in enumerate(SANCHOS):
        hand, reserved = cards.count(IN_HAND + s), cards.count(FACE_DOWN + s) + cards.count(FACE_UP + s)
        for what, noted, found in (("hand", b[HAND + s], hand), ("Reserved cards", b[RESERVED + s], reserved)):
            _demand(0 <= noted - found <= unseen, "{} of {}: noted {}, found {}", what, name, noted, found)
            missing += noted - found
        if t.nonplayer[s]:
            _demand(not b[HAND + s] and not cards.count(FACE_DOWN + s), "non-player {} has hidden cards", name)
    _demand(missing <= unseen, "{} cards are missing and {} are unseen", missing, unseen)
    table = [c for c, place in enumerate(cards) if place == ON_TABLE]
    played = [b[PLAYED] - 1] if b[PLAYED] else []
    _demand(table == played, "on the table lie {}, played is {}", table, played)
    _demand(not b[KEEPER] or bool(played), "a card that was not played will be reserved")
    _demand(all(b[CARD_ORDER + c] <= b[NEXT_ORDER] for c in range(t.card_count)), "a card was reserved in the future")


def _check_el_cid(g: SanchosState) -> None:
    """sanchos.elcid.optional, sanchos.elcid.claim, sanchos.inspire.piece, sanchos.inspire.return-after-use."""
    b, t = g.b, g.t
    holder, region = b[CID_HOLDER], b[CID_REGION]
    _demand((holder > 0) == t.el_cid, "El Cid's card is with {}, and the option is {}", holder, t.options['el-cid'])
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
        _demand((most >= VICTORY) == (b[RESULT] == MAJOR), "victory {} with scores {}", b[RESULT], list(scores))
    else:
        in_progress = b[ATTACKER] or b[BESIEGER]
        _demand(most < VICTORY or bool(in_progress), "the game goes on with scores {}", list(scores))
    _demand(b[LEFT] <= 9, "{} points are left", b[LEFT])
    _demand(b[ARROW] in ((1, 2) if t.solo else (0,)), "decision arrow {}", b[ARROW])
    _demand(b[COMMANDER] == 0 or b[COMMANDER] - 1 in t.players, "commander {} is no player", b[COMMANDER])
    _demand(bool(b[COMMANDER]) or t.solo or not b[ROUND], "a round has no commander")
    masked = UNSEEN in b[CARD : CARD + t.card_count]
    _demand(g.over or masked or bool(g.legal()), "nothing is legal and the game is not over")
