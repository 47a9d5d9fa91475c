import { fieldAt, type StringForm } from './string-token.js';

/** Text, or a field by the source of its expression. */
export type StringPart = string | { readonly field: string };

/** An escape that needs tables of Unicode names, or a number that is no character. */
export class UnreadableEscape extends Error {}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** What a string literal says; of an f-string the fields apart, doubled braces made single. @throws {UnreadableEscape} */
export function decodeString(text: string, form: StringForm): StringPart[] {
  const parts: StringPart[] = [];
  let literal = '';
  let at = form.bodyStart;
  while (at < form.bodyEnd) {
    const letter = text[at] ?? '';
    if (letter === '\\' && !form.isRaw) {
      const [said, behind] = escapeAt(text, at);
      literal += said;
      at = behind;
    } else if (form.isFormat && letter === '{' && text[at + 1] !== '{') {
      const field = fieldAt(text, at);
      if (literal !== '') parts.push(literal);
      parts.push({ field: field.source });
      literal = '';
      at = field.end;
    } else {
      literal += letter;
      at += form.isFormat && (letter === '{' || letter === '}') && text[at + 1] === letter ? 2 : 1;
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** What the escape at the place says, and where it ends; an unknown one keeps its backslash. */
function escapeAt(text: string, at: number): readonly [said: string, behind: number] {
  const letter = text[at + 1] ?? '';
  const simple = Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : undefined;
  if (simple !== undefined) return [simple, at + 2];
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined) return [String.fromCodePoint(Number.parseInt(octal, 8)), at + 1 + octal.length];
  const digits = { x: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) {
    const written = text.slice(at + 2, at + 2 + digits);
    const code = Number.parseInt(written, 16);
    if (!/^[0-9a-f]+$/i.test(written) || written.length < digits || code > 0x10ffff) {
      throw new UnreadableEscape(`\\${letter} wants ${digits} digits of a character`);
    }
    return [String.fromCodePoint(code), at + 2 + digits];
  }
  if (letter === 'N') throw new UnreadableEscape(String.raw`characters by name (\N) are not read`);
  // In an f-string a field may follow at once.
  return ['\\', at + 1];
}
