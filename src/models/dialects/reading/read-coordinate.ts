import { invalid, missing, type ArgumentProblem } from './parse-result.js';

const SEPARATOR = /\s*[,，]\s*|\s+/;
const NUMBER = /^-?\d{1,12}(?:\.\d{1,20})?$/;
const LONGEST = 200;
const NO_POSITION = 'a position is missing';

/**
 * The numbers of a position within JSON arguments: a list of two, or of four for a box. Numbers as strings, a list as a
 * string (`"[268, 445]"`) and fractions are forgiven; each adds its warning. `[-100, -100]` is a placeholder for none.
 */
export function readCoordinate(value: unknown, warnings: Set<string>): readonly number[] | ArgumentProblem {
  if (value === undefined || value === null || value === '') return missing(NO_POSITION);
  const list = typeof value === 'string' ? split(value, warnings) : value;
  if (!Array.isArray(list)) return invalid('a position is a list of two numbers');
  if (list.length === 0) return missing(NO_POSITION);
  const numbers: number[] = [];
  for (const item of list as readonly unknown[]) {
    const number = readNumber(item, warnings);
    if (number === null) return invalid('a position is a list of two numbers');
    numbers.push(number);
  }
  if (numbers.length !== 2 && numbers.length !== 4) {
    return invalid(`a position takes two numbers, not ${numbers.length}`);
  }
  return numbers.every((number) => number === -100) ? missing(NO_POSITION) : numbers;
}

/** A finite number, or one written as a string; null for anything else. */
export function readNumber(value: unknown, warnings: Set<string>): number | null {
  let number = value;
  if (typeof value === 'string') {
    const written = value.trim();
    if (!NUMBER.test(written)) return null;
    warnings.add('string_coordinate');
    number = Number(written);
  }
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  if (!Number.isInteger(number)) warnings.add('float_coordinate');
  return number;
}

function split(written: string, warnings: Set<string>): string[] | null {
  if (written.length > LONGEST) return null;
  warnings.add('string_coordinate');
  const bare = written.trim().replace(/^[[(]\s*([^[\]()]*?)\s*[\])]$/, '$1');
  return bare === '' ? [] : bare.split(SEPARATOR);
}
