/** Where a text stops being JSON. `missing-comma`: putting a comma at `offset` would repair this place. */
export interface JsonProblem {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly kind: 'missing-comma' | 'unexpected' | 'unfinished';
  readonly message: string;
}

/** Line and column of an offset, both from 1; columns count UTF-16 units. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: end - start + 1 };
}

/** The first place where the text breaks the JSON grammar, or null when it does not. */
export function findJsonProblem(text: string): JsonProblem | null {
  return scan(text, null).problem;
}

/**
 * Offset of the value that the path leads to; of its nearest ancestor when the path leads nowhere; null when the text is
 * not JSON before that. Where a key is repeated the last one counts, as for `JSON.parse`.
 */
export function offsetOfPath(text: string, path: readonly PropertyKey[]): number | null {
  return scan(text, path).found;
}

interface Frame {
  readonly array: boolean;
  /** Parts of the sought path that lead to this container, or -1 when it lies off the path. */
  readonly matched: number;
  index: number;
  key: string;
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** Reads the text once, without recursion; positions are kept only for the sought path. */
function scan(
  text: string,
  path: readonly PropertyKey[] | null,
): { problem: JsonProblem | null; found: number | null } {
  const frames: Frame[] = [];
  let expected: Expected = 'value';
  let at = 0;
  let valueEnd = 0;
  let found: number | null = null;
  let foundDepth = -1;

  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  const stop = (kind: JsonProblem['kind'], message: string, offset = at) => ({
    problem: { kind, message, offset },
    found,
  });
  /** Notes where a value starts; returns how much of the path it matches, -1 when off the path. */
  const enterValue = (): number => {
    if (path === null) return -1;
    const frame = frames.at(-1);
    let matched = 0;
    if (frame !== undefined) {
      const part = path[frame.matched];
      const own = frame.array ? frame.index : frame.key;
      if (frame.matched < 0 || part === undefined || String(part) !== String(own)) return -1;
      matched = frame.matched + 1;
    }
    if (matched >= foundDepth) {
      foundDepth = matched;
      found = at;
    }
    return matched;
  };
  const leaveValue = (): Expected => {
    valueEnd = at;
    return frames.length === 0 ? 'nothing' : 'comma-or-end';
  };

  for (;;) {
    at = skip(SPACE);
    const character = text[at];
    if (expected === 'nothing') {
      if (character === undefined) return { problem: null, found };
      return stop('unexpected', 'text goes on after the end of the value');
    }
    if (character === undefined) {
      return stop('unfinished', `the text ends where ${wanted(expected, frames.at(-1))} should follow`);
    }
    switch (expected) {
      case 'value':
      case 'value-or-end': {
        if (expected === 'value-or-end' && character === ']') {
          frames.pop();
          at += 1;
          expected = leaveValue();
          break;
        }
        const matched = enterValue();
        if (character === '{' || character === '[') {
          frames.push({ array: character === '[', matched, index: 0, key: '' });
          expected = character === '[' ? 'value-or-end' : 'key-or-end';
          at += 1;
          break;
        }
        const end = character === '"' ? endOfString(text, at) : Math.max(skip(NUMBER), skip(WORD));
        if (end === -1) return stop('unexpected', brokenValue(text, at));
        at = end;
        expected = leaveValue();
        break;
      }
      case 'key':
      case 'key-or-end': {
        if (expected === 'key-or-end' && character === '}') {
          frames.pop();
          at += 1;
          expected = leaveValue();
          break;
        }
        const end = character === '"' ? endOfString(text, at) : -1;
        if (end === -1) return stop('unexpected', 'expected a key in double quotes');
        const frame = frames.at(-1);
        if (frame !== undefined && frame.matched >= 0) frame.key = String(JSON.parse(text.slice(at, end)));
        at = end;
        expected = 'colon';
        break;
      }
      case 'colon':
        if (character !== ':') return stop('unexpected', "expected ':' after the key");
        at += 1;
        expected = 'value';
        break;
      case 'comma-or-end': {
        const frame = frames.at(-1);
        if (frame === undefined) return { problem: null, found };
        if (character === ',') {
          frame.index += 1;
          expected = frame.array ? 'value' : 'key';
        } else if (character === (frame.array ? ']' : '}')) {
          frames.pop();
          at += 1;
          expected = leaveValue();
          break;
        } else {
          const opensNext = frame.array ? /["{[\-0-9tfn]/.test(character) : character === '"';
          if (opensNext) return stop('missing-comma', 'a comma is missing after this value', valueEnd);
          return stop('unexpected', `expected ',' or '${frame.array ? ']' : '}'}'`);
        }
        at += 1;
        break;
      }
      default:
        return expected satisfies never;
    }
  }
}

/** Offset after the string that starts at `at`, or -1 when it is not one. By hand: a pattern could run out of stack. */
function endOfString(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) return index + 1;
    if (unit < 0x20) return -1;
    if (unit !== 0x5c) continue;
    index += 1;
    const escape = text[index] ?? '';
    if (escape === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(index + 1, index + 5))) return -1;
      index += 4;
    } else if (escape === '' || !'"\\/bfnrt'.includes(escape)) {
      return -1;
    }
  }
  return -1;
}

function wanted(expected: Expected, frame: Frame | undefined): string {
  switch (expected) {
    case 'value':
    case 'nothing':
      return 'a value';
    case 'value-or-end':
      return "a value or ']'";
    case 'key':
      return 'a key';
    case 'key-or-end':
      return "a key or '}'";
    case 'colon':
      return "':'";
    case 'comma-or-end':
      return `',' or '${frame?.array === true ? ']' : '}'}'`;
    default:
      return expected satisfies never;
  }
}

function brokenValue(text: string, at: number): string {
  const character = text[at] ?? '';
  if (character === '"') return 'this string is not finished, or holds a character that must be escaped';
  if (character === "'") return 'strings are written in double quotes';
  if (character === '}' || character === ']' || character === ',') return 'a value is missing here';
  return `unexpected ${JSON.stringify(character)}`;
}
