import { describe, expect, it } from 'vitest';
import { DATE_SWITCH, localDay } from './local-day.js';

const now = (): Date => new Date(2026, 2, 1);

describe('localDay', () => {
  it('is the day of the switch, else the day of the clock', () => {
    const leapDay = { year: '2024', month: '02', day: '29', weekday: 3 };
    expect(localDay({ switches: { date: '2024-02-29' }, now })).toEqual(leapDay);
    const today = { year: '2026', month: '03', day: '01', weekday: 6 };
    expect(localDay({ switches: { date: '' }, now })).toEqual(today);
  });
});

describe('DATE_SWITCH', () => {
  it.each([
    ['', true],
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-2-9', false],
    ['yesterday', false],
  ])('takes %j: %j', (text, isTaken) => {
    expect(DATE_SWITCH.form?.isOf(text)).toBe(isTaken);
  });
});
