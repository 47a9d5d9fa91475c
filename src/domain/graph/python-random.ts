const SIZE = 624;
const SHIFT = 397;

/**
 * The generator behind Python's `random` module, word for word: the Mersenne Twister MT19937, seeded as `random.seed(n)`
 * does for a whole number.
 *
 * Source: Matsumoto and Nishimura 1998; CPython `_randommodule.c`.
 */
export class PythonRandom {
  readonly #state = new Uint32Array(SIZE);
  readonly #seed: number;
  #index = SIZE;
  #position = 0;

  /** @param seed a whole number; its sign does not matter. */
  constructor(seed: number) {
    this.#seed = seed;
    this.#start();
  }

  /** 32-bit words drawn so far. */
  get position(): number {
    return this.#position;
  }

  /** Goes to where `position` words have been drawn, forwards or back. */
  moveTo(position: number): void {
    if (position < this.#position) this.#start();
    while (this.#position < position) this.#word();
  }

  /** As `random.getrandbits(bits)`, for 1 to 32 bits. */
  getrandbits(bits: number): number {
    return this.#word() >>> (32 - bits);
  }

  /** A number in 0..n-1, as `random.randint(0, n - 1)` and `random.choice` draw it: even n = 1 consumes words. */
  below(n: number): number {
    const bits = 32 - Math.clz32(n);
    let value = this.getrandbits(bits);
    while (value >= n) value = this.getrandbits(bits);
    return value;
  }

  #start(): void {
    initByArray(this.#state, limbsOf(this.#seed));
    this.#index = SIZE;
    this.#position = 0;
  }

  #word(): number {
    if (this.#index >= SIZE) {
      twist(this.#state);
      this.#index = 0;
    }
    let y = this.#state[this.#index] ?? 0;
    this.#index += 1;
    this.#position += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }
}

/** 32-bit parts of a whole number, low first. */
function limbsOf(seed: number): number[] {
  let rest = BigInt(Math.abs(Math.trunc(seed)));
  const limbs: number[] = [];
  do {
    limbs.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return limbs;
}

function initByArray(state: Uint32Array, key: readonly number[]): void {
  const at = (index: number): number => state[index] ?? 0;
  state[0] = 19650218;
  for (let i = 1; i < SIZE; i += 1) {
    state[i] = Math.imul(1812433253, at(i - 1) ^ (at(i - 1) >>> 30)) + i;
  }
  let i = 1;
  let j = 0;
  for (let k = Math.max(SIZE, key.length); k > 0; k -= 1) {
    state[i] = (at(i) ^ Math.imul(at(i - 1) ^ (at(i - 1) >>> 30), 1664525)) + (key[j] ?? 0) + j;
    i += 1;
    j = (j + 1) % key.length;
    if (i >= SIZE) {
      state[0] = at(SIZE - 1);
      i = 1;
    }
  }
  for (let k = SIZE - 1; k > 0; k -= 1) {
    state[i] = (at(i) ^ Math.imul(at(i - 1) ^ (at(i - 1) >>> 30), 1566083941)) - i;
    i += 1;
    if (i >= SIZE) {
      state[0] = at(SIZE - 1);
      i = 1;
    }
  }
  state[0] = 0x80000000;
}

function twist(state: Uint32Array): void {
  for (let k = 0; k < SIZE; k += 1) {
    const y = ((state[k] ?? 0) & 0x80000000) | ((state[(k + 1) % SIZE] ?? 0) & 0x7fffffff);
    state[k] = (state[(k + SHIFT) % SIZE] ?? 0) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
