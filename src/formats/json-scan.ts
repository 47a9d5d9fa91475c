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

/** Callbacks for the values of a JSON text, in their order. */
export interface JsonVisitor {
  /** A value starts: its depth (0 is the whole text), its key or index, and its offset. */
  value(depth: number, key: string | number, offset: number): void;
  /** The value just announced is a container. */
  enter(isArray: boolean): void;
  leave(): void;
}

/**
 * Walks the values of a text, without recursion and without building them, up to the first place where it breaks the JSON
 * grammar; null where it does not.
 */
export function scanJson(text: string, visitor: JsonVisitor): JsonProblem | null {
  return new JsonScanner(text, visitor).run();
}

/** Whether `JSON.parse` accepts the text, which is many times faster than a scan. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first place where the text breaks the JSON grammar, or null when it does not. */
export function findJsonProblem(text: string): JsonProblem | null {
  return new JsonScanner(text, null).run();
}

/**
 * Offset of the value that the path leads to; of its nearest ancestor when the path leads nowhere; null when the text is
 * not JSON before that. Where a key is repeated the last one counts, as for `JSON.parse`.
 */
export function offsetOfPath(text: string, path: readonly PropertyKey[]): number | null {
  /** Parts of the path that lead to each open container, and to the value just announced; -1 off the path. */
  const open: number[] = [];
  let matched = 0;
  let deepest = 0;
  let found: number | null = null;
  scanJson(text, {
    enter: () => void open.push(matched),
    leave: () => void open.pop(),
    value: (depth, key, offset) => {
      const above = open.at(-1) ?? 0;
      const isOnPath = depth === 0 || (above in path && String(path[above]) === String(key));
      matched = depth === 0 ? 0 : isOnPath ? above + 1 : -1;
      if (matched < deepest) return;
      [deepest, found] = [matched, offset];
    },
  });
  return found;
}

interface Frame {
  readonly isArray: boolean;
  index: number;
  key: string;
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class JsonScanner {
  readonly #text: string;
  readonly #visitor: JsonVisitor | null;
  readonly #frames: Frame[] = [];
  #expected: Expected = 'value';
  #at = 0;
  #valueEnd = 0;

  constructor(text: string, visitor: JsonVisitor | null) {
    this.#text = text;
    this.#visitor = visitor;
  }

  run(): JsonProblem | null {
    for (;;) {
      this.#at = endOfSpace(this.#text, this.#at);
      const character = this.#text[this.#at];
      if (character === undefined) {
        if (this.#expected === 'nothing') return null;
        const follows = wanted(this.#expected, this.#frames.at(-1));
        return this.#problem('unfinished', `the text ends where ${follows} should follow`);
      }
      const problem = this.#read(character);
      if (problem !== null) return problem;
    }
  }

  #read(character: string): JsonProblem | null {
    switch (this.#expected) {
      case 'value':
        return this.#value(character);
      case 'value-or-end':
        return character === ']' ? this.#leave() : this.#value(character);
      case 'key':
        return this.#key(character);
      case 'key-or-end':
        return character === '}' ? this.#leave() : this.#key(character);
      case 'colon':
        if (character !== ':') return this.#problem('unexpected', "expected ':' after the key");
        return this.#goOn(this.#at + 1, 'value');
      case 'comma-or-end':
        return this.#next(character);
      case 'nothing':
        return this.#problem('unexpected', 'text goes on after the end of the value');
      default:
        return this.#expected satisfies never;
    }
  }

  #value(character: string): JsonProblem | null {
    const frame = this.#frames.at(-1);
    this.#visitor?.value(
      this.#frames.length,
      frame?.isArray === false ? frame.key : (frame?.index ?? ''),
      this.#at,
    );
    if (character === '{' || character === '[') {
      const isArray = character === '[';
      this.#visitor?.enter(isArray);
      this.#frames.push({ isArray, index: 0, key: '' });
      return this.#goOn(this.#at + 1, isArray ? 'value-or-end' : 'key-or-end');
    }
    const isString = character === '"';
    const end = isString
      ? endOfString(this.#text, this.#at)
      : Math.max(this.#endOf(NUMBER), this.#endOf(WORD));
    if (end === -1) return this.#problem('unexpected', brokenValue(this.#text, this.#at));
    return this.#endValue(end);
  }

  #key(character: string): JsonProblem | null {
    const end = character === '"' ? endOfString(this.#text, this.#at) : -1;
    if (end === -1) return this.#problem('unexpected', 'expected a key in double quotes');
    const frame = this.#frames.at(-1);
    if (frame !== undefined && this.#visitor !== null) {
      const key = this.#text.slice(this.#at + 1, end - 1);
      frame.key = key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key;
    }
    return this.#goOn(end, 'colon');
  }

  /** After a value within a container. */
  #next(character: string): JsonProblem | null {
    const frame = this.#frames.at(-1);
    const close = frame?.isArray === true ? ']' : '}';
    if (character === close) return this.#leave();
    if (frame !== undefined && character === ',') {
      frame.index += 1;
      return this.#goOn(this.#at + 1, frame.isArray ? 'value' : 'key');
    }
    const opensNext = frame?.isArray === true ? /["{[\-0-9tfn]/.test(character) : character === '"';
    return opensNext
      ? this.#problem('missing-comma', 'a comma is missing after this value', this.#valueEnd)
      : this.#problem('unexpected', `expected ',' or '${close}'`);
  }

  #leave(): null {
    this.#frames.pop();
    this.#visitor?.leave();
    return this.#endValue(this.#at + 1);
  }

  #endValue(end: number): null {
    this.#valueEnd = end;
    return this.#goOn(end, this.#frames.length === 0 ? 'nothing' : 'comma-or-end');
  }

  #goOn(at: number, expected: Expected): null {
    this.#at = at;
    this.#expected = expected;
    return null;
  }

  /** Where the pattern ends that begins here, or -1. */
  #endOf(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text) ? pattern.lastIndex : -1;
  }

  #problem(kind: JsonProblem['kind'], message: string, offset = this.#at): JsonProblem {
    return { kind, message, offset };
  }
}

function endOfSpace(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
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
      return `',' or '${frame?.isArray === true ? ']' : '}'}'`;
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
