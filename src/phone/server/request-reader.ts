/** A request that is complete, what is no request, or neither yet; and the bytes that came after it. */
export type RequestPiece =
  | { readonly type: 'request'; readonly text: string; readonly rest: Buffer }
  | { readonly type: 'problem'; readonly problem: string }
  | { readonly type: 'more' };

/** Reads smart-socket requests from pieces of any size: four hexadecimal digits of length, then the text. */
export class RequestReader {
  readonly #digits = Buffer.alloc(4);
  #digitsFilled = 0;
  #text: Buffer = Buffer.alloc(0);
  #textFilled = 0;

  /** Whether part of a request has come. */
  get isWithinRequest(): boolean {
    return this.#digitsFilled > 0;
  }

  push(piece: Buffer): RequestPiece {
    let offset = 0;
    if (this.#digitsFilled < 4) {
      offset = piece.copy(this.#digits, this.#digitsFilled);
      this.#digitsFilled += offset;
      if (this.#digitsFilled < 4) return { type: 'more' };
      const digits = this.#digits.toString('latin1');
      if (!/^[0-9a-fA-F]{4}$/.test(digits))
        return { type: 'problem', problem: `${JSON.stringify(digits)} is no length of a request` };
      this.#text = Buffer.alloc(Number.parseInt(digits, 16));
      this.#textFilled = 0;
    }
    const copied = piece.copy(this.#text, this.#textFilled, offset);
    this.#textFilled += copied;
    if (this.#textFilled < this.#text.length) return { type: 'more' };
    this.#digitsFilled = 0;
    return { type: 'request', text: this.#text.toString(), rest: piece.subarray(offset + copied) };
  }
}
