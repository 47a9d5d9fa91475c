import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Size } from '../../domain/geometry.js';
import type { ModelRequest } from '../model.js';
import { scriptedModel } from '../scripted.js';
import { drawProbe, probeTargets } from './draw-probe.js';
import { coordinateCandidates, fitCoordinates } from './fit-coordinates.js';
import { readPosition, runProbe } from './probe.js';

const SIZE = { width: 1080, height: 2400 };
const SMALL = { width: 540, height: 1200 };
const { signal } = new AbortController();

/** Centre of the red pixels of a picture. */
async function seenCentre(picture: Uint8Array): Promise<{ x: number; y: number; size: Size }> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  let [count, sumX, sumY] = [0, 0, 0];
  for (let index = 0; index < info.width * info.height; index += 1) {
    if ((data[index * 3] ?? 0) < 150 || (data[index * 3 + 1] ?? 0) > 100) continue;
    count += 1;
    sumX += index % info.width;
    sumY += Math.floor(index / info.width);
  }
  return { x: sumX / count, y: sumY / count, size: { width: info.width, height: info.height } };
}

function pictureOf(request: ModelRequest): Uint8Array {
  const part = request.messages[0]?.content.find(({ type }) => type === 'image');
  if (part?.type !== 'image') throw new Error('no picture was sent');
  return part.data;
}

/** A model that finds the disc and answers in numbers of its own. */
async function probeOf(
  numbers: (x: number, y: number, size: Size) => readonly [number, number],
  tokens = (size: Size) => size.width * size.height,
) {
  const found = new Map<Uint8Array, { x: number; y: number; size: Size }>();
  const inner = scriptedModel((request) => {
    const centre = found.get(pictureOf(request));
    if (centre === undefined) throw new Error('the picture was not looked at');
    const [a, b] = numbers(centre.x, centre.y, centre.size);
    const usage = { inputTokens: Math.round(tokens(centre.size) / 750) + 40, outputTokens: 5 };
    return { text: `The disc is at (${a}, ${b}).`, usage };
  });
  return await runProbe(
    {
      ...inner,
      generate: async (request, options) => {
        const picture = pictureOf(request);
        found.set(picture, await seenCentre(picture));
        return await inner.generate(request, options);
      },
    },
    { size: SMALL, targets: 5, signal },
  );
}

describe('runProbe', () => {
  it('finds a model that answers in pixels of what it was sent', async () => {
    const report = await probeOf((x, y) => [Math.round(x), Math.round(y)]);
    expect(report.fits[0]).toMatchObject({ candidate: { name: 'sent' }, order: 'xy' });
    expect(report.fits[0]?.medianErrorPx).toBeLessThan(1.5);
    expect(report).toMatchObject({ asked: 5, unreadable: [], impliedSize: null, downscaled: false });
  });

  it('finds a thousandth of the picture with y first', async () => {
    const report = await probeOf((x, y, { width, height }) => [
      Math.round((y * 1000) / height),
      Math.round((x * 1000) / width),
    ]);
    expect(report.fits[0]).toMatchObject({ candidate: { name: 'norm 1000' }, order: 'yx' });
    expect(report.downscaled).toBe(false);
  });

  it('finds a server that made the picture smaller, by its pixels and by what it costs', async () => {
    const pixels = await probeOf((x, y) => [Math.round(x * 0.3), Math.round(y * 0.3)]);
    expect(pixels.downscaled).toBe(true);
    expect(pixels.impliedSize?.width).toBeGreaterThan(157);
    expect(pixels.impliedSize?.width).toBeLessThan(167);
    const tokens = await probeOf(
      (x, y, { width, height }) => [(x * 1000) / width, (y * 1000) / height],
      () => 300_000,
    );
    expect(tokens).toMatchObject({ downscaled: true, impliedSize: null });
  });

  it('counts what it cannot read', async () => {
    const report = await runProbe(
      scriptedModel(() => 'in the upper left'),
      { size: SIZE, targets: 3, signal },
    );
    expect(report).toMatchObject({
      samples: [],
      fits: [],
      downscaled: null,
      unreadable: Array(3).fill('in the upper left'),
    });
  });
});

describe('fitCoordinates', () => {
  it('tells every space from every other, despite small errors of the model', () => {
    const targets = probeTargets(SIZE, 9);
    const candidates = coordinateCandidates(SIZE).filter(({ name }) => name !== 'norm 999');
    fc.assert(
      fc.property(
        fc.constantFrom(...candidates),
        fc.constantFrom('xy' as const, 'yx' as const),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 18, maxLength: 18 }),
        (candidate, order, noise) => {
          const samples = targets.map((target, index) => {
            const x = ((target.x + (noise[index] ?? 0)) * candidate.span.width) / SIZE.width;
            const y = ((target.y + (noise[index + 9] ?? 0)) * candidate.span.height) / SIZE.height;
            return { target, answer: order === 'xy' ? ([x, y] as const) : ([y, x] as const) };
          });
          const [best] = fitCoordinates(samples, SIZE, candidates);
          expect(best?.order).toBe(order);
          expect(best?.candidate.name).toBe(candidate.name);
        },
      ),
      { seed: 7 },
    );
  });
});

describe('drawProbe', () => {
  it('paints the disc where it says', async () => {
    for (const target of probeTargets({ width: 300, height: 500 }, 12)) {
      const { x, y } = await seenCentre(await drawProbe({ width: 300, height: 500 }, target));
      expect(Math.hypot(x - target.x, y - target.y)).toBeLessThan(0.01);
    }
  });
});

describe('readPosition', () => {
  it.each<[string, readonly [number, number] | null]>([
    ['(540, 1200)', [540, 1200]],
    ['First I saw (1, 2), but it is at [0.25, 0.75]', [0.25, 0.75]],
    ['<point>500 250</point>', [500, 250]],
    ['nowhere', null],
    ['', null],
  ])('reads %s', (text, expected) => {
    expect(readPosition(text)).toEqual(expected);
  });

  it('takes a long text in its stride', () => {
    expect(readPosition('1'.repeat(200_000))).toBeInstanceOf(Array);
    expect(readPosition(' ,'.repeat(100_000))).toBeNull();
  });
});
