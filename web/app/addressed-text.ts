/** Tells what others write into an address, such as the browser's way back, from what a field has put there itself. */
export class AddressedText {
  /** What the field has. */
  #text: string;
  #inAddress: string;
  /** What the field has put into the address, and was not seen there yet. */
  #onTheirWay: string[] = [];

  constructor(inAddress: string) {
    this.#text = inAddress;
    this.#inAddress = inAddress;
  }

  /** The field has this text now, and the address will. */
  typed(text: string): void {
    if (text !== this.#text) this.#onTheirWay.push(text);
    this.#text = text;
  }

  /** The address has this text now. Null where it is the field's own, or an older one of it. */
  seen(inAddress: string): string | null {
    if (inAddress === this.#inAddress) return null;
    this.#inAddress = inAddress;
    const own = this.#onTheirWay.lastIndexOf(inAddress);
    if (own >= 0) {
      this.#onTheirWay = this.#onTheirWay.slice(own + 1);
      return null;
    }
    this.#onTheirWay = [];
    this.#text = inAddress;
    return inAddress;
  }
}
