/** A text in the two forms in which it is compared, since what stands between digits may part numbers or belong to one. */
export interface SpokenText {
  /** Letters, digits and symbols alone. */
  readonly joined: string;
  /** The same, but for a space where something stood between two digits. */
  readonly parted: string;
}

/** What an edge asks to be typed in `corrected` mode, ready for matching. */
export interface AskedText {
  /** What stands between separators; empty where nothing has a letter, a digit or a symbol. */
  readonly parts: readonly SpokenText[];
  /** The text without spaces; what is asked for where there are no parts. */
  readonly plain: string;
}

/** What an agent typed, ready for matching against many edges. */
export interface CarriedText extends SpokenText {
  readonly plain: string;
}

/** The comma of the published texts, what the published code reads as one, and their relatives; wide ones are folded before. */
const SEPARATORS = /[,、。/:*?"“”<>|;]/;
const SPACES = /\s+/gu;
/** Punctuation and what cannot be seen; a point between digits is part of the number. */
const SILENT = /(?:(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{M}\p{N}\p{S}.]|~)+/gu;
const DIGIT = /\p{N}/u;
const OF_A_NUMBER = /[\p{N}.]/u;

export function askedText(text: string): AskedText {
  const folded = fold(text);
  const parts = folded.split(SEPARATORS).map(spoken);
  return { parts: parts.filter(({ joined }) => joined !== ''), plain: folded.replace(SPACES, '') };
}

export function carriedText(text: string): CarriedText {
  const folded = fold(text);
  return { ...spoken(folded), plain: folded.replace(SPACES, '') };
}

/**
 * Whether a typed text carries all that an edge asks for: every part of it, in any order, whatever the case, the spaces and
 * the punctuation; a number as a whole number. A text of punctuation alone is carried as it is; an empty one, which asks
 * for nothing, by any text.
 */
export function carriesText(asked: AskedText, typed: CarriedText): boolean {
  if (asked.parts.length === 0) return typed.plain.includes(asked.plain);
  return asked.parts.every(
    ({ joined, parted }) => holds(typed.joined, joined) || holds(typed.parted, parted),
  );
}

/** Wide and compatible characters as plain ones, in lower case. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function spoken(folded: string): SpokenText {
  return {
    joined: folded.replace(SILENT, ''),
    parted: folded.replace(SILENT, (run, at: number) =>
      DIGIT.test(folded.charAt(at - 1)) && DIGIT.test(folded.charAt(at + run.length)) ? ' ' : '',
    ),
  };
}

/** Whether the part occurs in the text, and not as a piece of a longer number. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const isCut =
      (DIGIT.test(part.charAt(0)) && OF_A_NUMBER.test(text.charAt(at - 1))) ||
      (DIGIT.test(part.charAt(part.length - 1)) && OF_A_NUMBER.test(text.charAt(at + part.length)));
    if (!isCut) return true;
  }
  return false;
}
