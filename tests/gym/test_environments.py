"""The environments: their interfaces, their seeds, and that rounds end as at a table."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test  # type: ignore[import-untyped, unused-ignore]

import uth
import uth.gym
from tests.own_house import own_house
from uth.core.refusal import Refusal
from uth.gym import vector_env
from uth.gym.round_env import RoundEnv
from uth.gym.table_env import TableEnv
from uth.gym.vector_env import VectorRoundEnv
from uth.rulebook.model import Rulebook
from uth.table.dealing import arrange

FOLD, CHECK, ONE, TWO, THREE, FOUR = range(6)


@pytest.mark.parametrize("module", ["", ".round_env", ".table_env", ".vector_env"])
def test_the_examples_run(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"uth.gym{module}"))
    assert result.attempted >= 3
    assert result.failed == 0


@pytest.mark.parametrize("house", uth.HOUSES)
def test_gymnasium_accepts_a_seat_of_every_house(house: str) -> None:
    env = gymnasium.make("uth/UTH-v0", house=house)
    check_env(env.unwrapped, skip_render_check=house != "california")


@pytest.mark.parametrize(("house", "seats"), [("light-and-wonder", 6), ("california", 4)])
def test_pettingzoo_accepts_a_table(house: str, seats: int) -> None:
    with warnings.catch_warnings():
        # Its own card games have observations with a mask too, and are excepted by name.
        warnings.filterwarnings("ignore", "Observation space for each agent probably")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(TableEnv(house, seats=seats), num_cycles=10)


def test_an_episode_is_a_round_at_a_table() -> None:
    env = gymnasium.make("uth/UTH-v0", house="cardroom-25", wagers={"ante": 500, "blind": 500})
    deck = uth.cards([*range(51, -1, -1)])
    observation, info = env.reset(seed=1, options={"deck": deck})
    own, board = observation["observation"][:2], observation["observation"][2:]
    assert info["action_mask"].tolist() == observation["action_mask"].tolist() == [0, 1, 0, 0, 1, 1]
    assert (board == 52).all()
    rewards = []
    for action in (CHECK, CHECK, ONE):
        observation, reward, ended, truncated, info = env.step(action)
        rewards.append((reward, ended, truncated))
    played = uth.Table("cardroom-25").play_round(
        lambda decision: "check" if "check" in decision.actions else "1x",
        wagers={"ante": 500, "blind": 500},
        deck=deck,
    )
    assert rewards == [(0.0, False, False)] * 2 + [(played.net / 500, True, False)]
    assert info["net"] == played.net
    assert own.tolist() == [card.index for card in played.cards[1]]
    assert observation["observation"][2:].tolist() == [card.index for card in played.board]
    assert not observation["action_mask"].any()


def test_what_is_not_legal_is_a_check_or_a_fold() -> None:
    single, many = RoundEnv(), VectorRoundEnv(1)
    deck = uth.cards(range(52))
    single.reset(options={"deck": deck})
    many.reset(options={"decks": [[*range(52)]]})
    answers = [(single.step(ONE), many.step([ONE])) for _ in range(2)]
    assert [(one[2], bool(other[2][0])) for one, other in answers] == [(False, False)] * 2
    one, other = single.step(THREE), many.step([THREE])
    assert (one[1], one[2]) == (other[1][0], other[2][0]) == (-2.0, True)


@pytest.mark.parametrize("action", [6, -1, "4x", None, 1.0])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = RoundEnv()
    env.reset(seed=1)
    with pytest.raises(Refusal, match="gym/actions"):
        env.step(action)
    check: Any = np.int64(CHECK)
    assert env.step(check)[2] is False


@pytest.mark.parametrize("count", [0, -1, 2.5, None])
def test_there_is_at_least_one_round(count: Any) -> None:
    with pytest.raises(Refusal, match="gym/rounds"):
        VectorRoundEnv(count)
    wagers: Any = count or 5
    with pytest.raises(Refusal, match="wager/name"):
        VectorRoundEnv(1, wagers={"Ante": 500})
    with pytest.raises(Refusal, match="wager/amounts"):
        VectorRoundEnv(1, wagers=wagers)


def test_a_seed_repeats_the_rounds() -> None:
    def cards(env: Any, seed: int) -> list[list[int]]:
        seen = [env.reset(seed=seed)[0]]
        seen += [env.reset()[0] for _ in range(3)]
        return [each["observation"].ravel().tolist() for each in seen]

    for env in (RoundEnv("california"), VectorRoundEnv(5)):
        assert cards(env, 3) == cards(env, 3) != cards(env, 4)


def test_every_round_may_have_a_seed_of_its_own() -> None:
    envs = VectorRoundEnv(3)
    cards = envs.reset(seed=[7, 8, 7])[0]["observation"]
    assert cards[0].tolist() == cards[2].tolist() != cards[1].tolist()
    with pytest.raises(Refusal, match="gym/seeds"):
        envs.reset(seed=[7])
    for wrong in ("abc", 1.5, -1, [1.5, 2, 3], [1, 2, -3]):
        seed: Any = wrong
        with pytest.raises(Refusal, match="gym/seeds"):
            envs.reset(seed=seed)
    again = VectorRoundEnv(np.int64(3)).reset(seed=np.array([7, 8, 7]))[0]["observation"]  # type: ignore[arg-type]
    assert again.tolist() == cards.tolist()


def test_a_round_in_progress_can_be_reset() -> None:
    env, table = RoundEnv("california"), TableEnv("california", seats=3)
    for _ in range(5):
        env.reset()
        table.reset()
        env.step(CHECK)
        table.step(CHECK)
    assert table.render() == "player_2 to act"
    assert env.render().startswith("board ")


def test_a_table_tells_each_seat_its_own_cards_alone() -> None:
    env = TableEnv(seats=3)
    env.reset(seed=1)
    seen = [env.observe(agent) for agent in env.possible_agents]
    assert len({*np.concatenate([each["observation"][:2] for each in seen]).tolist()}) == 6
    assert [bool(each["action_mask"].any()) for each in seen] == [True, False, False]
    rounds = uth.Table(seats=(1, 2, 3)).play_round(
        lambda decision: "4x", deck=[uth.DECK[card] for card in _deck(env)]
    )
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else FOUR)
    assert total == {f"player_{seat}": net / 500 for seat, net in rounds.nets.items()}
    assert "player_1" in env.render()


def _deck(env: TableEnv) -> list[int]:
    return [card.index for card in env.table.state.deck]


@pytest.mark.parametrize(
    ("house", "seats"), [("light-and-wonder", 0), ("light-and-wonder", 7), ("california", 5)]
)
def test_a_table_has_so_many_seats(house: str, seats: int) -> None:
    with pytest.raises(Refusal, match="gym/seats"):
        TableEnv(house, seats=seats)


def test_a_table_refuses_what_is_not_legal() -> None:
    env = TableEnv(seats=1)
    env.reset(seed=1)
    for action, code in ((FOLD, "act/not_allowed"), (6, "gym/actions"), (None, "gym/actions")):
        with pytest.raises(Refusal, match=code):
            env.step(action)


HOUSES: dict[str, tuple[Rulebook, dict[str, int]]] = {
    "plain": (uth.load_house("light-and-wonder"), {}),
    "bonuses": (
        uth.load_house("light-and-wonder"),
        {"trips": 500, "ultimate_pairs": 1000, "bad_beat": 500},
    ),
    "california": (uth.load_house("california"), {"trips": 1500}),
    "bad beat": (uth.load_house("california-bad-beat"), {"trips": 500, "bad_beat": 500}),
    "cardroom-25": (uth.load_house("cardroom-25"), {"trips": 300}),
    "hollywood-pa": (uth.load_house("hollywood-pa"), {"trips": 500}),
}


CAPPED = """
[limits]
maximum = "15"
ceiling = { value = "15", clause = "Q-28" }
ceiling_source = { value = "a page of 2026", clause = "Q-28" }

