import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../action.js';
import { parseCoordinateRule, coordinateSpan } from './coordinate-rule.js';
import { pixelPoint, resolvePoint, type Size } from '../geometry.js';
import { resizedSize, type ResizeRule } from './resize-rule.js';
import {
  coordinateMismatchWarning,
  CoordinateMismatchDetector,
  type CoordinateMismatch,
} from './coordinate-mismatch.js';

const SCREEN: Size = { width: 1080, height: 2400 };
const SMART: ResizeRule = { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 1_003_520 };

/** What a watch says after a model that is read by `rule` has named these positions, in its own numbers. */
function findingsOf(
  rule: string,
  pairs: readonly (readonly [number, number])[],
  options: { readonly resize?: ResizeRule; readonly screen?: Size } = {},
): readonly CoordinateMismatch[] {
  const { resize = null, screen = SCREEN } = options;
  const watch = new CoordinateMismatchDetector({
    agent: {
      name: 'direct',
      version: '1',
      privileged: false,
      settings: {
        dialects: { actor: { family: 'talk', coordinates: rule, observation: { picture: { resize } } } },
      },
    },
  });
  const parsed = parseCoordinateRule(rule);
  if (parsed === null) throw new Error(`${rule} is no rule`);
  const resized = resize === null ? null : resizedSize(screen, resize);
  const span = coordinateSpan(parsed, { screen, sent: resized?.type === 'size' ? resized.size : null });
  if (span === null) throw new Error('there is no span');
  for (const [x, y] of pairs) {
    const point = pixelPoint((x * screen.width) / span.width, (y * screen.height) / span.height);
    watch.add(tapAt(point), screen);
  }
  return watch.findings();
}

function tapAt(point: ReturnType<typeof pixelPoint>): Action {
  return {
    type: 'tap',
    target: { type: 'point', point: resolvePoint(point, SCREEN) },
    native: { family: 'talk' },
  };
}

/** Positions spread over a space. */
function spread(count: number, width: number, height: number): [number, number][] {
  return Array.from({ length: count }, (_, index) => [
    ((index * 37) % 101) * (width / 101),
    ((index * 53) % 97) * (height / 97),
  ]);
}

