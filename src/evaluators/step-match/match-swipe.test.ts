import { describe, expect, it } from 'vitest';
import type { ActionOf } from '../../domain/action.js';
import { matchSwipe } from './match-swipe.js';

type Swipe = ActionOf<'swipe'>;

const SIZE = { width: 1000, height: 2000 };
const PATH = { rule: 'path', threshold: 0.1 } as const;

function path(from: readonly [number, number], to: readonly [number, number]): Swipe {
  return {
    type: 'swipe',
    direction: null,
    from: { x: from[0], y: from[1], space: 'unit' },
    to: { x: to[0], y: to[1], space: 'unit' },
  };
}

function named(direction: Swipe['direction']): Swipe {
  return { type: 'swipe', direction };
}

const RECORDED = path([0.5, 0.75], [0.5, 0.25]);

describe('matchSwipe by path', () => {
  it('needs both ends near, the border included', () => {
    expect(matchSwipe(RECORDED, path([0.5, 0.85], [0.4, 0.25]), SIZE, PATH)).toBe('match');
    expect(matchSwipe(RECORDED, path([0.5, 0.75], [0.5, 0.36]), SIZE, PATH)).toBe('path');
    expect(matchSwipe(RECORDED, path([0.5, 0.64], [0.5, 0.25]), SIZE, PATH)).toBe('path');
    expect(matchSwipe(RECORDED, path([0.5, 0.25], [0.5, 0.75]), SIZE, PATH)).toBe('path');
  });

  it('takes the very same path also where the size is not known', () => {
    const inPixels = (swipe: Swipe): Swipe => ({
      ...swipe,
      from: { x: swipe.from?.x ?? 0, y: swipe.from?.y ?? 0, space: 'pixel' },
      to: { x: swipe.to?.x ?? 0, y: swipe.to?.y ?? 0, space: 'pixel' },
    });
    const pixels = inPixels(path([500, 1500], [500, 500]));
    expect(matchSwipe(pixels, pixels, null, PATH)).toBe('match');
    expect(matchSwipe(pixels, inPixels(path([500, 1500], [500, 501])), null, PATH)).toBe('place');
    expect(matchSwipe(pixels, inPixels(path([500, 1499], [500, 500])), null, PATH)).toBe('place');
    expect(matchSwipe(pixels, inPixels(path([500, 1499], [500, 500])), SIZE, PATH)).toBe('match');
    // One end known, the other not.
    expect(
      matchSwipe(
        { ...pixels, from: RECORDED.from },
        { ...pixels, from: RECORDED.from, to: { x: 1, y: 1, space: 'pixel' } },
        null,
        PATH,
      ),
    ).toBe('place');
  });

  it('falls back to the direction where one of the two has no path', () => {
    expect(matchSwipe(RECORDED, named('up'), SIZE, PATH)).toBe('match');
    expect(matchSwipe(RECORDED, named('down'), SIZE, PATH)).toBe('direction');
    expect(matchSwipe(named('up'), RECORDED, SIZE, PATH)).toBe('match');
    expect(matchSwipe({ ...RECORDED, to: undefined, direction: 'left' }, named('left'), SIZE, PATH)).toBe(
      'match',
    );
    expect(matchSwipe(named('left'), { ...RECORDED, from: undefined, direction: 'up' }, SIZE, PATH)).toBe(
      'direction',
    );
  });
});

describe('matchSwipe by direction', () => {
  const rule = (name: 'direction' | 'axis', space: 'pixel' | 'unit') => ({ rule: name, space });

  it('reads the direction from the path in pixels, or with each axis spanning 0 to 1', () => {
    // 0.3 to the right and 0.2 down: right in units, but 300 by 400 pixels on this screen, which is down.
    const slanted = path([0.1, 0.1], [0.4, 0.3]);
    expect(matchSwipe(named('right'), slanted, SIZE, rule('direction', 'unit'))).toBe('match');
    expect(matchSwipe(named('down'), slanted, SIZE, rule('direction', 'unit'))).toBe('direction');
    expect(matchSwipe(named('down'), slanted, SIZE, rule('direction', 'pixel'))).toBe('match');
    // By path the fallback measures in pixels.
    expect(matchSwipe(named('down'), slanted, SIZE, PATH)).toBe('match');
  });

  it('compares numbers of one space as they stand where the size is not known', () => {
    const slanted = path([0.1, 0.1], [0.4, 0.3]);
    expect(matchSwipe(named('right'), slanted, null, rule('direction', 'pixel'))).toBe('match');
    const mixed: Swipe = { ...slanted, direction: 'left', to: { x: 400, y: 300, space: 'pixel' } };
    expect(matchSwipe(named('left'), mixed, null, rule('direction', 'pixel'))).toBe('match');
  });

  it('takes the named direction of a path that does not move', () => {
    const still = { ...path([0.5, 0.5], [0.5, 0.5]), direction: 'up' } as const;
    expect(matchSwipe(named('up'), still, SIZE, rule('direction', 'pixel'))).toBe('match');
    expect(matchSwipe(named('up'), still, null, rule('direction', 'pixel'))).toBe('match');
  });

  it('tells the axis alone where the rule is the axis', () => {
    const axis = rule('axis', 'pixel');
    expect(matchSwipe(named('up'), named('down'), SIZE, axis)).toBe('match');
    expect(matchSwipe(named('left'), named('right'), SIZE, axis)).toBe('match');
    expect(matchSwipe(named('left'), named('up'), SIZE, axis)).toBe('direction');
    expect(matchSwipe(named('down'), named('right'), SIZE, axis)).toBe('direction');
    expect(matchSwipe(named(null), named('up'), SIZE, axis)).toBe('direction');
    expect(matchSwipe(named('left'), named('right'), SIZE, rule('direction', 'pixel'))).toBe('direction');
    expect(matchSwipe(named('left'), named('up'), SIZE, { rule: 'type' })).toBe('match');
  });
});
