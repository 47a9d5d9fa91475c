import { editDistance } from './edit-distance.js';

/** Signs of a name that may be wrong, as a part of its length. */
const MOST_WRONG = 1 / 3;
/** Shorter words are part of too many names. */
const SHORTEST_PART = 3;

/**
 * The one of the known names that was most likely meant: the fewest signs away, capitals left aside, else one that holds
 * the word or is held by it. Null where none is near.
 */
export function nearestName(word: string, known: Iterable<string>): string | null {
  const plain = word.toLowerCase();
  const most = Math.max(1, Math.floor(word.length * MOST_WRONG));
  let nearest: string | null = null;
  let fewest = most + 1;
  let part: string | null = null;
  for (const name of known) {
    const other = name.toLowerCase();
    // Only lengths that could be near are compared.
    const wrong =
      Math.abs(other.length - plain.length) > most
        ? Infinity
        : areSwapped(plain, other)
          ? 1
          : editDistance(plain, other);
    if (wrong < fewest) [nearest, fewest] = [name, wrong];
    if (part !== null || Math.min(plain.length, other.length) < SHORTEST_PART) continue;
    if (other.includes(plain) || plain.includes(other)) part = name;
  }
  return nearest ?? part;
}

/** Whether two signs next to each other have changed places, and nothing else is wrong: one slip, though two signs differ. */
function areSwapped(word: string, name: string): boolean {
  if (word.length !== name.length) return false;
  const at = word.split('').findIndex((sign, index) => sign !== name[index]);
  if (at < 0) return false;
  const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  return swapped === name;
}

/** `Did you mean NAME? ` for the beginning of a hint; empty where no known name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestName(word, known);
  return nearest === null ? '' : `Did you mean ${nearest}? `;
}
