import { describe, expect, it } from 'vitest';
import { localTime } from './local-time.js';
import { isTimeZone, offsetAt } from './time-zone.js';

const SUMMER = Date.UTC(2026, 6, 1, 12);
const WINTER = Date.UTC(2026, 0, 1, 12);

describe('localTime', () => {
  it.each([
    ['UTC', SUMMER, '12:00', '+0000', 'UTC'],
    ['Africa/Accra', SUMMER, '12:00', '+0000', 'GMT'],
    ['Europe/Paris', WINTER, '13:00', '+0100', 'CET'],
    ['Europe/Paris', SUMMER, '14:00', '+0200', 'CEST'],
    ['America/New_York', SUMMER, '08:00', '-0400', 'EDT'],
    ['Asia/Kolkata', SUMMER, '17:30', '+0530', 'IST'],
    ['America/Lima', SUMMER, '07:00', '-0500', '-05'],
    ['No/Where', SUMMER, '12:00', '+0000', 'UTC'],
  ])('in %s at %i', (zone, at, clock, offset, name) => {
    const time = localTime(at, zone);
    expect([time.fields.toISOString().slice(11, 16), time.offset, time.name]).toEqual([clock, offset, name]);
  });
});

describe('time zones', () => {
  it('are known by name alone', () => {
    expect(['UTC', 'Africa/Accra', 'Africa/Nowhere', '+02:00', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(offsetAt('Asia/Kathmandu', SUMMER)).toBe(345);
  });
});
