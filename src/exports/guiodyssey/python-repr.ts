import { GrowingBytes } from './growing-bytes.js';
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
    const repr = jsonEscaped(reprOf(text));
    this.#inner.add(this.#inner.length === 0 ? repr : `, ${repr}`);
  }

  /** The `repr` as JSON escapes it, without its brackets; valid until more is added. */
  get inner(): Uint8Array {
    return this.#inner.bytes;
  }
}

const PLAIN = /^[\u0020-\u0026\u0028-\u005B\u005D-\u007E]*$/;
const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One string; double quotes are used only where that spares escaping. */
function reprOf(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inner = '';
  for (const character of text) {
    if (character === quote) inner += `\\${character}`;
    else inner += SHORT[character] ?? (isPrintableInPython(character) ? character : escape(character));
  }
  return quote + inner + quote;
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
