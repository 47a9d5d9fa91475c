import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint, type Box, type Point, type Size } from '../../domain/geometry.js';
import { changeProtocol } from '../../benchmarks/androidlens/change-protocol.js';
import { STEP_PRESETS } from '../../benchmarks/androidlens/step-presets.js';
import { stepMatcher, type ExpectedStep, type Predicted } from './step-matcher.js';
import type { StepProtocol } from './step-protocol.js';

const SIZE: Size = { width: 1000, height: 2000 };
const PROTOCOLS: readonly StepProtocol[] = Object.values(STEP_PRESETS).map(({ protocol }) => protocol);
const androidlens = STEP_PRESETS.androidlens.protocol;

const size = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});
const number = fc.double({ min: -50, max: 4000, noNaN: true });
const point: fc.Arbitrary<Point> = fc.record({
  x: number,
  y: number,
  space: fc.constantFrom('pixel' as const, 'permille' as const, 'unit' as const),
});
const box: fc.Arbitrary<Box> = fc
  .tuple(number, number, fc.nat(500), fc.nat(500))
  .map(([x, y, width, height]) => [x, y, x + width, y + height]);
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', 'OK', 'ok now', '好的'));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(point, fc.option(box, { nil: undefined })).map(([at, area]): Action => ({
    type: 'tap',
    target: { type: 'point', point: at, ...(area === undefined ? {} : { box: area }) },
  })),
  point.map((at): Action => ({ type: 'long_press', target: { type: 'point', point: at } })),
  fc.nat(9).map((element): Action => ({ type: 'tap', target: { type: 'element', element } })),
  fc
    .record({
      from: fc.option(point, { nil: undefined }),
      to: fc.option(point, { nil: undefined }),
      direction: fc.constantFrom('up' as const, 'down' as const, 'left' as const, 'right' as const, null),
    })
    .map(({ from, to, direction }): Action => ({
      type: 'swipe',
      direction,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })),
  text.map((typed): Action => ({ type: 'type', text: typed })),
  fc.constantFrom('BACK', 'HOME', 'MENU').map((key): Action => ({ type: 'key', key })),
  fc
    .constantFrom('success' as const, 'failure' as const, 'unspecified' as const)
    .map((status) => stop(status)),
  text.map((app): Action => ({ type: 'open_app', app })),
  fc.tuple(text, fc.boolean()).map(([said, terminal]): Action => ({ type: 'answer', text: said, terminal })),
  fc.constant<Action>({ type: 'ask_user', reason: 'feedback' }),
  fc.constant<Action>({ type: 'wait' }),
  fc.string().map((name): Action => ({ type: 'foreign', native: { family: 'any', name } })),
);
const step: fc.Arbitrary<ExpectedStep> = fc
  .record({
    action,
    alternatives: fc.array(action, { maxLength: 3 }),
    box: fc.option(box, { nil: undefined }),
    candidates: fc.array(box, { maxLength: 2 }),
    elements: fc.array(box, { maxLength: 3 }),
    size: fc.option(size, { nil: null }),
  })
  .map(({ box: area, size: screen, ...rest }) => ({
    ...rest,
    ...(area === undefined ? {} : { box: area }),
    screen: { size: screen },
  }));
