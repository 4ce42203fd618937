/** The server's HTTP interface; every refusal comes as one sentence with a stable code. */
import type { RefusalMessage } from './schema';

export class Refused extends Error {
  constructor(
    readonly told: RefusalMessage,
    readonly status: number,
  ) {
    super(told.sentence);
  }
}

export const UNREACHABLE: RefusalMessage = {
  code: 'service/unreachable',
  sentence: 'the house can’t be reached',
  where: '',
  clause: '',
  key: '',
};

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
    throw new Refused(UNREACHABLE, 0);
  }
  if (response.ok) return response;
  throw new Refused(await toldBy(response), response.status);
}

async function toldBy(response: Response): Promise<RefusalMessage> {
  try {
    return (await response.json()) as RefusalMessage;
  } catch {
    return { ...UNREACHABLE, code: `service/${response.status}` };
  }
}

export async function get<T>(path: string): Promise<T> {
  return (await (await call('GET', path)).json()) as T;
}

/** Send something; what is no longer wanted can be called off by its signal. */
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

/** A key that makes an order happen once, however often it is sent. */
export function newKey(): string {
  return crypto.randomUUID();
}

/** Keys for one thing after another: a wish that is sent again, because no answer came, keeps its key. */
export class Once {
  #wish = '';
  #key = '';

  keyed<T extends object>(wish: T): T & { key: string } {
    const said = JSON.stringify(wish);
    if (said !== this.#wish) [this.#wish, this.#key] = [said, newKey()];
    return { ...wish, key: this.#key };
  }

  /** It has happened: the same wish is another one from here on. */
  done(): void {
    this.#wish = '';
  }
}
