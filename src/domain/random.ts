/**
 * Repeatable randomness that needs no shared state: the n-th number of a stream is a function of the stream's key and n
 * alone, so a step can be drawn again after a restart, and tasks never influence each other.
 */
export interface RandomStream {
  /** Next number in [0, 1), 32 bits. */
  next(): number;
  /** Next integer in 0..n-1, unbiased to 2^-32. */
  below(n: number): number;
  /** Numbers drawn so far; assign to go back or forward. */
  position: number;
}

/** Two 32-bit keys from text (FNV-1a with two offsets, finalised as in MurmurHash3). */
export function hashText(text: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x01000193 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return [mix(a), mix(b ^ a)];
}

/** MurmurHash3 finaliser: every input bit reaches every output bit. */
function mix(value: number): number {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h | 0;
}

class KeyedStream implements RandomStream {
  position = 0;
  readonly #a: number;
  readonly #b: number;

  constructor(a: number, b: number) {
    this.#a = a;
    this.#b = b;
  }

  next(): number {
    const n = this.position;
    this.position = n + 1;
    return (mix(mix(Math.imul(n + 1, 0x9e3779b1) ^ this.#a) ^ this.#b) >>> 0) / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }
}

/** A stream keyed by parts such as (seed, task, repeat, purpose); equal parts give equal numbers on every machine. */
export function randomStream(...parts: (string | number)[]): RandomStream {
  const [a, b] = hashText(
    parts.map((part) => `${typeof part === 'number' ? 'n' : 's'}${part}`).join('\u0000'),
  );
  return new KeyedStream(a, b);
}
