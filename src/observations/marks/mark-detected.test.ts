import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Detections } from '../../domain/detections/detected-element.js';
import { markDetected } from './mark-picture.js';
import { detectedMarks } from './mark-set.js';

const SIZE = { width: 400, height: 800 };
const DETECTIONS: Detections = {
  count: 3,
  elements: [
    { index: 0, kind: 'text', box: [0.25, 0.25, 0.5, 0.5], words: 'Save' },
    { index: 2, kind: 'icon', box: [0.5, 0.75, 1, 1], words: '' },
  ],
};

describe('marks of detected elements', () => {
  it('have the numbers of the detector, in pixels of the picture', () => {
    const marks = detectedMarks('omniparser', DETECTIONS, SIZE);
    expect(marks.elements).toEqual({
      base: 0,
      count: 3,
      elements: [
        { index: 0, box: [100, 200, 200, 400] },
        { index: 2, box: [200, 600, 400, 800] },
      ],
    });
    expect(marks.numbers.map(({ number }) => number)).toEqual([0, 2]);
    expect(marks.outlines.map(({ box }) => box)).toEqual([
      [100, 200, 200, 400],
      [200, 600, 400, 800],
    ]);
  });

  it('are counted from 1 and not outlined in the style of AppAgent', () => {
    const marks = detectedMarks('appagent', DETECTIONS, SIZE);
    expect(marks.elements).toMatchObject({ base: 1, count: 3, elements: [{ index: 1 }, { index: 3 }] });
    expect(marks.numbers.map(({ number }) => number)).toEqual([1, 3]);
    expect(marks.outlines).toEqual([]);
  });

  it('are drawn on the picture, which keeps its size', async () => {
    const grey = await sharp({ create: { ...SIZE, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const { data, elements } = await markDetected(grey, DETECTIONS, 'omniparser', { file: 'a.png' });
    const drawn = await sharp(data).raw().toBuffer({ resolveWithObject: true });
    expect(drawn.info).toMatchObject(SIZE);
    const at = (x: number, y: number): number[] => [
      ...drawn.data.subarray((y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3),
    ];
    expect(at(150, 200)).toEqual([178, 34, 34]);
    expect(at(200, 700)).toEqual([0, 115, 60]);
    expect(at(150, 300)).toEqual([128, 128, 128]);
    expect(elements.count).toBe(3);
  });
});
