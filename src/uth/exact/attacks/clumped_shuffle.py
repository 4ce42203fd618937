"""A shuffle that keeps clumps: a few riffles of the cards as the last round left them.

A riffle cuts the deck by a binomial number and drops cards from both packets with chances in
proportion to their sizes (Gilbert, Shannon and Reeds). Many tables are simulated at once; each
deals one seat, gathers board, dealer and seat under the cards that were not dealt, and riffles
again.

Who remembers nothing has the plain game: a deck in which all orders are equally likely stays so
under every shuffle that does not look at the cards. What is lost is that the last round says
nothing about the next. So the player here remembers the nine cards of the last round and where
they went, and raises before the flop by the chances that each of them comes again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np

from uth.exact.arrays import Array
from uth.exact.collusion.card_effects import CardEffects, hole_numbers
from uth.exact.kernels.flop_decisions import holes
from uth.exact.kernels.simulation.playing import evaluate_rounds
from uth.exact.kernels.simulation.riffling import riffle_decks
from uth.exact.simulation.strategies import OPTIMAL, StrategyChoice, tables_for
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import GameRules

TABLES, ROUNDS = 4_096, 64
"""Of a chunk: tables, and rounds of each behind a first one that is dealt from a fair deck."""
RANDOM_BITS = 1 << 52
OWN, OTHERS, DEALT = slice(0, 2), slice(2, 9), slice(0, 9)
"""Where the seat's cards, those of dealer and board, and all of them lie in a deck."""
ORDER = (4, 5, 6, 7, 8, 2, 3, 0, 1)
"""From the order of dealing (seat, dealer, board) to board, dealer, seat."""
GATHERED = (*range(9, 52), *ORDER)
"""The cards that were not dealt, then board, dealer and seat."""
REMEMBERED = range(43, 52)
"""Where the cards of the last round lie before the riffles."""
SAMPLED_DECKS = 1 << 17

Sums = tuple[int, float, float]
"""Rounds, the sum of their gains, and the sum of the squares of what each table gains."""
NO_SUMS: Sums = (0, 0.0, 0.0)


def riffle(decks: Array, draw: np.random.Generator, riffles: int = 1) -> Array:
    """Decks riffled so many times."""
    riffled = np.ascontiguousarray(decks, np.uint8)
    riffle_decks(riffled, draw.integers(0, RANDOM_BITS, (len(decks), riffles)))
    return riffled


@cache
def remembered_weights(riffles: int) -> Array:
    """How much less likely each remembered card is to be dealt to dealer or board than others.

    In units of what is usual: about 1 for a card that stays at the bottom, 0 after many riffles.
    """
    draw = np.random.Generator(np.random.Philox(key=riffles))
    whole = np.tile(np.arange(52, dtype=np.uint8), (SAMPLED_DECKS, 1))
    riffled = riffle(whole, draw, riffles)
    own, others = (
        np.bincount(riffled[:, part].ravel(), minlength=52)[list(REMEMBERED)] / SAMPLED_DECKS
        for part in (OWN, OTHERS)
    )
    chances = others / np.maximum(1.0 - own, 1e-9)
    of_another = (7 - chances.sum()) / (50 - len(REMEMBERED))
    weights: Array = (of_another - chances) * 50 / 7
    return weights


def remembered_advantages(
    effects: CardEffects, weights: Array, numbers: Array, last: Array
) -> Array:
    """What a raise is predicted to be worth more than a check, by holding and the last cards."""
    advantages: Array = effects.advantages[numbers].copy()
    held = holes()[numbers, :2]
    for column, weight in enumerate(weights.tolist()):
        card = last[:, column]
        changes = effects.effects[card, numbers] * (weight * 49 / 50)
        advantages += np.where((held == card[:, None]).any(axis=1), 0.0, changes)
    return advantages


@cache
def _net_parts(rules: GameRules) -> tuple[Array, Array]:
    """By strength: what a winning Blind is paid, and whether the Ante is decided."""
    tables = evaluator()
    blind = np.zeros(10)
    blind[4:] = [float(odds) for odds in reversed(rules.blind)]
    qualified = (tables.strengths >> 20 > 0) | (not rules.qualify)
    return blind[tables.category], (qualified & (not rules.ante_pushes)).astype(np.float64)


