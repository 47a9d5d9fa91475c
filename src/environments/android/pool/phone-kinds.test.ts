import { expect, it } from 'vitest';
import { isOfKind, kindsOf, type PhoneKind } from './phone-kinds.js';

const phone = (model: string, release = '14', screen = '1080x2400'): PhoneKind => ({
  identity: { manufacturer: 'Maker', model, release },
  screen,
});
const recorded = {
  kind: 'android',
  device: 'Maker A, Maker B',
  system: 'Android 13, Android 14',
  settings: { screens: '1080x2400' },
};

it('names each kind once, whichever phone is first', () => {
  const kinds = { device: 'Maker A, Maker B', system: 'Android 14', screens: '1080x2400' };
  expect(kindsOf([phone('B'), phone('A'), phone('B')], undefined)).toEqual(kinds);
});

it('keeps to what the run began with where some of those phones are away, and tells another', () => {
  const before = { device: 'Maker A, Maker B', system: 'Android 13, Android 14', screens: '1080x2400' };
  expect(kindsOf([phone('A')], recorded)).toEqual(before);
  expect(kindsOf([], recorded)).toEqual(before);
  expect(kindsOf([phone('C')], recorded)).toMatchObject({ device: 'Maker C', system: 'Android 14' });
  expect(
    [phone('A'), phone('C'), phone('A', '15'), phone('A', '14', '720x1280')].map((one) =>
      isOfKind(one, recorded),
    ),
  ).toEqual([true, false, false, false]);
  expect(isOfKind(phone('C'), { kind: 'graph' })).toBe(true);
});