const protocol = fc.constantFrom(...PROTOCOLS);
const predicted: fc.Arbitrary<Predicted> = fc.oneof(
  { weight: 8, arbitrary: action },
  { weight: 1, arbitrary: fc.constant({ kind: 'no_action' as const, message: 'none', excerpt: '' }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

describe('stepMatcher', () => {
  it('has no match of another type, in any protocol', () => {
    fc.assert(
      fc.property(protocol, predicted, step, (rules, said, recorded) => {
        const { match, typeMatch, reason } = stepMatcher(rules).step(said, recorded);
        expect(match && !typeMatch).toBe(false);
        expect(match).toBe(reason === 'match');
      }),
    );
  });

  it('finds the recorded action and each alternative right under every preset and on any screen', () => {
    fc.assert(
      fc.property(protocol, step, (rules, recorded) => {
        const matcher = stepMatcher(rules);
        for (const said of [recorded.action, ...(recorded.alternatives ?? [])]) {
          // What comes back from a journal is equal, not the same object.
          const copy = structuredClone(said);
          expect(matcher.step(copy, recorded)).toEqual({ match: true, typeMatch: true, reason: 'match' });
        }
      }),
    );
  });

  it('does not care in which order alternatives stand', () => {
    fc.assert(
      fc.property(protocol, predicted, step, (rules, said, recorded) => {
        const matcher = stepMatcher(rules);
        const turned = { ...recorded, alternatives: (recorded.alternatives ?? []).toReversed() };
        expect(matcher.step(said, turned)).toEqual(matcher.step(said, recorded));
      }),
    );
  });

  it('loses nothing by a further alternative', () => {
    fc.assert(
      fc.property(protocol, predicted, step, action, (rules, said, recorded, further) => {
        const matcher = stepMatcher(rules);
        const before = matcher.step(said, recorded);
        const after = matcher.step(said, {
          ...recorded,
          alternatives: [...(recorded.alternatives ?? []), further],
        });
        expect(Number(after.match)).toBeGreaterThanOrEqual(Number(before.match));
        expect(Number(after.typeMatch)).toBeGreaterThanOrEqual(Number(before.typeMatch));
      }),
    );
  });

  it('has a threshold that counts itself, wherever on the screen and however large that is', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 0, max: 860 }), fc.boolean(), (screen, start, isVertical) => {
        const at = (along: number): Point =>
          isVertical
            ? { x: 500, y: along, space: 'permille' }
            : pixelPoint((along * screen.width) / 1000, (screen.height * 1) / 3);
        const recorded = { action: tap(at(start)), screen: { size: screen } };
        const matcher = stepMatcher(androidlens);
        expect(matcher.step(tap(at(start + 140)), recorded).match).toBe(true);
        expect(matcher.step(tap(at(start + 140.001)), recorded)).toMatchObject({
          match: false,
          typeMatch: true,
          reason: 'point',
        });
      }),
    );
  });
});

interface Case {
  readonly name: string;
  readonly changes?: object;
  readonly recorded: Omit<ExpectedStep, 'screen'>;
  readonly said: Predicted;
  readonly expected: string;
}

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));
const swipe = (x1: number, y1: number, x2: number, y2: number): Action => ({
  type: 'swipe',
  direction: null,
  from: pixelPoint(x1, y1),
  to: pixelPoint(x2, y2),
});
const typed = (words: string): Action => ({ type: 'type', text: words });
const key = (name: string): Action => ({ type: 'key', key: name });
const open = (app: string): Action => ({ type: 'open_app', app });
const BOX: Box = [100, 100, 200, 300];

