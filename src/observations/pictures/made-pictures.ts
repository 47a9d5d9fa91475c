import { hash } from 'node:crypto';

export interface MadePicturesOptions {
  /** Most bytes that are kept; the longest unused go first. */
  readonly maxBytes: number;
}

/** A picture, or several, with what else was found while making it. Nobody changes it. */
interface Made {
  readonly data: Uint8Array;
}

/**
 * Pictures made from others, kept for as long as there is room. Episodes on one recorded phone see the same screens, and prompts
 * that hold earlier screens hold them again at each step: resizing and encoding one takes longer than all else of a step.
 *
 * A picture that is asked for while it is being made is not made twice. What fails is not kept, and whoever asked makes it on his
 * own, so that an error names his own file.
 */
export class MadePictures<T extends Made> {
  readonly #maxBytes: number;
  /** The longest unused first. */
  readonly #kept = new Map<string, T>();
  readonly #making = new Map<string, Promise<T>>();
  #bytes = 0;

  constructor({ maxBytes }: MadePicturesOptions) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The picture of this key, made unless there is one. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const under = this.#making.get(key);
    if (under !== undefined) return under.catch(make);
    const making = make();
    this.#making.set(key, making);
    try {
      const made = await making;
      this.#keep(key, made);
      return made;
    } finally {
      this.#making.delete(key);
    }
  }

  #keep(key: string, made: T): void {
    this.#kept.set(key, made);
    this.#bytes += made.data.length;
    for (const [oldest, { data }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= data.length;
    }
  }
}

/** Names what is made from a picture: its bytes, and all that decides what becomes of them. */
export function madeKey(picture: Uint8Array, ...rest: readonly unknown[]): string {
  return `${hash('sha256', picture)} ${JSON.stringify(rest)}`;
}
