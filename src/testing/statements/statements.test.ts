import { describe, expect, it } from 'vitest';
import { ALL_STATEMENTS } from './all-statements.js';
import { outcomeOf } from './outcome-of.js';

describe.each(ALL_STATEMENTS)('$family', ({ family, readAs, statements }) => {
  it.each(statements)('$sentence', ({ cases }) => {
    const outcomes = cases.map(([answer, , own]) => [
      answer,
      outcomeOf(family, answer, { ...readAs, ...own }),
    ]);
    expect(outcomes).toEqual(cases.map(([answer, outcome]) => [answer, outcome]));
  });
});
