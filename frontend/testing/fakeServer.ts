/** A fake server for tests. */
import { vi } from 'vitest';

import { refusal } from './fixtures';
import { jsonResponse } from './responses';
import type { Me } from '../src/lib/schema';

type Handler = (body: Record<string, unknown>) => unknown;
type Call = [string, Record<string, unknown>];

export const refuse = (code: string) => jsonResponse(refusal(code), 422);
export const ann = (fields: Partial<Me> = {}): Me => ({ name: 'Ann', shown: 'Ann', role: 'player', at_cage: 1_000, may: {}, ...fields });

const isResponse = (answer: unknown): answer is Response => typeof answer === 'object' && answer !== null && 'json' in answer;

/** Answers requests by method and path; returns the requests, in order. */
export function fakeServer(answers: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (path: string, { method, body = '{}' }: { method: string; body?: string }) => {
    const [name, sent] = [`${method} ${path}`, JSON.parse(body) as Record<string, unknown>];
    calls.push([name, sent]);
    const answer = answers[name]?.(sent);
    if (answer === undefined) return Promise.reject(new TypeError('network'));
    return Promise.resolve(isResponse(answer) ? answer : jsonResponse(answer));
  });
  return calls;
}

export const callNames = (calls: Call[]) => calls.map(([name]) => name);
