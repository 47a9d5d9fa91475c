import { describe, expect, it } from 'vitest';
import { isExactForm } from './exact-form.js';

describe('isExactForm', () => {
  it.each([
    ['click [3]', true],
    ['  click [3]\n', true],
    ['`click [3]`', true],
    ['` click [3] `', true],
    ['```click [3]```', true],
    ['```\nclick [3]\n```', true],
    ['```text\nclick [3]\n```', true],
    ['```text\r\nclick [3]\r\n```', true],
    ['Here: ```click [3]``` as asked', true],
    ['', false],
    ['click [4]', false],
    ['click [3].', false],
    ['click [3] click [3]', false],
    ['`click [3]', false],
    ['click [3]`', false],
    ['xclick [3]`', false],
    ['`click [3]x', false],
    ['```click [3]``` ```click [3]```', false],
    ['```click [3]', false],
    ['```Text\nclick [3]```', false],
    ['```x text\nclick [3]```', false],
    ['```two words\nclick [3]```', false],
    ['```abcdefghijklmnopqrstu\nclick [3]```', false],
  ])('takes %j for it: %s', (reply, isExact) => {
    expect(isExactForm(reply, 'click [3]')).toBe(isExact);
  });

  it('is never so where nothing is wanted, or backticks hold nothing', () => {
    for (const reply of ['', '`', '``', '```', '``````', ' ', 'Stryker was here!']) {
      expect(isExactForm(reply, ' ')).toBe(false);
    }
    expect(isExactForm('``', '`')).toBe(false);
    expect(isExactForm('`', '`')).toBe(true);
    expect(isExactForm('``', '``')).toBe(true);
  });
});
