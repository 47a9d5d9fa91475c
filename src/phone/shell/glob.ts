/** Text of a pattern; quoted text means itself. */
export interface GlobText {
  readonly text: string;
  readonly isQuoted: boolean;
}

type Piece =
  | { readonly type: 'character'; readonly character: string }
  | { readonly type: 'any' }
  | { readonly type: 'many' }
  | {
      readonly type: 'set';
      readonly isNegated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

/** Characters times pieces that a match may cost. */
const MOST_STEPS = 50_000_000;

/**
 * A pattern as `case` and `${x#pattern}` have it: `*`, `?`, `[a-z]` and `[!a-z]`. Matching takes time in the length of the
 * text times that of the pattern; what is far too long matches nothing.
 *
 * It is no `Pattern`, which finds one match from the left and as long as can be: a shell asks for the shortest as well, and for
 * ends as well as beginnings.
 *
 * Source: POSIX.1-2017 shell command language 2.13.
 */
export class Glob {
  readonly #pieces: readonly Piece[];

  constructor(texts: readonly GlobText[]) {
    this.#pieces = piecesOf(texts);
  }

  matches(text: string): boolean {
    return ends(this.#pieces, Array.from(text)).at(-1) === true;
  }

  /** The text without the shortest or longest beginning that matches. */
  withoutPrefix(text: string, which: 'shortest' | 'longest'): string {
    const characters = Array.from(text);
    const found = ends(this.#pieces, characters);
    const length = which === 'shortest' ? found.indexOf(true) : found.lastIndexOf(true);
    return length < 0 ? text : characters.slice(length).join('');
  }

  /** The text without the shortest or longest end that matches. */
  withoutSuffix(text: string, which: 'shortest' | 'longest'): string {
    const characters = Array.from(text).reverse();
    const found = ends([...this.#pieces].reverse(), characters);
    const length = which === 'shortest' ? found.indexOf(true) : found.lastIndexOf(true);
    return length < 0 ? text : characters.slice(length).reverse().join('');
  }
}

/** For each number of characters whether so many from the beginning match the whole pattern. */
function ends(pieces: readonly Piece[], characters: readonly string[]): boolean[] {
  if (pieces.length * characters.length > MOST_STEPS) return [false];
  let active = new Uint8Array(pieces.length + 1);
  active[0] = 1;
  skipMany(pieces, active);
  const result = [active[pieces.length] === 1];
  for (const character of characters) {
    const next = new Uint8Array(pieces.length + 1);
    let isAlive = false;
    for (const [index, piece] of pieces.entries()) {
      if (!active[index]) continue;
      if (piece.type === 'many') next[index] = 1;
      else if (fits(piece, character)) next[index + 1] = 1;
      else continue;
      isAlive = true;
    }
    skipMany(pieces, next);
    active = next;
    result.push(active[pieces.length] === 1);
    if (!isAlive) {
      // Nothing longer can match.
      while (result.length <= characters.length) result.push(false);
      break;
    }
  }
  return result;
}

function skipMany(pieces: readonly Piece[], active: Uint8Array): void {
  for (const [index, piece] of pieces.entries())
    if (active[index] && piece.type === 'many') active[index + 1] = 1;
}

function fits(piece: Piece, character: string): boolean {
  switch (piece.type) {
    case 'character':
      return piece.character === character;
    case 'any':
    case 'many':
      return true;
    case 'set':
      return piece.ranges.some(([low, high]) => low <= character && character <= high) !== piece.isNegated;
    default:
      return piece satisfies never;
  }
}

function piecesOf(texts: readonly GlobText[]): Piece[] {
  const characters = texts.flatMap(({ text, isQuoted }) =>
    Array.from(text).map((character) => ({ character, isQuoted })),
  );
  const pieces: Piece[] = [];
  let noSetBefore = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const { character, isQuoted } = characters[index]!;
    if (isQuoted) pieces.push({ type: 'character', character });
    else if (character === '*') {
      if (pieces.at(-1)?.type !== 'many') pieces.push({ type: 'many' });
    } else if (character === '?') pieces.push({ type: 'any' });
    else if (character === '[' && index >= noSetBefore) {
      let end = index + 1;
      if (/[!^]/.test(characters[end]?.character ?? '')) end += 1;
      end += 1;
      while (end < characters.length && (characters[end]!.character !== ']' || characters[end]!.isQuoted))
        end += 1;
      if (end >= characters.length) {
        // No bracket closes, and none will for those that follow.
        noSetBefore = characters.length;
        pieces.push({ type: 'character', character });
        continue;
      }
      pieces.push(setOf(characters.slice(index + 1, end).map((entry) => entry.character)));
      index = end;
    } else pieces.push({ type: 'character', character });
  }
  return pieces;
}

function setOf(characters: readonly string[]): Piece {
  const isNegated = characters[0] === '!' || characters[0] === '^';
  const ranges: [string, string][] = [];
  for (let index = isNegated ? 1 : 0; index < characters.length; index += 1) {
    const low = characters[index]!;
    const high = characters[index + 2];
    if (characters[index + 1] === '-' && high !== undefined) {
      ranges.push([low, high]);
      index += 2;
    } else ranges.push([low, low]);
  }
  return { type: 'set', isNegated, ranges };
}
