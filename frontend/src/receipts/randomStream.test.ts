import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { byteStream, draw, hashLines } from './randomStream';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

async function* bytes(...given: number[]): AsyncGenerator<number> {
  for (const byte of given) yield await Promise.resolve(byte);
}

async function first(count: number, from: AsyncGenerator<number>): Promise<number[]> {
  const bytes: number[] = [];
  while (bytes.length < count) bytes.push((await from.next()).value as number);
  return bytes;
}

it('hashes lines, each ended by a line feed', async () => {
  expect(await hashLines('abc')).toBe('edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb');
  expect(await hashLines('seed é', 'b')).toBe(sha('seed é\nb\n'));
});

describe('stream', () => {
  const receipt = { commitment: 'c0', seed: '5eed' };

  it('is the hash of the key with 0, then with 1, and so on', async () => {
    const key = sha('uth stream 1\ncommitment c0\nseed 5eed\nseat 2 lucky\n');
    const expected = Buffer.from(sha(`${key} 0\n`) + sha(`${key} 1\n`), 'hex');
    expect(await first(64, byteStream(receipt, 'seat 2 lucky'))).toEqual([...expected]);
  });

  it('is another one for another seed of a player', async () => {
    const [one, other] = [byteStream(receipt, 'seat 2 lucky'), byteStream(receipt, 'seat 2 unlucky')];
    expect(await first(16, one)).not.toEqual(await first(16, other));
  });
});

describe('draw', () => {
  it('passes over bytes that would favour low numbers', async () => {
    expect(await draw(3, bytes(255, 7))).toBe(1);
    expect(await draw(3, bytes(254))).toBe(2);
    expect(await draw(256, bytes(255))).toBe(255);
  });

  it('takes as many bytes as the range needs, the highest first', async () => {
    expect(await draw(257, bytes(1, 2))).toBe((256 + 2) % 257);
    expect(await draw(65_536, bytes(1, 2))).toBe(258);
    expect(await draw(65_537, bytes(0, 1, 2))).toBe(258);
  });

  it('needs no byte twice', async () => {
    const source = bytes(10, 20);
    expect([await draw(52, source), await draw(51, source)]).toEqual([10, 20]);
  });
});