def _strengths(cards: Array) -> tuple[Array, Array]:
    """The strengths of dealer and seat, as numbers of the evaluator."""
    tables = evaluator()
    dealer, seat = np.empty(len(cards), np.int16), np.empty((len(cards), 1), np.int16)
    hands = tables.numbers, tables.offsets, tables.table, tables.flush
    evaluate_rounds(cards, hands, dealer, seat)
    return dealer, seat[:, 0]


def bet_nets(rules: GameRules, multiples: Array, dealer: Array, seat: Array) -> Array:
    """What the seat wins in antes with these Play bets; the multiple of a fold is 0."""
    blind, ante = _net_parts(rules)
    staked = multiples + ante[dealer]
    won = np.where(seat > dealer, staked + blind[seat], 0.0)
    nets: Array = np.where(seat < dealer, -staked - 1.0, won)
    return np.where(multiples == 0, -2.0, nets)


def _dealt_cards(decks: Array) -> Array:
    return np.ascontiguousarray(decks[:, ORDER])


def round_nets(rules: GameRules, decks: Array) -> Array:
    """What the seat wins in each round in antes, by best play of the plain game."""
    cards = _dealt_cards(np.asarray(decks, np.uint8))
    multiples = tables_for(StrategyChoice(OPTIMAL), rules).multiples(cards)[:, 0]
    return bet_nets(rules, multiples.astype(np.float64), *_strengths(cards))


def round_gains(rules: GameRules, decks: Array, advantages: Array) -> Array:
    """What the seat wins more than by plain play if it raises where that is an advantage."""
    tables = tables_for(StrategyChoice(OPTIMAL), rules)
    numbers = hole_numbers(decks[:, OWN])[:, 0]
    plain = tables.preflop[holes()[numbers, 2]] > 0
    gains = np.zeros(len(decks))
    (changed,) = np.nonzero(plain != (advantages >= 0))
    if len(changed):
        cards = _dealt_cards(decks[changed])
        later = replace(tables, preflop=np.zeros_like(tables.preflop), _by_holding=[])
        strengths = _strengths(cards)
        raised = np.full(len(changed), float(max(rules.play)))
        checked = later.multiples(cards)[:, 0].astype(np.float64)
        more = bet_nets(rules, raised, *strengths) - bet_nets(rules, checked, *strengths)
        gains[changed] = np.where(plain[changed], -more, more)
    return gains


def clumped_chunk(rules: GameRules, effects: Array, riffles: int, seed: int, number: int) -> Sums:
    """The sums of one chunk; its cards depend on the seed and its number alone."""
    draw = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, riffles, number]))
    decks = draw.permuted(np.tile(np.arange(52, dtype=np.uint8), (TABLES, 1)), axis=1)
    known, weights = CardEffects.of_ranks(rules, effects), remembered_weights(riffles)
    by_table = np.zeros(TABLES)
    for _ in range(ROUNDS):
        last = decks[:, ORDER]
        decks = riffle(decks[:, GATHERED], draw, riffles)
        numbers = hole_numbers(decks[:, OWN])[:, 0]
        advantages = remembered_advantages(known, weights, numbers, last)
        by_table += round_gains(rules, decks, advantages)
    return TABLES * ROUNDS, float(by_table.sum()), float((by_table * by_table).sum())


def added(sums: Sums, more: Sums) -> Sums:
    return sums[0] + more[0], sums[1] + more[1], sums[2] + more[2]


def mean_and_error(sums: Sums) -> tuple[float, float]:
    """The mean gain per Ante and its standard error.

    Rounds of one table depend on each other, because a few riffles keep much of the last deck. So
    the error is of the tables, not of the rounds.
    """
    rounds, total, squares = sums
    mean, tables = total / rounds, rounds // ROUNDS
    spread = max(squares / tables - (mean * ROUNDS) ** 2, 0.0)
    return mean, sqrt(spread / (tables - 1)) / ROUNDS
