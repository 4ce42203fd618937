import { describe, expect, it, vi } from 'vitest';

import { get, RetryKey, post, RefusalError, remove, text } from './api';
import { refusal } from '../../testing/fixtures';

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

async function thrownBy(request: Promise<unknown>): Promise<RefusalError> {
  const error: unknown = await request.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RefusalError);
  return error as RefusalError;
}

describe('a call', () => {
  it('sends JSON only if there is a body', async () => {
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
    server(() => Response.json(refusal('limits/minimum', 'You need $25'), { status: 422 }));
    const error = await thrownBy(get('/api/a'));
    expect([error.refusal.code, error.message, error.status]).toEqual(['limits/minimum', 'You need $25', 422]);
  });

  it('has its own code if the answer is not a refusal of the server', async () => {
    server(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    expect((await thrownBy(get('/api/a'))).refusal.code).toBe('service/502');
  });

  it('says that the server cannot be reached', async () => {
    server(() => Promise.reject(new TypeError('network')));
    const error = await thrownBy(post('/api/a'));
    expect([error.refusal.code, error.status]).toEqual(['service/unreachable', 0]);
  });

  it('is not thrown for a canceled call', async () => {
    const stop = new AbortController();
    stop.abort();
    server(() => Promise.reject(new DOMException('stopped', 'AbortError')));
    await expect(post('/api/a', {}, stop.signal)).rejects.not.toBeInstanceOf(RefusalError);
  });
});

describe('RetryKey', () => {
  it('keeps the key of a request that is sent again', () => {
    const retryKey = new RetryKey();
    const first = retryKey.withKey({ amount: 5 });
    expect(retryKey.withKey({ amount: 5 })).toEqual(first);
    expect(first).toMatchObject({ amount: 5 });
  });

  it('has another key for another request, and for the same one after it succeeded', () => {
    const retryKey = new RetryKey();
    const keys = [retryKey.withKey({ amount: 5 }).key, retryKey.withKey({ amount: 6 }).key];
    retryKey.done();
    keys.push(retryKey.withKey({ amount: 6 }).key);
    expect(new Set(keys).size).toBe(3);
  });
});
