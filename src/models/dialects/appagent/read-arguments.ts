import type { Direction } from '../../../domain/geometry.js';
import { isGridSubarea, type GridSubarea } from '../../../domain/coordinates/grid-point.js';
import { invalid, missing, quoted, type ArgumentProblem } from '../reading/parse-result.js';
import type { ScannedArgument } from '../reading/scan-call.js';

const DIRECTIONS: readonly string[] = ['up', 'down', 'left', 'right'] satisfies Direction[];
const DISTANCES = ['short', 'medium', 'long'] as const;
/** How far a swipe goes. */
export type SwipeDistance = (typeof DISTANCES)[number];

/** The number of an element or area. */
export function readIndex(
  argument: ScannedArgument | undefined,
  warnings: Set<string>,
): number | ArgumentProblem {
  if (argument === undefined || argument.text === '') return missing('a number is missing');
  if (argument.name !== null) warnings.add('alias_argument');
  if (argument.quote !== null) warnings.add('string_coordinate');
  const digits = argument.text.trim();
  if (!/^[+-]?\d{1,9}$/.test(digits)) return invalid(`${quoted(digits)} is no number`);
  return Number(digits);
}

export function readDirection(
  argument: ScannedArgument | undefined,
  warnings: Set<string>,
): Direction | ArgumentProblem {
  const word = readWord(argument, warnings);
  if (typeof word !== 'string') return word;
  // The list holds nothing but directions.
  return DIRECTIONS.includes(word) ? (word as Direction) : invalid(`${word} is no direction`);
}

export function readDistance(
  argument: ScannedArgument | undefined,
  warnings: Set<string>,
): SwipeDistance | ArgumentProblem {
  const word = readWord(argument, warnings);
  if (typeof word !== 'string') return word;
  return DISTANCES.find((distance) => distance === word) ?? invalid(`${word} is no distance`);
}

export function readSubarea(
  argument: ScannedArgument | undefined,
  warnings: Set<string>,
): GridSubarea | ArgumentProblem {
  const word = readWord(argument, warnings);
  if (typeof word !== 'string') return word;
  const name = word.replaceAll(/[ _]/g, '-');
  if (name !== word) warnings.add('alias_argument');
  return isGridSubarea(name) ? name : invalid(`${word} is no part of an area`);
}

/** A word in double quotes, in small letters. */
function readWord(argument: ScannedArgument | undefined, warnings: Set<string>): string | ArgumentProblem {
  const written = argument?.text.trim().slice(0, 40) ?? '';
  if (argument === undefined || written === '') return missing('a word is missing');
  if (argument.name !== null) warnings.add('alias_argument');
  if (argument.quote === null) warnings.add('unquoted_name');
  else if (argument.quote !== '"') warnings.add('single_quotes');
  const word = written.toLowerCase();
  if (word !== written) warnings.add('case');
  return word;
}
