import { describe, expect, it } from 'vitest';
import { actionMarks } from './action-marks.js';

const SIZE = { width: 1000, height: 2000 };

describe('actionMarks', () => {
  it('puts a tap where it was, from any recorded space', () => {
    const at = { x: 0.25, y: 0.5, unit: 'fraction' };
    for (const point of [
      { x: 250, y: 1000, space: 'pixel' as const },
      { x: 250, y: 500, space: 'permille' as const },
      { x: 0.25, y: 0.5, space: 'unit' as const },
    ]) {
      expect(actionMarks({ type: 'tap', target: { type: 'point', point } }, SIZE)).toEqual([
        { type: 'tap', at, count: 1 },
      ]);
    }
  });

  it('leaves pixels to the picture when nobody recorded its size', () => {
    const action = {
      type: 'long_press',
      target: { type: 'point', point: { x: 10, y: 20, space: 'pixel' } },
    } as const;
    expect(actionMarks(action, null)).toEqual([{ type: 'hold', at: { x: 10, y: 20, unit: 'pixel' } }]);
  });

  it('draws a swipe from where to where, or through the middle the way the finger moves', () => {
    const from = { x: 500, y: 1500, space: 'pixel' } as const;
    const to = { x: 500, y: 500, space: 'pixel' } as const;
    expect(actionMarks({ type: 'swipe', direction: 'up', from, to }, SIZE)).toEqual([
      {
        type: 'arrow',
        from: { x: 0.5, y: 0.75, unit: 'fraction' },
        to: { x: 0.5, y: 0.25, unit: 'fraction' },
      },
    ]);
    expect(actionMarks({ type: 'swipe', direction: 'left' }, null)).toEqual([
      { type: 'arrow', from: { x: 0.7, y: 0.5, unit: 'fraction' }, to: { x: 0.3, y: 0.5, unit: 'fraction' } },
    ]);
  });

  it('keeps an arrow within the screen', () => {
    const at = { x: 500, y: 100, space: 'pixel' } as const;
    expect(actionMarks({ type: 'swipe', direction: 'up', at, distance: 'long' }, SIZE)).toEqual([
      { type: 'arrow', from: { x: 0.5, y: 0.05, unit: 'fraction' }, to: { x: 0.5, y: 0, unit: 'fraction' } },
    ]);
  });

  it('shows the node that a selector names, with the tap in its middle', () => {
    const attributes = { text: 'OK', bounds: '[100,200][300,400]' };
    expect(actionMarks({ type: 'tap', target: { type: 'selector', attributes } }, SIZE)).toEqual([
      { type: 'box', from: { x: 100, y: 200, unit: 'pixel' }, to: { x: 300, y: 400, unit: 'pixel' } },
      { type: 'tap', at: { x: 200, y: 300, unit: 'pixel' }, count: 1 },
    ]);
  });

  it('draws nothing for actions without a place', () => {
    expect(actionMarks(null, SIZE)).toEqual([]);
    expect(actionMarks({ type: 'key', key: 'back' }, SIZE)).toEqual([]);
    expect(actionMarks({ type: 'type', text: 'milk' }, SIZE)).toEqual([]);
    expect(actionMarks({ type: 'tap', target: { type: 'element', element: 4 } }, SIZE)).toEqual([]);
  });
});
