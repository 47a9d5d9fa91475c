import { GrowingBytes } from '../../../formats/record-files/growing-bytes.js';
import { PLAIN_IN_PYTHON, pythonTextRepr } from '../../../domain/text/python-repr.js';
import { jsonEscaped } from './json-escaped.js';

/** A growing list whose `repr` is asked for after every entry, as histories of steps are, for a place within a JSON string. */
export class GrowingRepr {
  readonly #inner = new GrowingBytes();

  add(text: string): void {
    const before = this.#inner.length === 0 ? '' : ', ';
    if (PLAIN_IN_PYTHON.test(text)) this.#inner.add(`${before}'${text}'`);
    else this.#inner.add(before + jsonEscaped(pythonTextRepr(text)));
  }

  /** Starts anew, in the same memory. */
  clear(): void {
    this.#inner.clear();
  }

  /** The `repr` as JSON escapes it, without its brackets; valid until more is added. */
  get inner(): Uint8Array {
    return this.#inner.bytes;
  }
}