describe('a watch over positions', () => {
  it.each([
    ['0–1000 read as pixels', 'sent', spread(40, 1000, 1000), 'small', '--coordinates norm:1000'],
    ['0–1 read as pixels', 'sent', spread(40, 1, 1), 'small', '--coordinates norm:1'],
    ['0–100 read as pixels', 'sent', spread(40, 100, 100), 'small', '--coordinates norm:100'],
    ['pixels read as 0–1000', 'norm:1000', spread(40, 1080, 2400), 'outside', '--coordinates sent'],
    ['0–1000 read as 0–1', 'norm:1', spread(10, 1000, 1000), 'outside', '--coordinates norm:1000'],
    ['0–1000 read as 0–100', 'norm:100', spread(10, 1000, 1000), 'outside', '--coordinates norm:1000'],
  ] as const)('suspects %s', (_, rule, pairs, reason, tryInstead) => {
    expect(findingsOf(rule, pairs)).toEqual([
      expect.objectContaining({ code: 'span_mismatch_suspected', speaker: 'talk', reason, tryInstead }),
    ]);
  });

  it('suspects pixels of the source picture where those of a smaller one are meant', () => {
    const rule = 'smart_resize:28:3136:1003520';
    const [finding] = findingsOf(rule, spread(60, 1080, 2400), { resize: SMART });
    expect(finding).toMatchObject({
      reason: 'outside',
      readAs: rule,
      tryInstead: '--picture source --coordinates sent',
    });
    expect(finding?.largest[1]).toBeGreaterThan(1484);
  });

  it('suspects 0–1000 read as pixels of a resized picture, in its numbers', () => {
    const pairs = spread(60, 660, 1000);
    expect(findingsOf('smart_resize:28:3136:1003520', pairs, { resize: SMART })).toEqual([
      expect.objectContaining({ reason: 'small', tryInstead: '--coordinates norm:1000' }),
    ]);
  });

  it('suspects axes that are swapped', () => {
    const swapped = spread(60, 1080, 2400).map(([x, y]): [number, number] => [y, x]);
    expect(findingsOf('sent', swapped)[0]).toMatchObject({
      reason: 'outside',
      tryInstead: '--coordinates sent:yx',
    });
  });

  it.each([
    ['pixels all over the screen', 'sent', spread(100, 1080, 2400), SCREEN],
    ['0–1000 read as such', 'norm:1000', spread(100, 1000, 1000), SCREEN],
    ['fewer small pixels than tell', 'sent', spread(29, 1000, 1000), SCREEN],
    ['a small screen', 'sent', spread(100, 720, 1000), { width: 720, height: 1280 }],
    ['one miss among five', 'sent', [[-1, 5], ...spread(4, 1080, 2400)], SCREEN],
    [
      'four misses and nothing else',
      'sent',
      [
        [-1, 5],
        [-1, 6],
        [-1, 7],
        [-1, 8],
      ],
      SCREEN,
    ],
  ] as const)('raises no alarm over %s', (_, rule, pairs, screen) => {
    expect(findingsOf(rule, pairs as readonly [number, number][], { screen })).toEqual([]);
  });

  it('raises no alarm over any positions within their space, some of which are large', () => {
    const within = fc.tuple(fc.integer({ min: 0, max: 1080 }), fc.integer({ min: 0, max: 2400 }));
    fc.assert(
      fc.property(fc.array(within, { maxLength: 80 }), (pairs) => {
        expect(findingsOf('sent', [...pairs, [5, 2300]])).toEqual([]);
      }),
    );
  });

  it('passes over elements by number, screens of unknown size, and small numbers of agents without a dialect', () => {
    const watch = new CoordinateMismatchDetector({
      agent: { name: 'x', version: '1', privileged: false, settings: {} },
    });
    const far = pixelPoint(9000, 9000);
    for (let count = 0; count < 50; count += 1) {
      watch.add({ type: 'tap', target: { type: 'point', point: far, element: 3 } }, SCREEN);
      watch.add({ type: 'tap', target: { type: 'element', element: 3 } }, SCREEN);
      watch.add({ type: 'tap', target: { type: 'point', point: far } }, null);
      watch.add({ type: 'tap', target: { type: 'point', point: pixelPoint(5, 6) } }, SCREEN);
    }
    expect(watch.findings()).toEqual([]);
  });

  it('counts the ends of swipes, tells grammars apart, and says how large the numbers are', () => {
    const watch = new CoordinateMismatchDetector({
      agent: { name: 'x', version: '1', privileged: false, settings: {} },
    });
    for (let count = 0; count < 4; count += 1) {
      watch.add(
        {
          type: 'swipe',
          direction: 'up',
          from: pixelPoint(500, 5000),
          to: pixelPoint(500, 0.5),
          native: { family: 'a' },
        },
        SCREEN,
      );
      watch.add({ ...tapAt(pixelPoint(3, 4)), native: { family: 'b' } }, SCREEN);
    }
    const [finding, ...others] = watch.findings();
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ speaker: 'a', positions: 8, outside: 4, tryInstead: null });
    expect(finding?.histogram.filter(({ positions }) => positions > 0)).toEqual([
      { range: '100–1000', positions: 4 },
      { range: 'above 2000', positions: 4 },
    ]);
    if (finding === undefined) throw new Error('there is none');
    expect(coordinateMismatchWarning(finding)).toMatch(
      /^a: 4 of 8 positions lie outside .* measure with touchstone probe\.$/,
    );
  });

  it.each([
    [{ mapping: null }, 'check "coordinates" in the mapping file (--benchmark-option mapping=FILE).'],
    [{}, 'check the data with touchstone lint lens.'],
  ])('of recorded actions (%j) says where their numbers come from', (settings, advice) => {
    const agent = { name: 'oracle', version: '1', privileged: true, settings: {} };
    const watch = new CoordinateMismatchDetector({ agent, benchmark: { name: 'lens', settings } });
    for (let count = 0; count < 6; count += 1) {
      watch.add({ ...tapAt(pixelPoint(9999, 9999)), native: { family: 'lens' } }, SCREEN);
    }
    const [finding] = watch.findings();
    if (finding === undefined) throw new Error('there is none');
    expect(finding).toMatchObject({ readAs: 'recorded', tryInstead: null });
    expect(coordinateMismatchWarning(finding).endsWith(advice)).toBe(true);
    expect(coordinateMismatchWarning(finding)).not.toContain('probe');
  });

  it('forgets nothing and grows no more, however many grammars there are', () => {
    const watch = new CoordinateMismatchDetector({
      agent: { name: 'x', version: '1', privileged: false, settings: {} },
    });
    for (let count = 0; count < 1000; count += 1) {
      watch.add({ ...tapAt(pixelPoint(9999, 9999)), native: { family: `f${count % 200}` } }, SCREEN);
    }
    expect(watch.findings()).toHaveLength(16);
  });
});
