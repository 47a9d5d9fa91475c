import { describe, expect, it } from 'vitest';
import { findAndroidApp, guardedOf, parseAndroidFile } from './read-android.js';

const parse = (value: unknown) => parseAndroidFile(JSON.stringify(value), 'android.json');
const CLOCK = { name: 'Clock', aliases: ['时钟'], package: 'org.example.clock' };
const world = (...apps: unknown[]) => ({ formatVersion: 1, apps });

describe('parseAndroidFile', () => {
  it('reads apps with all that can be said of them', () => {
    const app = {
      ...CLOCK,
      activity: '.Main',
      setup: { clear: true, grant: ['android.permission.CAMERA'], start: false },
      login: [
        { open: '时钟' },
        { tap: { text: 'Sign in' } },
        { tap: { id: 'org.example.clock:id/name' }, seconds: 3 },
        { type: '{secret:CLOCK_PASSWORD}' },
        { key: 'ENTER' },
        { wait: 'Welcome', seconds: 20 },
        { assert: 'Welcome' },
      ],
      reset: ['node', 'reset.mjs'],
    };
    const file = { ...world(app), keyboard: null, settle: { deadlineMs: 1000 } };
    expect(parse(file)).toEqual(file);
    expect(guardedOf(parse(file))).toEqual([
      'a command (reset)',
      'the environment variable CLOCK_PASSWORD (login)',
    ]);
  });

  it.each([
    ['two apps of one name', world(CLOCK, { name: 'CLOCK', package: 'org.example.other' }), /names two apps/],
    ['no package', world({ name: 'Clock', package: 'clock' }), /two words or more/],
    ['a newer version', { ...world(CLOCK), formatVersion: 2 }, /version/i],
    ['an unknown step', world({ ...CLOCK, login: [{ shell: 'reboot' }] }), /login/],
    ['a step of two things', world({ ...CLOCK, login: [{ key: 'ENTER', type: 'a' }] }), /login/],
    ['an unknown app', world({ ...CLOCK, login: [{ open: 'Bank' }] }), /no app of this file/],
    ['a secret that would be shown', world({ ...CLOCK, login: [{ wait: '{secret:A}' }] }), /would be shown/],
    ['a secret without a name', world({ ...CLOCK, login: [{ type: '{secret:}' }] }), /\{secret:NAME\}/],
    ['an unknown grant', world({ ...CLOCK, setup: { grant: ['CAMERA'] } }), /in full/],
  ])('refuses %s, and says where', (_, value, message) => {
    expect(() => parse(value)).toThrow(message);
    expect(() => parse(value)).toThrow(/^android\.json/);
  });
});

describe('findAndroidApp', () => {
  it.each([
    [' clock ', CLOCK],
    ['时钟', CLOCK],
    ['ORG.example.clock', CLOCK],
    ['Bank', null],
  ])('finds by name, alias and package: %j', (name, expected) => {
    expect(findAndroidApp([CLOCK], name)).toBe(expected);
  });
});

describe('guardedOf', () => {
  it('is empty for a file that starts and types nothing', () => {
    expect(guardedOf(parse(world({ ...CLOCK, login: [{ open: 'Clock' }, { type: 'hello' }] })))).toEqual([]);
  });
});
