import { describe, expect, it, vi } from 'vitest';

import { get, Once, post, Refused, remove, text } from './api';
import { told } from './fixtures';

type Call = { path: string; method?: string; body?: string; headers?: Record<string, string> };

/** A server that answers everything alike, and what it was sent. */
function server(answer: () => Response | Promise<Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: Omit<Call, 'path'>) => {
    calls.push({ path, ...init });
    return answer();
  });
  return calls;
}

async function refusal(work: Promise<unknown>): Promise<Refused> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refused);
  return error as Refused;
}

describe('a call', () => {
  it('sends JSON only where there is a body', async () => {
    const calls = server(() => Response.json({ ok: true }));
    expect(await get('/api/a')).toEqual({ ok: true });
    await post('/api/b', { amount: 5 });
    await post('/api/c');
    await remove('/api/d');
    expect(calls.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined], ['POST', '{"amount":5}'], ['POST', '{}'], ['DELETE', undefined],
    ]);
    expect(calls[1]?.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('returns text as it is', async () => {
    server(() => new Response('plain'));
    expect(await text('/api/a')).toBe('plain');
  });
});

describe('a refusal', () => {
  it('carries what the server said, and its status', async () => {
    server(() => Response.json(told('limits/minimum', 'You need $25'), { status: 422 }));
    const no = await refusal(get('/api/a'));
    expect([no.told.code, no.message, no.status]).toEqual(['limits/minimum', 'You need $25', 422]);
  });

  it('has a code of its own where the answer is no refusal of the house', async () => {
    server(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    expect((await refusal(get('/api/a'))).told.code).toBe('service/502');
  });

  it('says that the house cannot be reached', async () => {
    server(() => Promise.reject(new TypeError('network')));
    const no = await refusal(post('/api/a'));
    expect([no.told.code, no.status]).toEqual(['service/unreachable', 0]);
  });

  it('is not made of a call that was called off', async () => {
    const stop = new AbortController();
    stop.abort();
    server(() => Promise.reject(new DOMException('stopped', 'AbortError')));
    await expect(post('/api/a', {}, stop.signal)).rejects.not.toBeInstanceOf(Refused);
  });
});

describe('Once', () => {
  it('keeps the key of a wish that is sent again', () => {
    const once = new Once();
    const first = once.keyed({ amount: 5 });
    expect(once.keyed({ amount: 5 })).toEqual(first);
    expect(first).toMatchObject({ amount: 5 });
  });

  it('has another key for another wish, and for the same one after it happened', () => {
    const once = new Once();
    const keys = [once.keyed({ amount: 5 }).key, once.keyed({ amount: 6 }).key];
    once.done();
    keys.push(once.keyed({ amount: 6 }).key);
    expect(new Set(keys).size).toBe(3);
  });
});