[payouts]
maximum = { value = "12", clause = "CR-10" }

[collection]
player = { value = [{ from = "1", fee = "1" }], clause = "CA-11" }
"""
"""A ceiling, a maximum payout and a fee that all bind at an Ante of $5."""


def test_caps_and_fees_count_in_many_rounds(tmp_path: Path) -> None:
    file = tmp_path / "capped.toml"
    file.write_text(own_house("california", CAPPED))
    rules = uth.load_house(file)
    envs = VectorRoundEnv(house=rules)
    observations, _ = envs.reset(seed=1)
    assert observations["action_mask"].tolist() == [[0, 1, 0, 0, 1, 0]]
    assert_equal_rounds(rules, {"ante": 500, "blind": 500, "trips": 500}, steps=8)


@pytest.mark.parametrize("name", HOUSES)
def test_many_rounds_end_as_at_a_table(name: str) -> None:
    """The same cards and the same decisions: the same net, to the cent."""
    rules, bonuses = HOUSES[name]
    ante = rules.limits.minimum
    assert_equal_rounds(rules, {"ante": ante, "blind": ante, **bonuses}, steps=5)


def _next(decided: Iterator[str], _decision: uth.PendingDecision) -> str:
    return next(decided)


def assert_equal_rounds(rules: Rulebook, wagers: dict[str, int], steps: int) -> None:
    envs = VectorRoundEnv(24, house=rules, wagers=wagers)
    table, draw = uth.Table(rules), np.random.default_rng(5)
    decks = draw.permuted(np.tile(np.arange(52), (24, 1)), axis=1)
    observations, _ = envs.reset(seed=9, options={"decks": decks})
    given = [[uth.DECK[card] for card in row] for row in decks]
    chosen: list[list[str]] = [[] for _ in range(24)]
    rounds, procedure = 0, rules.dealing.procedure
    for _ in range(steps):
        mask = observations["action_mask"]
        actions = np.array([draw.choice(np.flatnonzero(row)) for row in mask])
        observations, rewards, ended, _, info = envs.step(actions)
        for i in range(24):
            chosen[i].append(envs.actions[actions[i]])
            if ended[i]:
                decided = iter(chosen[i])
                played = table.play_round(partial(_next, decided), wagers=wagers, deck=given[i])
                assert info["net"][i] == played.net, played.notation
                assert rewards[i] == played.net / wagers["ante"]
                seen = info["final_obs"]["observation"][i].tolist()
                assert seen == [card.index for card in (*played.cards[1], *played.board)]
                assert next(decided, None) is None
                row = [uth.DECK[card] for card in envs.cards[i]]
                given[i] = [*arrange(procedure, {1: row[7:]}, row[5:7], row[:5])]
                chosen[i], rounds = [], rounds + 1
            else:
                assert info["net"][i] == rewards[i] == 0
    assert rounds > 24


def test_shuffles_are_fair() -> None:
    """Every card is as likely in every place: chi-squared over 52 cards, nine places."""
    envs, count = VectorRoundEnv(8_192), np.zeros((9, 52))
    envs.reset(seed=2)
    for _ in range(8):
        for place in range(9):
            count[place] += np.bincount(envs.cards[:, place], minlength=52)
        envs.step(np.full(8_192, FOUR))
    expected = 8 * 8_192 / 52
    assert ((count - expected) ** 2 / expected).sum(axis=1).max() < 51 + 5 * np.sqrt(102)
    assert (np.sort(envs.cards, axis=1)[:, 1:] > np.sort(envs.cards, axis=1)[:, :-1]).all()


def test_the_vector_environment_is_registered() -> None:
    envs = gymnasium.make_vec("uth/UTH-v0", num_envs=3, house="california")
    assert isinstance(envs, VectorRoundEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, _ = envs.reset(seed=1)
    assert observations in envs.observation_space
    observations, *_ = envs.step(envs.action_space.sample())
    assert observations in envs.observation_space
    synced = gymnasium.make_vec("uth/UTH-v0", num_envs=2, vectorization_mode="sync")
    assert synced.single_observation_space == envs.single_observation_space


@pytest.mark.parametrize("actions", [[1], [1, 6], [1, -1], [1.0, 1.0], [[1], [1]]])
def test_wrong_actions_are_refused(actions: object) -> None:
    envs = VectorRoundEnv(2)
    envs.reset(seed=1)
    with pytest.raises(Refusal, match="gym/actions"):
        envs.step(actions)


def test_wrong_decks_and_linked_wagers_are_refused() -> None:
    with pytest.raises(Refusal, match="gym/decks"):
        VectorRoundEnv(2).reset(options={"decks": [[*range(52)], [0] * 52]})
    wagers = {"ante": 1500, "blind": 1500, "progressive": 500}
    with pytest.raises(Refusal, match="gym/linked"):
        VectorRoundEnv(house="hollywood-pa", wagers=wagers)
    env = RoundEnv("hollywood-pa", wagers=wagers)
    env.reset(seed=1)
    assert env.step(FOUR)[2]
    with pytest.raises(Refusal, match="wager/"):
        RoundEnv(wagers={"ante": 500, "blind": 1_000})


def test_without_the_extra_it_says_which() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import uth.gym"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "install/missing" in process.stderr
    assert "pip install 'uth-poker[gym]'" in process.stderr


def test_there_is_nothing_else() -> None:
    assert [getattr(uth.gym, name) for name in uth.gym.__all__][1:] == [
        RoundEnv,
        TableEnv,
        VectorRoundEnv,
    ]
    with pytest.raises(AttributeError, match="no attribute 'Moon'"):
        uth.gym.Moon  # type: ignore[attr-defined] # noqa: B018


def test_warming_up_compiles_what_the_environments_run() -> None:
    """In the types that an environment uses: none of its kernels is compiled again."""
    from uth.exact.kernels.environments import round_steps
    from uth.exact.warmup import PARTS

    PARTS["environments"]()
    kernels: list[Any] = [round_steps.start_rounds, round_steps.step_rounds]
    before = [list(kernel.signatures) for kernel in kernels]
    envs = VectorRoundEnv(2)
    envs.reset(seed=1)
    envs.step([CHECK, FOUR])
    assert [len(signatures) for signatures in before] == [1, 1]
    assert [list(kernel.signatures) for kernel in kernels] == before


def test_threads_share_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many threads there are, the rounds are the same; closing ends the threads."""
    monkeypatch.setattr(vector_env, "thread_count", lambda: 3)
    many = vector_env.FEWEST_FOR_THREADS + 1
    several, alone = VectorRoundEnv(many), VectorRoundEnv(many)
    alone._threads = 1
    for envs in (several, alone):
        envs.reset(seed=7)
    for action in (CHECK, TWO, CHECK, CHECK, ONE):
        one, other = (envs.step(np.full(many, action)) for envs in (several, alone))
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[1] == other[1]).all()
    assert alone._pool is None
    assert several._pool is not None
    several.close()
    assert several._pool is None
