"""Learn to play from nothing but rewards, street by street from the last, in minutes.

Every deal is played once with each action, which a seed makes possible, and the actions' mean
rewards are noted for the kind of spot it is. Needs `pip install 'uth-poker[gym]'`.

python examples/learn_to_play.py [MILLIONS OF DEALS A STREET]
"""

import sys

import numpy as np

import uth.gym

AT_ONCE = 1 << 17
PREFLOP, FLOP, RIVER = 0, 1, 2
RANKS = np.arange(8192)
BITS = np.array([bin(ranks).count("1") for ranks in RANKS])
RUNS = [0b1000000001111, *(31 << low for low in range(9))]
HAS_RUN = np.array([any(ranks & run == run for run in RUNS) for ranks in RANKS])
STRAIGHT_OUTS = np.where(
    HAS_RUN, 3, np.minimum(2, sum(HAS_RUN[RANKS | 1 << rank].astype(int) for rank in range(13)))
)
"""By the set of ranks: 3 where it has a straight, else how many ranks would make one, at most 2."""


def combine(*features):
    """One number for several features, each an array and how many values it has."""
    index = 0
    for values, size in features:
        index = index * size + values
    return index


def spot(cards, street):
    """The kind of spot: a coarse number and a fine one, as a program could tell them apart."""
    cards = cards[:, : (2, 5, 7)[street]].astype(np.int64)
    ranks, suits = cards >> 2, cards & 3
    low, high = np.sort(ranks[:, :2], axis=1).T
    suited = (suits[:, 0] == suits[:, 1]).astype(int)
    if street == PREFLOP:
        return np.zeros_like(low), combine((suited, 2), (high, 13), (low, 13))
    board, same = ranks[:, 2:], np.zeros_like(low)
    for at in range(1, board.shape[1]):
        same += (board[:, :at] == board[:, at, None]).sum(axis=1)
    matches = [np.minimum(2, (board == rank[:, None]).sum(axis=1)) for rank in (high, low)]
    paired = np.where(high == low, 9 + matches[0], matches[0] * 3 + matches[1])
    on_board = np.bitwise_or.reduce(1 << board, axis=1)
    better = [BITS[~on_board & 8191 & -(2 << rank)] for rank in (high, low)]
    held = on_board | 1 << high | 1 << low
    counts = np.stack([(suits == suit).sum(axis=1) for suit in range(4)])
    of_board = np.stack([(suits[:, 2:] == suit).sum(axis=1) for suit in range(4)])
    if street == FLOP:
        suit = counts.argmax(axis=0)
        most, mine = counts.max(axis=0), (suits[:, :2] == suit[:, None])
        top = np.where(mine, ranks[:, :2], 0).max(axis=1)
        draw = np.select(
            [most == 5, most == 4, most == 3],
            [1, 2 + 13 * (mine.sum(axis=1) - 1) + top, 28 + mine.sum(axis=1)],
            0,
        )
        kind = combine((np.minimum(same, 2), 3), (paired, 12), (draw, 31), (STRAIGHT_OUTS[held], 4))
        return kind, combine((kind, 1), (better[0], 13), (better[1], 13))
    suit, most = of_board.argmax(axis=0), of_board.max(axis=0)
    mine = (suits[:, :2] == suit[:, None]).sum(axis=1)
    flush = np.select([most == 3, most == 4, most == 5], [1 + mine, 4 + np.minimum(mine, 1), 6], 0)
    straight = combine((STRAIGHT_OUTS[on_board], 4), (HAS_RUN[held], 2))
    kind = combine((np.minimum(same, 5), 6), (paired, 12), (flush, 7), (straight, 8))
    below = BITS[on_board & ((1 << high) - 1)]
    return kind, combine((kind, 1), (better[0], 13), (below, 6), (np.minimum(better[1] // 3, 3), 4))


class Learner:
    """The mean reward of each action by the kind of spot, one table for each street."""

    def __init__(self, actions):
        self.actions, self.tables = actions, {}
        sizes = {PREFLOP: (1, 338), FLOP: (4464, 169), RIVER: (4032, 312)}
        for street, (kinds, fine) in sizes.items():
            self.tables[street] = [
                np.zeros((actions + 1, kinds)), np.zeros((actions + 1, kinds * fine)),
            ]  # fmt: skip

    def learn(self, cards, street, rewards):
        """Add what each action has won in these spots; the last row counts them."""
        for index, table in zip(spot(cards, street), self.tables[street], strict=True):
            for action, won in rewards.items():
                table[action] += np.bincount(index, won, table.shape[1])
            table[-1] += np.bincount(index, minlength=table.shape[1])

    def choose(self, cards, street, mask):
        """The action that was best; spots that are rare are judged by others of their kind."""
        (coarse, fine), (wide, narrow) = spot(cards, street), self.tables[street]
        kind = wide[:, coarse]
        values = narrow[:-1, fine] + 30 * kind[:-1] / np.maximum(kind[-1], 1)
        return np.where(mask.T, values / (narrow[-1, fine] + 30), -np.inf).argmax(axis=0)


def play(envs, learner, seed, street, action=None):
    """Deal, check up to a street, act there, play on: what is seen there, and rewards."""
    observation, _ = envs.reset(seed=seed)
    rewards, playing, spots = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool), None
    for now in (PREFLOP, FLOP, RIVER):
        cards, mask = observation["observation"], observation["action_mask"]
        if now == street:
            spots = cards, mask
        if now < street:
            chosen = np.full(envs.num_envs, 1)
        elif now == street and action is not None:
            chosen = np.full(envs.num_envs, action)
        else:
            chosen = np.ones(envs.num_envs, int)
            chosen[playing] = learner.choose(cards[playing], now, mask[playing])
        observation, won, ended, _, _ = envs.step(chosen)
        rewards[playing] = won[playing]
        playing &= ~ended
        if not playing.any():
            break
    return spots, rewards


def learn(millions, house="light-and-wonder", seed=1):
    """Learn the last street first: what a check is worth depends on the play after it."""
    envs = uth.gym.VectorRoundEnv(AT_ONCE, house=house)
    learner = Learner(len(envs.actions))
    for street in (RIVER, FLOP, PREFLOP):
        for batch in range(max(1, round(millions * 1e6 / AT_ONCE))):
            shuffle = (3 * seed + street) * 1_000_000 + batch
            (cards, mask), _ = play(envs, learner, shuffle, street, 1)
            legal = np.flatnonzero(mask[0])
            rewards = {action: play(envs, learner, shuffle, street, action)[1] for action in legal}
            learner.learn(cards, street, rewards)
    return envs, learner


if __name__ == "__main__":
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 4
    envs, learner = learn(millions)
    nets = np.concatenate(
        [play(envs, learner, batch, PREFLOP)[1] for batch in range(max(1, int(8 * millions)))]
    )
    error = nets.std() / len(nets) ** 0.5
    print(f"learned to win {nets.mean():+.4f} antes a round, give or take {error:.4f}")