const CASES: readonly Case[] = [
  {
    name: 'a touch on a corner of the box',
    recorded: { action: at(150, 200), box: BOX },
    said: at(200, 300),
    expected: 'match',
  },
  {
    name: 'a touch just outside, though near, since the box decides',
    recorded: { action: at(150, 200), box: BOX },
    said: at(200.01, 300),
    expected: 'point',
  },
  {
    name: 'a touch just outside where the distance counts too',
    changes: { touch: { boxes: 'beside' } },
    recorded: { action: at(150, 200), box: BOX },
    said: at(201, 200),
    expected: 'match',
  },
  {
    name: 'the corner of a box enlarged by 1.2',
    changes: { touch: { boxFactor: 1.2 } },
    recorded: { action: at(150, 200), box: BOX },
    said: at(210, 320),
    expected: 'match',
  },
  {
    name: 'a touch beyond the enlarged box',
    changes: { touch: { boxFactor: 1.2 } },
    recorded: { action: at(150, 200), box: BOX },
    said: at(210.1, 320),
    expected: 'point',
  },
  {
    name: 'a touch in another candidate area',
    recorded: { action: at(150, 200), box: BOX, candidates: [[800, 0, 900, 50]] },
    said: at(850, 50),
    expected: 'match',
  },
  {
    name: 'a touch in the area of an alternative',
    recorded: {
      action: key('BACK'),
      alternatives: [
        { type: 'tap', target: { type: 'point', point: pixelPoint(5, 5), box: [0, 0, 10, 10] } },
      ],
    },
    said: at(10, 10),
    expected: 'match',
  },
  {
    name: 'a touch in the box of the recorded action, said of the alternative alone',
    recorded: { action: key('BACK'), box: BOX, alternatives: [at(900, 1900)] },
    said: at(150, 200),
    expected: 'point',
  },
  {
    name: 'the recorded point outside its own box',
    recorded: { action: at(500, 500), box: BOX },
    said: at(500, 500),
    expected: 'match',
  },
  {
    name: 'a tap for a long press',
    recorded: { action: { type: 'long_press', target: { type: 'point', point: pixelPoint(5, 5) } } },
    said: at(5, 5),
    expected: 'type',
  },
  {
    name: 'a tap for a long press of one type',
    changes: { touch: { longPressIsTap: true } },
    recorded: { action: { type: 'long_press', target: { type: 'point', point: pixelPoint(5, 5) } } },
    said: at(5, 5),
    expected: 'match',
  },
  {
    name: 'a place nobody found',
    recorded: { action: at(5, 5) },
    said: { type: 'tap', target: { type: 'description', text: 'OK' } },
    expected: 'place',
  },
  {
    name: 'a distance per axis, one axis too far',
    changes: { touch: { distance: { threshold: 0.1, space: 'per_axis' } } },
    recorded: { action: at(500, 500) },
    said: at(600, 701),
    expected: 'point',
  },
  {
    name: 'a distance per axis, both on the border',
    changes: { touch: { distance: { threshold: 0.1, space: 'per_axis' } } },
    recorded: { action: at(500, 500) },
    said: at(600, 700),
    expected: 'match',
  },
  {
    name: 'a distance in pixels',
    changes: { touch: { distance: { threshold: 5, space: 'pixel' } } },
    recorded: { action: at(500, 500) },
    said: at(503, 504),
    expected: 'match',
  },
  {
    name: 'touches in one element',
    changes: { touch: { elementFactor: 1.4, distance: null } },
    recorded: { action: at(110, 110), elements: [BOX] },
    said: at(220, 340),
    expected: 'match',
  },
  {
    name: 'touches in two elements',
    changes: { touch: { elementFactor: 1, distance: null } },
    recorded: { action: at(110, 110), elements: [BOX, [200, 100, 300, 300]] },
    said: at(250, 110),
    expected: 'point',
  },
  {
    name: 'a swipe as far across as down, which is vertical',
    recorded: { action: swipe(0, 0, 50, 50) },
    said: { type: 'swipe', direction: 'down' },
    expected: 'match',
  },
  {
    name: 'a swipe a little more across',
    recorded: { action: swipe(0, 0, 51, 50) },
    said: { type: 'swipe', direction: 'down' },
    expected: 'direction',
  },
  {
    name: 'a swipe the other way along the axis',
    changes: { swipe: { rule: 'axis', space: 'pixel' } },
    recorded: { action: swipe(0, 0, 0, 50) },
    said: swipe(0, 50, 0, 0),
    expected: 'match',
  },
  {
    name: 'any swipe where the type is enough',
    changes: { swipe: { rule: 'type' } },
    recorded: { action: swipe(0, 0, 0, 50) },
    said: swipe(0, 0, 50, 0),
    expected: 'match',
  },
  {
    name: 'a swipe elsewhere where paths count',
    changes: { swipe: { rule: 'path', threshold: 0.1 } },
    recorded: { action: swipe(0, 0, 0, 500) },
    said: swipe(500, 0, 500, 500),
    expected: 'path',
  },
  {
    name: 'a swipe without a path where paths count',
    changes: { swipe: { rule: 'path', threshold: 0.1 } },
    recorded: { action: swipe(0, 0, 0, 500) },
    said: { type: 'swipe', direction: 'up' },
    expected: 'direction',
  },
  {
    name: 'a direction in units of the axes',
    changes: { swipe: { rule: 'direction', space: 'unit' } },
    recorded: { action: swipe(0, 0, 60, 100) },
    said: { type: 'swipe', direction: 'right' },
    expected: 'match',
  },
  {
    name: 'a text that contains the recorded one, in another case',
    recorded: { action: typed('Milk') },
    said: typed('  buy MILK '),
    expected: 'match',
  },
  { name: 'an empty text', recorded: { action: typed('Milk') }, said: typed('  '), expected: 'text' },
  {
    name: 'an empty text where nothing was recorded',
    recorded: { action: typed('') },
    said: typed(' '),
    expected: 'match',
  },
  {
    name: 'an empty text where it is tested like any other',
    changes: { text: { empty: 'tested' } },
    recorded: { action: typed('Milk') },
    said: typed(''),
    expected: 'match',
  },
  {
    name: 'texts alike to exactly a half',
    changes: { text: { anyOf: [{ test: 'similarity', atLeast: 0.5 }] } },
    recorded: { action: typed('abcd') },
    said: typed('abxy'),
    expected: 'match',
  },
  {
    name: 'texts alike to less than a half',
    changes: { text: { anyOf: [{ test: 'similarity', atLeast: 0.51 }] } },
    recorded: { action: typed('abcd') },
    said: typed('abxy'),
    expected: 'text',
  },
  {
    name: 'words with an F1 of exactly a half',
    changes: { text: { anyOf: [{ test: 'token_f1', threshold: 0.5, isInclusive: true, tokens: 'set' }] } },
    recorded: { action: typed('a b') },
    said: typed('a c'),
    expected: 'match',
  },
  {
    name: 'words with an F1 of a half where more is asked',
    changes: { text: { anyOf: [{ test: 'token_f1', threshold: 0.5, isInclusive: false, tokens: 'bag' }] } },
    recorded: { action: typed('a b') },
    said: typed('a c'),
    expected: 'text',
  },
  {
    name: 'another key, of another type',
    recorded: { action: key('BACK') },
    said: key('HOME'),
    expected: 'type',
  },
  {
    name: 'another key of one type',
    changes: { keys: 'one_type' },
    recorded: { action: key('BACK') },
    said: key('HOME'),
    expected: 'key',
  },
  {
    name: 'a failure for a success, status ignored',
    recorded: { action: stop('success') },
    said: stop('failure'),
    expected: 'match',
  },
  {
    name: 'a failure for a success, status compared',
    changes: { stopStatus: 'compared' },
    recorded: { action: stop('success') },
    said: stop('infeasible'),
    expected: 'status',
  },
  {
    name: 'an end without a status for a success',
    changes: { stopStatus: 'compared' },
    recorded: { action: stop('success') },
    said: stop('unspecified'),
    expected: 'match',
  },
  {
    name: 'a last answer for an end',
    recorded: { action: stop('success') },
    said: { type: 'answer', text: '42', terminal: true },
    expected: 'match',
  },
  {
    name: 'a question to the user for a failure',
    changes: { stopStatus: 'compared' },
    recorded: { action: stop('failure') },
    said: { type: 'ask_user', reason: 'feedback' },
    expected: 'match',
  },
  {
    name: 'a question to the user where that is no end',
    changes: { askUserIsStop: false },
    recorded: { action: stop('failure') },
    said: { type: 'ask_user', reason: 'feedback' },
    expected: 'type',
  },
  {
    name: 'an app by another case',
    recorded: { action: open('Maps') },
    said: open(' maps'),
    expected: 'match',
  },
  {
    name: 'an app by a part of its name',
    recorded: { action: open('Google Maps') },
    said: open('maps'),
    expected: 'app',
  },
  {
    name: 'an app by a part of its name where that is enough',
    changes: { openApp: { name: 'containment' } },
    recorded: { action: open('Google Maps') },
    said: open('maps'),
    expected: 'match',
  },
  {
    name: 'a tap on the icon of the app',
    changes: { openApp: { iconCounts: true } },
    recorded: { action: open('Maps'), candidates: [BOX] },
    said: at(100, 100),
    expected: 'match',
  },
  {
    name: 'a tap on the icon where only the name counts',
    recorded: { action: open('Maps'), candidates: [BOX] },
    said: at(100, 100),
    expected: 'type',
  },
  {
    name: 'a path of two hundredths, which is a tap',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: false } } },
    recorded: { action: at(500, 500) },
    said: swipe(500, 500, 520, 500),
    expected: 'match',
  },
  {
    name: 'a path of exactly the threshold, which is a tap',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: false } } },
    recorded: { action: at(500, 500) },
    said: swipe(500, 500, 540, 500),
    expected: 'match',
  },
  {
    name: 'a longer path where gestures are of one type',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: true } } },
    recorded: { action: at(500, 500) },
    said: swipe(500, 500, 541, 500),
    expected: 'gesture',
  },
  {
    name: 'a longer path where they are not',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: false } } },
    recorded: { action: at(500, 500) },
    said: swipe(500, 500, 541, 500),
    expected: 'type',
  },
  {
    name: 'a tap where a path was recorded and gestures are of one type',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: true } } },
    recorded: { action: swipe(500, 500, 800, 500) },
    said: at(500, 500),
    expected: 'gesture',
  },
  {
    name: 'a tap where a path was recorded and they are not',
    recorded: { action: swipe(500, 500, 800, 500) },
    said: at(500, 500),
    expected: 'type',
  },
  {
    name: 'a key where a path was recorded and gestures are of one type',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: true } } },
    recorded: { action: swipe(500, 500, 800, 500) },
    said: key('BACK'),
    expected: 'type',
  },
  {
    name: 'a key where a tap was recorded and gestures are of one type',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: true } } },
    recorded: { action: at(500, 500) },
    said: key('BACK'),
    expected: 'type',
  },
  {
    name: 'a path where a long press was recorded and gestures are of one type',
    changes: { touch: { dualPoint: { threshold: 0.04, isOneType: true } } },
    recorded: { action: { type: 'long_press', target: { type: 'point', point: pixelPoint(500, 500) } } },
    said: swipe(500, 500, 900, 500),
    expected: 'type',
  },
  {
    name: 'an address with blanks around it',
    recorded: { action: { type: 'open_url', url: 'https://a.example' } },
    said: { type: 'open_url', url: ' https://a.example ' },
    expected: 'match',
  },
  {
    name: 'a recorded address with blanks around it',
    recorded: { action: { type: 'open_url', url: ' https://a.example ' } },
    said: { type: 'open_url', url: 'https://a.example' },
    expected: 'match',
  },
  {
    name: 'another address',
    recorded: { action: { type: 'open_url', url: 'https://a.example' } },
    said: { type: 'open_url', url: 'https://b.example' },
    expected: 'address',
  },
  {
    name: 'an app where an address was recorded',
    recorded: { action: { type: 'open_url', url: 'https://a.example' } },
    said: open('Maps'),
    expected: 'type',
  },
  {
    name: 'an action of another family, its entries in another order',
    recorded: { action: { type: 'foreign', native: { family: 'any', arguments: { a: 1, b: [2] } } } },
    said: { type: 'foreign', native: { arguments: { b: [2], a: 1 }, family: 'any' } },
    expected: 'match',
  },
  {
    name: 'another action of another family',
    recorded: { action: { type: 'foreign', native: { family: 'any', arguments: 1 } } },
    said: { type: 'foreign', native: { family: 'any', arguments: 2 } },
    expected: 'type',
  },
  {
    name: 'an action of ours where one of another family was recorded',
    recorded: { action: { type: 'foreign', native: { family: 'any' } } },
    said: { type: 'wait' },
    expected: 'type',
  },
  {
    name: 'an action of another family that JSON cannot say',
    recorded: { action: { type: 'foreign', native: { family: 'any', arguments: 1n } } },
    said: { type: 'foreign', native: { family: 'any', arguments: 1n } },
    expected: 'type',
  },
  {
    name: 'a wait where another kind was recorded',
    recorded: { action: { type: 'restart_app' } },
    said: { type: 'wait' },
    expected: 'type',
  },
  {
    name: 'a restart',
    recorded: { action: { type: 'restart_app' } },
    said: { type: 'restart_app' },
    expected: 'match',
  },
  {
    name: 'an end where an answer was recorded',
    recorded: { action: { type: 'answer', text: 'four', terminal: false } },
    said: stop('success'),
    expected: 'type',
  },
  {
    name: 'another answer',
    recorded: { action: { type: 'answer', text: 'four', terminal: false } },
    said: { type: 'answer', text: 'seventeen', terminal: false },
    expected: 'text',
  },
  {
    name: 'a last answer where an end was recorded',
    recorded: { action: stop('success') },
    said: { type: 'answer', text: 'four', terminal: true },
    expected: 'match',
  },
  {
    name: 'a last answer where giving up was recorded',
    changes: { stopStatus: 'compared' },
    recorded: { action: stop('failure') },
    said: { type: 'answer', text: 'four', terminal: true },
    expected: 'status',
  },
  {
    name: 'another app where names do not count',
    changes: { openApp: { name: 'ignored' } },
    recorded: { action: open('Google Maps') },
    said: open('Clock'),
    expected: 'match',
  },
  {
    name: 'another app where a part is enough',
    changes: { openApp: { name: 'containment' } },
    recorded: { action: open('Google Maps') },
    said: open('Clock'),
    expected: 'app',
  },
  {
    name: 'no name where a part is enough',
    changes: { openApp: { name: 'containment' } },
    recorded: { action: open('Google Maps') },
    said: open(' '),
    expected: 'app',
  },
  {
    name: 'a name where none was recorded and a part is enough',
    changes: { openApp: { name: 'containment' } },
    recorded: { action: open(' ') },
    said: open('Maps'),
    expected: 'app',
  },
  {
    name: 'a tap beside the icon of the app',
    changes: { openApp: { iconCounts: true } },
    recorded: { action: open('Maps'), candidates: [BOX] },
    said: at(900, 1900),
    expected: 'type',
  },
  {
    name: 'a tap on an element by its number, where icons count',
    changes: { openApp: { iconCounts: true } },
    recorded: { action: open('Maps'), candidates: [BOX] },
    said: { type: 'tap', target: { type: 'element', element: 1 } },
    expected: 'type',
  },
  {
    name: 'a key where icons count',
    changes: { openApp: { iconCounts: true } },
    recorded: { action: open('Maps'), candidates: [BOX] },
    said: key('HOME'),
    expected: 'type',
  },
  {
    name: 'an answer nobody can read',
    recorded: { action: at(1, 1) },
    said: { kind: 'refusal', message: 'no', excerpt: 'no' },
    expected: 'format_error',
  },
  { name: 'no answer at all', recorded: { action: at(1, 1) }, said: null, expected: 'missing' },
];

describe('a step', () => {
  it.each(CASES)('is judged as expected: $name', ({ changes, recorded, said, expected }) => {
    const matcher = stepMatcher(changeProtocol(androidlens, changes));
    expect(matcher.step(said, { ...recorded, screen: { size: SIZE } }).reason).toBe(expected);
  });

  it('on a screen of unknown size is judged where that does not matter', () => {
    const recorded = { action: tap({ x: 500, y: 500, space: 'permille' }), screen: { size: null } };
    const matcher = stepMatcher(androidlens);
    expect(matcher.step(tap({ x: 0.5, y: 0.6, space: 'unit' }), recorded).reason).toBe('match');
    expect(matcher.step(at(500, 500), recorded).reason).toBe('place');
  });
});
