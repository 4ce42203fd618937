import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { MysteryReceipt, Receipt } from '../lib/schema';
import { dealFromDeck, deckOf, verify, verifyMystery, type Check } from './verification';

/** The receipt that docs/fairness.md works through. */
const EXAMPLE = readFileSync(new URL('../../../docs/receipt.example.json', import.meta.url), 'utf8');
const example = (): Receipt => JSON.parse(EXAMPLE) as Receipt;

function tampered(change: (receipt: Receipt) => void): Receipt {
  const receipt = example();
  change(receipt);
  return receipt;
}

const what = (checks: Check[]) => checks.map((check) => check.what);
const failed = (checks: Check[]) => checks.flatMap((check) => (check.good ? [] : [`${check.what} ${check.where}`]));
const swap = (cards: string[]) => ([cards[0], cards[1]] = [cards[1] as string, cards[0] as string]);

describe('the published example', () => {
  it('passes every check', async () => {
    const checks = await verify(example());
    expect(failed(checks)).toEqual([]);
    expect(what(checks)).toEqual(['format', 'commitment', 'deck', 'deal', 'deal', 'deal', 'deal', 'deal']);
  });

  it('passes against the commitment that was shown and the seed that was given', async () => {
    const checks = await verify(example(), example().commitment, 'lucky dog');
    expect(failed(checks)).toEqual([]);
    expect(what(checks)).toEqual(expect.arrayContaining(['shown', 'given']));
  });

  it('yields its deck from the seeds alone', async () => {
    const blank = tampered((receipt) => {
      receipt.deck = [];
      receipt.deal = null;
    });
    expect(await deckOf(blank)).toEqual(example().deck);
  });
});

describe('a tampered receipt', () => {
  it.each<[string, (receipt: Receipt) => void, string[]]>([
    ['two cards of the deck swapped', ({ deck }) => swap(deck), ['deck deck']],
    ['a seat dealt its cards the other way round', ({ deal }) => swap(deal?.seats['3'] ?? []), ['deal 3']],
    ['another card for the dealer', ({ deal }) => deal?.dealer.splice(0, 1, 'As'), ['deal dealer']],
    ['a board cut short', ({ deal }) => deal?.board.pop(), ['deal board']],
    ['another table', (receipt) => (receipt.table = 'riverside-4'), ['commitment commitment']],
    ['another round', (receipt) => (receipt.round += 1), ['commitment commitment']],
    ['another house', (receipt) => (receipt.house = 'hollywood-pa'), ['commitment commitment']],
    ['another rulebook', (receipt) => (receipt.rulebook = '0'.repeat(64)), ['commitment commitment']],
    ['no deal though it was settled', (receipt) => (receipt.deal = null), ['deal deal']],
  ])('fails: %s', async (_, change, expected) => {
    expect(failed(await verify(tampered(change)))).toEqual(expected);
  });

  it.each<[string, (receipt: Receipt) => void]>([
    ['another seed', (receipt) => (receipt.seed = receipt.seed.replace('d', 'e'))],
    ['another commitment', (receipt) => (receipt.commitment = receipt.commitment.replace('e', 'd'))],
  ])('fails in the commitment and in every card that follows: %s', async (_, change) => {
    expect(failed(await verify(tampered(change)))).toEqual([
      'commitment commitment', 'deck deck', 'deal 2', 'deal 3', 'deal 5', 'deal dealer', 'deal board',
    ]);
  });

  it('fails in its cards when a player’s seed is changed, left out or given to another seat', async () => {
    const changes: ((receipt: Receipt) => void)[] = [
      (receipt) => (receipt.player_seeds[2] = 'unlucky dog'),
      (receipt) => delete receipt.player_seeds['5'],
      (receipt) => (receipt.player_seeds = { 3: 'lucky dog', 5: '7f3a09' }),
    ];
    for (const change of changes) expect(failed(await verify(tampered(change)))).toContain('deck deck');
  });

  it('shows what it has and what the seeds give', async () => {
    const deck = (await verify(tampered((receipt) => swap(receipt.deck)))).find((check) => check.what === 'deck');
    expect(deck?.stated).toMatch(/^8c 7d 2h /);
    expect(deck?.derived).toBe(example().deck.join(' '));
  });
});

