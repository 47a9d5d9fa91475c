import { invalid, missing, type ArgumentProblem } from '../reading/parse-result.js';

const NAMES: readonly (readonly string[])[] = [
  ['x', 'y'],
  ['x1', 'y1', 'x2', 'y2'],
];

/**
 * Numbers between the brackets of a call, separated by commas. Inner brackets, names (`x=`), quotes and fractions are
 * forgiven; each adds its warning.
 */
export function readNumbers(text: string, warnings: Set<string>): number[] | ArgumentProblem {
  const bare = text.replaceAll(/[()[\]{}]/g, ' ').trim();
  if (bare === '') return missing('a position is missing');
  if (/[()[\]{}]/.test(text)) warnings.add('alias_argument');
  const numbers: number[] = [];
  const names: string[] = [];
  for (const part of bare.split(',')) {
    const match = /^\s*(?:([a-z]\w{0,10})\s{0,5}[=:]\s*)?(["']?)([^"']*)\2\s*$/i.exec(part.slice(0, 100));
    const digits = match?.[3]?.trim() ?? '';
    if (match === null || part.length > 100 || !/^-?\d{1,12}(?:\.\d{1,20})?$/.test(digits)) {
      return invalid(`${JSON.stringify(part.trim().slice(0, 40))} is not a number`);
    }
    if (match[1] !== undefined) names.push(match[1].toLowerCase());
    if (match[2] !== '') warnings.add('string_coordinate');
    if (digits.includes('.')) warnings.add('float_coordinate');
    numbers.push(Number(digits));
  }
  return names.length === 0 ? numbers : byName(numbers, names, warnings);
}

function byName(
  numbers: readonly number[],
  names: readonly string[],
  warnings: Set<string>,
): number[] | ArgumentProblem {
  warnings.add('alias_argument');
  const order = NAMES.find((candidate) => candidate.length === names.length);
  const sorted = order?.map((name) => numbers[names.indexOf(name)]);
  if (
    names.length !== numbers.length ||
    sorted === undefined ||
    sorted.some((value) => value === undefined)
  ) {
    return invalid('the names of the arguments do not fit');
  }
  return sorted.filter((value) => value !== undefined);
}
