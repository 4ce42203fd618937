/** Random numbers from a seed by the published procedure: hashed lines, a stream of bytes, draws. */
async function sha(...lines: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const text = lines.map((line) => `${line}\n`).join('');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The SHA-256 hash, in hex, of lines of text, each ended by a line feed. */
export async function hashLines(...lines: string[]): Promise<string> {
  return [...(await sha(...lines))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An endless stream of bytes: the hash of "KEY 0", then of "KEY 1", and so on. */
export async function* byteStream(
  receipt: { commitment: string; seed: string },
  ...playerSeeds: string[]
): AsyncGenerator<number> {
  const { commitment, seed } = receipt;
  const key = await hashLines('uth stream 1', `commitment ${commitment}`, `seed ${seed}`, ...playerSeeds);
  for (let number = 0; ; number++) yield* await sha(`${key} ${number}`);
}

/** A uniform number from 0 to n − 1; words beyond the last multiple of n are skipped. */
export async function draw(n: number, bytes: AsyncGenerator<number>): Promise<number> {
  let size = 1;
  while (256 ** size < n) size++;
  const words = 256 ** size;
  for (;;) {
    let word = 0;
    for (let read = 0; read < size; read++) word = word * 256 + ((await bytes.next()).value as number);
    if (word < words - (words % n)) return word % n;
  }
}
