import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
import {
  megabytes,
  namedPoints,
  namedShare,
  oneOf,
  percentagePoints,
  share,
  wholeNumber,
} from './parse-option.js';

describe('share', () => {
  it.each([
    ['0.8', 0.8],
    ['80%', 0.8],
    ['80 %', 0.8],
    ['.5', 0.5],
    ['0', 0],
    ['1', 1],
    ['100%', 1],
    ['0.5%', 0.005],
  ])('reads %j as %d', (text, value) => {
    expect(share(text, '--min-success')).toBe(value);
  });

  it.each(['80', '1.01', '101%', '-0.1', 'most', '', '1e-1', 'NaN', '0.8.1', '%'])(
    'refuses %j and says how to write it',
    (text) => {
      expect(() => share(text, '--min-success')).toThrow(UserError);
      expect(() => share(text, '--min-success')).toThrow(/--min-success/);
    },
  );
});

describe('percentagePoints', () => {
  it('reads points as a difference of ratios', () => {
    expect(['5', '2.5', '0', '100'].map((text) => percentagePoints(text, '--max-drop'))).toEqual([
      0.05, 0.025, 0, 1,
    ]);
  });

  it.each(['5%', '-5', '101', 'five', '', 'Infinity'])('refuses %j', (text) => {
    expect(() => percentagePoints(text, '--max-drop')).toThrow(UserError);
  });
});

describe('namedShare and namedPoints', () => {
  it('read a name and its limit', () => {
    expect(namedShare('ams=60%', '--min-metric')).toEqual({ name: 'ams', value: 0.6 });
    expect(namedShare(' CR = .5', '--min-metric')).toEqual({ name: 'CR', value: 0.5 });
    expect(namedPoints('ams=3', '--max-metric-drop')).toEqual({ name: 'ams', value: 0.03 });
  });

  it.each(['60%', '=60%', '', '0.5'])('ask for a name in %j', (text) => {
    expect(() => namedShare(text, '--min-metric')).toThrow(/^--min-metric: ".*" names no metric/);
  });

  it.each(['ams=', 'ams=60', 'ams=-1', 'ams=a=0.5'])('refuse the limit of %j', (text) => {
    expect(() => namedShare(text, '--min-metric')).toThrow(/^--min-metric: ".*" is no share/);
    expect(() => namedPoints(`${text}%`, '--max-metric-drop')).toThrow(/is no number of percentage points/);
  });
});

describe('oneOf and wholeNumber', () => {
  it('refuse what they do not know', () => {
    expect(oneOf(['a', 'b'], 'b', '--x')).toBe('b');
    expect(() => oneOf(['a', 'b'], 'c', '--x')).toThrow(/--x: there is no "c"/);
    expect(wholeNumber('0', '--n')).toBe(0);
    for (const text of ['-1', '1.5', '', 'ten', '99999999999']) {
      expect(() => wholeNumber(text, '--n')).toThrow(UserError);
    }
  });
});

describe('megabytes', () => {
  it.each([
    ['18', 18_000_000],
    [18, 18_000_000],
    ['0.5', 500_000],
  ])('reads %s', (text, bytes) => {
    expect(megabytes(text, '--max-size')).toBe(bytes);
  });

  it.each(['', '0', '-1', '18MB', 'much', '1e999'])('refuses %j', (text) => {
    expect(() => megabytes(text, '--max-size')).toThrow(/^--max-size: .* is no number of megabytes/);
  });
});
