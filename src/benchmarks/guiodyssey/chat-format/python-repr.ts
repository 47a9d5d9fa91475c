import { GrowingBytes } from '../../../formats/record-files/growing-bytes.js';
import { jsonEscaped } from './json-escaped.js';
import { isPrintableInPython } from './printable-in-python.js';

/** A list of strings as Python's `repr` prints it: `['a', "it's"]`. */
export function pythonRepr(list: readonly string[]): string {
  return `[${list.map(reprOf).join(', ')}]`;
}

/** A growing list whose `repr` is asked for after every entry, as histories of steps are, for a place within a JSON string. */
export class GrowingRepr {
  readonly #inner = new GrowingBytes();

  add(text: string): void {
    const before = this.#inner.length === 0 ? '' : ', ';
    if (PLAIN.test(text)) this.#inner.add(`${before}'${text}'`);
    else this.#inner.add(before + jsonEscaped(reprOf(text)));
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

/** ASCII that neither Python's `repr` nor JSON escapes. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;
/** All that `repr` may have to escape. */
const SPECIAL = /[^ !#-&(-[\]-~]/gu;
const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One string; double quotes are used only where that spares escaping. */
function reprOf(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replaceAll(SPECIAL, (character) => {
    if (character === quote) return `\\${character}`;
    return SHORT[character] ?? (isPrintableInPython(character) ? character : escape(character));
  });
  return quote + inner + quote;
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