it('fails a receipt whose commitment is not the one that was shown', async () => {
  expect(failed(await verify(example(), 'f'.repeat(64)))).toEqual(['shown commitment']);
});

it('fails a receipt that leaves out the seed that was given', async () => {
  expect(failed(await verify(example(), '', 'my own seed'))).toEqual(['given given']);
});

it('asks for no deal of a void round', async () => {
  const receipt = tampered((one) => Object.assign(one, { ending: 'void', deal: null }));
  expect(failed(await verify(receipt))).toEqual([]);
});

it.each([{ format: 'uth-receipt/2' }, { seed: 'lucky' }, { rulebook: '' }])('checks nothing of %j', async (change) => {
  const receipt = tampered((one) => Object.assign(one, change));
  expect(failed(await verify(receipt))).toEqual(['format format']);
  expect(await verify(receipt)).toHaveLength(1);
});

describe('dealFromDeck', () => {
  const deck = Array.from({ length: 52 }, (_, index) => String(index));

  it('deals two cards at a time from a shuffler, the board last', () => {
    expect(dealFromDeck('shuffler', [4, 1], deck)).toEqual({
      seats: { 1: ['0', '1'], 4: ['2', '3'] }, dealer: ['4', '5'], board: ['6', '7', '8', '9', '10'],
    });
    expect(dealFromDeck('hand-held', [4, 1], deck)).toEqual(dealFromDeck('shuffler', [1, 4], deck));
  });

  it('deals the board first if the house does', () => {
    expect(dealFromDeck('community-first', [2], deck)).toEqual({
      seats: { 2: ['5', '6'] }, dealer: ['7', '8'], board: ['0', '1', '2', '3', '4'],
    });
  });

  it('deals one card at a time from a shoe', () => {
    expect(dealFromDeck('shoe', [2, 6], deck)).toEqual({
      seats: { 2: ['0', '3'], 6: ['1', '4'] }, dealer: ['2', '5'], board: ['6', '7', '8', '9', '10'],
    });
  });
});

describe('a mystery', () => {
  /** Commitment and value were computed by the server’s own code. */
  const mystery: MysteryReceipt = {
    format: 'uth-mystery/1', meter: 'bad-beat', number: 7, low: 20_000, high: 50_000, increment: 125,
    commitment: '26223b66a19054f1d2b93d73057f7511cf61fc58b4541c9f6553ea5d6dc0aa18', seed: 'ab'.repeat(32),
    value: 29_315, paid: 29_400, journal: null,
  };

  it('passes as the server computed it', async () => {
    const checks = await verifyMystery(mystery, mystery.commitment);
    expect(what(checks)).toEqual(['format', 'commitment', 'shown', 'value', 'paid']);
    expect(failed(checks)).toEqual([]);
  });

  it.each<[Partial<MysteryReceipt>, string[]]>([
    [{ number: 8 }, ['commitment commitment']],
    [{ value: 29_316 }, ['value value']],
    [{ paid: 29_314 }, ['paid paid']],
    [{ paid: 29_441 }, ['paid paid']],
    [{ seed: 'cd'.repeat(32) }, ['commitment commitment', 'value value', 'paid paid']],
    [{ low: 60_000 }, ['format format']],
  ])('fails with %j', async (change, expected) => {
    expect(failed(await verifyMystery({ ...mystery, ...change }))).toEqual(expected);
  });

  it('may be paid from its value up to one step above it', async () => {
    for (const paid of [29_315, 29_440]) expect(failed(await verifyMystery({ ...mystery, paid }))).toEqual([]);
  });
});
