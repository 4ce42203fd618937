/** From a seed to numbers, as the house publishes it: hashed lines, a stream of bytes, a draw. */
async function sha(...lines: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const text = lines.map((line) => `${line}\n`).join('');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** SHA-256, in hex, of lines of text, each ended by a line feed. */
export async function hashed(...lines: string[]): Promise<string> {
  return [...(await sha(...lines))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes without end: the hash of "KEY 0", then of "KEY 1", and so on. */
export async function* stream(
  receipt: { commitment: string; seed: string },
  ...mixed: string[]
): AsyncGenerator<number> {
  const { commitment, seed } = receipt;
  const key = await hashed('uth stream 1', `commitment ${commitment}`, `seed ${seed}`, ...mixed);
  for (let number = 0; ; number++) yield* await sha(`${key} ${number}`);
}

/** One of 0 … n − 1, each equally likely: words beyond the last multiple of n are passed over. */
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
