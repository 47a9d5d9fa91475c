/** Tells what others write into an address, such as the browser's way back, from what a field has put there itself. */
export class AddressedText {
  /** What was last read from, or written to, the address. */
  #known: string;
  #isOnItsWay = false;

  constructor(inAddress: string) {
    this.#known = inAddress;
  }

  /** The field has this text now, and the address will. */
  typed(text: string): void {
    this.#isOnItsWay = text !== this.#known || this.#isOnItsWay;
    this.#known = text;
  }

  /** The address has this text now. Null where it is the field's own, or an older one of it. */
  seen(inAddress: string): string | null {
    if (inAddress === this.#known) {
      this.#isOnItsWay = false;
      return null;
    }
    if (this.#isOnItsWay) return null;
    this.#known = inAddress;
    return inAddress;
  }
}
