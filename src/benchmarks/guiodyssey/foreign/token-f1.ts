import { PYTHON_SPACE } from '../../../domain/hierarchy/python-strip.js';

/** The set of a text's words in lower case, divided as Python's `str.split()` does. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(SPACES)
      .filter((word) => word !== ''),
  );
}

/**
 * How alike two sets of words are: F1 of precision and recall, 0 where they have none in common. Both are rounded as doubles
 * before they are put together, so that a half on paper may come out above or below it.
 *
 * Source: published evaluation scripts of OS-Atlas and GUI-R1.
 */
export function tokenF1(expected: ReadonlySet<string>, predicted: ReadonlySet<string>): number {
  const common = [...predicted].filter((word) => expected.has(word)).length;
  if (common === 0) return 0;
  const precision = common / predicted.size;
  const recall = common / expected.size;
  return (2 * (precision * recall)) / (precision + recall);
}

const SPACES = new RegExp(`${PYTHON_SPACE}+`);
