import { editDistance } from './edit-distance.js';

/** Signs of a name that may be wrong, as a part of its length. */
const MOST_WRONG = 1 / 3;
/** From this length on two may be in any case: two signs that changed places are two. */
const LENGTH_FOR_TWO = 4;
/** Shorter words are part of too many names. */
const SHORTEST_PART = 3;

/**
 * The one of the known names that was most likely meant: the fewest signs away, capitals left aside, else one that holds
 * the word or is held by it. Null where none is near.
 */
export function nearestName(word: string, known: Iterable<string>): string | null {
  const plain = word.toLowerCase();
  const least = word.length < LENGTH_FOR_TWO ? 1 : 2;
  const most = Math.max(least, Math.floor(word.length * MOST_WRONG));
  let nearest: string | null = null;
  let fewest = most + 1;
  let part: string | null = null;
  for (const name of known) {
    const other = name.toLowerCase();
    // Only lengths that could be near are compared.
    const wrong = Math.abs(other.length - plain.length) > most ? Infinity : editDistance(plain, other);
    if (wrong < fewest) [nearest, fewest] = [name, wrong];
    if (part !== null || Math.min(plain.length, other.length) < SHORTEST_PART) continue;
    if (other.includes(plain) || plain.includes(other)) part = name;
  }
  return nearest ?? part;
}

/** `Did you mean NAME? ` for the beginning of a hint; empty where no known name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestName(word, known);
  return nearest === null ? '' : `Did you mean ${nearest}? `;
}
