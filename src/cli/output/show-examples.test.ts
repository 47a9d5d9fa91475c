import { describe, expect, it } from 'vitest';
import { showExamples } from './show-examples.js';

describe('showExamples', () => {
  it('puts what is said of calls into one column, whoever wrote them', () => {
    const shown = showExamples([
      'touchstone run a  short',
      'touchstone run a --json     long',
      'touchstone list',
    ]);
    expect(shown.split('\n')).toEqual([
      '  touchstone run a         short',
      '  touchstone run a --json  long',
      '  touchstone list',
      '',
    ]);
  });

  it('is empty where there are none', () => {
    expect(showExamples([])).toBe('');
  });
});
