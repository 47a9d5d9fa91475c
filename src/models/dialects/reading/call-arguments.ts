import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
import { invalid, isProblem, missing, type ArgumentProblem } from './parse-result.js';
import type { ScannedArgument, ScannedCall } from './scan-call.js';
import { scanPosition, type ScanPositionOptions } from './scan-position.js';

/** The argument of a call by its name; later names are other words for it, and add `alias_argument`. */
export function argumentOf(
  { arguments: all }: ScannedCall,
  names: readonly string[],
  warnings: Set<string>,
): ScannedArgument | null {
  for (const [rank, name] of names.entries()) {
    const found = all.find((argument) => argument.name === name);
    if (found === undefined) continue;
    if (rank > 0) warnings.add('alias_argument');
    return found;
  }
  return null;
}

/** The argument by its name, else the only one there is, without a name. */
export function soleArgument(
  call: ScannedCall,
  names: readonly string[],
  warnings: Set<string>,
): ScannedArgument | null {
  const named = argumentOf(call, names, warnings);
  const [only, ...more] = call.arguments;
  if (named !== null || only === undefined || only.name !== null || more.length > 0) return named;
  warnings.add('alias_argument');
  return only;
}

/**
 * Numbers of the position that an argument holds; null where there is no such argument, or nothing in it. Numbers without
 * brackets and quotes are split at their comma: those without a name that follow belong to it.
 */
export function positionArgument(
  call: ScannedCall,
  argument: ScannedArgument | null,
  options: ScanPositionOptions,
): readonly number[] | null | ArgumentProblem {
  if (argument === null) return null;
  let text = argument.text;
  if (argument.quote === null) {
    for (const next of call.arguments.slice(call.arguments.indexOf(argument) + 1)) {
      if (next.name !== null || next.quote !== null) break;
      text += `,${next.text}`;
    }
  }
  const found = scanPosition(text, options);
  if (found.type === 'missing_argument') return null;
  if (found.type !== 'numbers') {
    return invalid(`${shortened(text)} is no position`);
  }
  const { numbers } = found;
  if (numbers.length !== 2 && numbers.length !== 4) {
    return invalid(`a position takes two numbers, not ${numbers.length}`);
  }
  return numbers.every((number) => number === -100) ? null : numbers;
}

/** As `positionArgument`; a position that is missing is a problem. */
export function requiredPosition(
  call: ScannedCall,
  argument: ScannedArgument | null,
  options: ScanPositionOptions,
): readonly number[] | ArgumentProblem {
  return positionArgument(call, argument, options) ?? missing(`${call.name} needs a position`);
}

/** Both ends of a path; the centre of a box stands for it. */
export function pathArguments(
  call: ScannedCall,
  start: ScannedArgument | null,
  end: ScannedArgument | null,
  options: ScanPositionOptions,
): { from: [number, number]; to: [number, number] } | ArgumentProblem {
  const from = requiredPosition(call, start, options);
  if (isProblem(from)) return from;
  const to = requiredPosition(call, end, options);
  if (isProblem(to)) return to;
  return { from: centre(from, options.warnings), to: centre(to, options.warnings) };
}

function centre([a = 0, b = 0, c, d]: readonly number[], warnings: Set<string>): [number, number] {
  if (c === undefined || d === undefined) return [a, b];
  warnings.add('box_for_point');
  return [(a + c) / 2, (b + d) / 2];
}

/** One of the four words, in any case. */
export function directionWord(text: string, warnings: Set<string>): Direction | ArgumentProblem {
  const word = text.trim();
  const folded = word.toLowerCase();
  if (folded !== 'up' && folded !== 'down' && folded !== 'left' && folded !== 'right') {
    return invalid(`${shortened(word)} is no direction`);
  }
  if (folded !== word) warnings.add('case');
  return folded;
}

/** What a direction word of the family means for the finger, and the other way round. */
export function fingerDirection(
  word: Direction,
  scroll: 'content' | 'finger',
  invertHorizontal = true,
): Direction {
  const isKept = scroll === 'finger' || (!invertHorizontal && (word === 'left' || word === 'right'));
  return isKept ? word : OPPOSITE_DIRECTION[word];
}

/** Milliseconds of a number of seconds, perhaps with its unit; null where there is no number. */
export function secondsArgument(text: string): number | null {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(?:s|seconds?|秒)?\s*$/i.exec(text.slice(0, 60));
  return match === null ? null : Number(match[1]) * 1000;
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
