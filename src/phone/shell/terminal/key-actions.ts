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

/** What an arrow or function key sends behind the escape character. */
const SEQUENCE = /\[[0-9;]*[A-Za-z~]|O[A-Z]/y;
const ESCAPE = '\u001b';

/** What is typed, key by key, text together. Source: Linux `termios(3)`, its defaults. */
export function* keyActions(typed: string): Generator<KeyAction> {
  let text = '';
  for (let at = 0; at < typed.length; at += 1) {
    const character = typed.charAt(at);
    if (!isControl(character)) {
      text += character;
      continue;
    }
    if (text !== '') yield { type: 'text', text };
    text = '';
    SEQUENCE.lastIndex = at + 1;
    const sequence = character === ESCAPE ? (SEQUENCE.exec(typed)?.[0] ?? '') : '';
    yield KEYS.get(character) ?? { type: 'other', text: character + sequence };
    at += sequence.length;
  }
  if (text !== '') yield { type: 'text', text };
}

/** Whether a character is none that is written. */
export function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 32 || code === 127;
}
