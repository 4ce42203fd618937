/** Calls to the server's HTTP interface. A refusal has a sentence and a stable code. */
import { t } from '../texts/catalog';
import type { RefusalMessage } from './schema';

export class RefusalError extends Error {
  constructor(
    readonly refusal: RefusalMessage,
    readonly status: number,
  ) {
    super(refusal.sentence);
  }
}

/** The refusal of a server that gives no answer, or none with a sentence. */
export function unreachable(reason: string | number = 'unreachable'): RefusalMessage {
  return { code: `service/${reason}`, sentence: t('frame.unreachable'), where: '', clause: '', key: '' };
}

/** The path of a table's resource. */
export function tablePath(table: string, rest = ''): string {
  return `/api/tables/${encodeURIComponent(table)}${rest}`;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RefusalError(unreachable(), 0);
  }
  if (response.ok) return response;
  throw new RefusalError(await refusalIn(response), response.status);
}

async function refusalIn(response: Response): Promise<RefusalMessage> {
  try {
    return (await response.json()) as RefusalMessage;
  } catch {
    return unreachable(response.status);
  }
}

export async function get<T>(path: string): Promise<T> {
  return (await (await call('GET', path)).json()) as T;
}

/** Send a request; its signal cancels it. */
export async function post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await call('POST', path, body ?? {}, signal)).json()) as T;
}

export async function remove<T>(path: string): Promise<T> {
  return (await (await call('DELETE', path)).json()) as T;
}

export async function file(path: string): Promise<Blob> {
  return await (await call('GET', path)).blob();
}

export async function text(path: string): Promise<string> {
  return await (await call('GET', path)).text();
}

/** The answer to a request, or null if it is refused. */
export function unlessRefused<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (error instanceof RefusalError) return null;
    throw error;
  });
}

/** An idempotency key: an order with it is carried out once, however often it is sent. */
export function newKey(): string {
  return crypto.randomUUID();
}

/** Adds an idempotency key to a request. The same request keeps its key until it has succeeded. */
export class RetryKey {
  #request = '';
  #key = '';

  withKey<T extends object>(request: T): T & { key: string } {
    const text = JSON.stringify(request);
    if (text !== this.#request) [this.#request, this.#key] = [text, newKey()];
    return { ...request, key: this.#key };
  }

  /** The request has succeeded: the next one gets a new key. */
  done(): void {
    this.#request = '';
  }
}
