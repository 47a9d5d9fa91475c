/** What a key does to the line that is being typed. */
export type KeyAction =
  | { readonly type: 'text' | 'other'; readonly text: string }
  | { readonly type: 'erase'; readonly what: 'character' | 'word' | 'line' }
  | { readonly type: 'enter' | 'interrupt' | 'quit' | 'end' };

const KEYS: ReadonlyMap<string, KeyAction> = new Map([
  ['\r', { type: 'enter' }],
  ['\n', { type: 'enter' }],
  ['\u0003', { type: 'interrupt' }],
  ['\u001c', { type: 'quit' }],
  ['\u0004', { type: 'end' }],
  ['\b', { type: 'erase', what: 'character' }],
  ['\u007f', { type: 'erase', what: 'character' }],
  ['\u0015', { type: 'erase', what: 'line' }],
  ['\u0017', { type: 'erase', what: 'word' }],
]);

/** A piece of what is typed: text, one control character, or the sequence of an arrow or function key. */
const PIECE = /[^\u0000-\u001f\u007f]+|\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|[\u0000-\u001f\u007f]/g;

/** What is typed, key by key, text together. Source: Linux `termios(3)`, its defaults. */
export function* keyActions(typed: string): Generator<KeyAction> {
  for (const [piece] of typed.matchAll(PIECE)) {
    const known = KEYS.get(piece);
    if (known !== undefined) yield known;
    else yield { type: piece.charCodeAt(0) < 32 ? 'other' : 'text', text: piece };
  }
}
