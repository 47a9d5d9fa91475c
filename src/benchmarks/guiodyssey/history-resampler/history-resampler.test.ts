import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  floatTensor,
  safetensorsBytes,
  type TensorToWrite,
} from '../../../testing/datasets/write-safetensors.js';
import { HistoryResampler, ODYSSEY_RESAMPLER, type ResamplerShape } from './history-resampler.js';

const SMALL: ResamplerShape = { width: 16, heads: 4, queries: 6, pictureTokens: 5, pictures: 4 };

/** Numbers that float32 holds exactly, from a linear congruential generator that any language can repeat. */
function numbers(seed: number): (length: number, scale: number, shift?: number) => Float32Array {
  let state = seed;
  return (length, scale, shift = 0) =>
    Float32Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return ((((state >>> 8) % 2001) - 1000) / 1024) * scale + shift;
    });
}

/** Weights in the order in which they are drawn, and five pictures drawn after them; the second one is nearly flat. */
function drawn({ width: e, queries, pictureTokens }: ResamplerShape) {
  const draw = numbers(7);
  const tensor = (scale: number, shift: number, ...shape: number[]): TensorToWrite =>
    floatTensor(
      shape,
      draw(
        shape.reduce((product, one) => product * one, 1),
        scale,
        shift,
      ),
    );
  const tensors = {
    query: tensor(0.25, 0, queries, e),
    'attn.in_proj_weight': tensor(0.5, 0, 3 * e, e),
    'attn.in_proj_bias': tensor(0.5, 0, 3 * e),
    'attn.out_proj.weight': tensor(0.5, 0, e, e),
    'attn.out_proj.bias': tensor(0.5, 0, e),
    'ln_q.weight': tensor(0.5, 1, e),
    'ln_q.bias': tensor(0.5, 0, e),
    'ln_kv.weight': tensor(0.5, 1, e),
    'ln_kv.bias': tensor(0.5, 0, e),
    'ln_post.weight': tensor(0.5, 1, e),
    'ln_post.bias': tensor(0.5, 0, e),
    proj: tensor(0.25, 0, e, e),
  };
  const pictures = [2, 1 / 512, 2, 2, 2].map((scale) => draw(pictureTokens * e, scale));
  return { tensors, pictures };
}

/*
 * Computed with PyTorch 1.13 in float32 from the same numbers: a module of nn.LayerNorm, nn.MultiheadAttention(16, 4) and a
 * matrix, its state loaded from them, `out = ln_post(attn(ln_q(query), ln_kv(x), ln_kv(x))) @ proj`. By number of earlier
 * screenshots: the first six numbers and the last two, and the sums of all 96 and of their absolute values.
 */
const BY_PYTORCH = [
  {
    pictures: 1,
    first: [
      0.27584490180015564, 0.36413493752479553, 0.6873674988746643, 0.315718412399292, 0.9995206594467163,
      0.3127624988555908,
    ],
    last: [-0.5846675634384155, 0.0007838010787963867],
    sum: 12.046628225594759,
    absolute: 42.92670326337184,
  },
  {
    pictures: 2,
    first: [
      0.38583308458328247, 0.4418768882751465, 0.7997320890426636, 0.14017117023468018, 0.952789843082428,
      0.4800051152706146,
    ],
    last: [-0.6307681798934937, 0.02095741778612137],
    sum: 11.028937588445842,
    absolute: 43.89677083771676,
  },
  {
    pictures: 4,
    first: [
      -0.1695082187652588, 0.06711729615926743, 0.8374820351600647, -0.12382400780916214, 0.930840015411377,
      0.36245542764663696,
    ],
    last: [-0.4396514296531677, -0.1467653065919876],
    sum: 0.6609165221452713,
    absolute: 45.09184356033802,
  },
  // The last four of five.
  {
    pictures: 5,
    first: [
      -0.23438307642936707, -0.00215226411819458, 0.7725024819374084, -0.19965139031410217,
      0.8072302937507629, 0.40523046255111694,
    ],
    last: [-0.6362487077713013, -0.0684685930609703],
    sum: -5.238444074988365,
    absolute: 45.903972655534744,
  },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-resampler-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, tensors: Readonly<Record<string, TensorToWrite>>): Promise<string> {
  const file = join(folder, `${name}.safetensors`);
  await writeFile(file, safetensorsBytes(tensors));
  return file;
}

const sumOf = (values: Float32Array, of = (value: number): number => value): number =>
  values.reduce((sum, value) => sum + of(value), 0);

describe('HistoryResampler', () => {
  it.each(BY_PYTORCH)('agrees with PyTorch for $pictures earlier screenshots', async (expected) => {
    const { tensors, pictures } = drawn(SMALL);
    const resampler = await HistoryResampler.load(await fileOf('alone', tensors), { shape: SMALL });
    const tokens = resampler.resample(pictures.slice(0, expected.pictures));
    expect(tokens).toHaveLength(6 * 16);
    const checked = [...tokens.slice(0, 6), ...tokens.slice(-2)];
    for (const [index, value] of [...expected.first, ...expected.last].entries()) {
      expect(Math.abs((checked[index] ?? NaN) - value)).toBeLessThan(1e-5);
    }
    expect(Math.abs(sumOf(tokens) - expected.sum)).toBeLessThan(1e-4);
    expect(Math.abs(sumOf(tokens, Math.abs) - expected.absolute)).toBeLessThan(1e-4);
  });

  it("finds its tensors in the authors' whole model, and leaves the others alone", async () => {
    const { tensors, pictures } = drawn(SMALL);
    const whole = {
      'transformer.visual.attn_pool.query': floatTensor([2], [1, 2]),
      'transformer.his_resampler.pos_embed': floatTensor([6, 16], new Float32Array(96).fill(1)),
      ...Object.fromEntries(
        Object.entries(tensors).map(([name, tensor]) => [`transformer.his_resampler.${name}`, tensor]),
      ),
    };
    const alone = await HistoryResampler.load(await fileOf('alone', tensors), { shape: SMALL });
    const within = await HistoryResampler.load(await fileOf('whole', whole), { shape: SMALL });
    expect(within.resample(pictures)).toEqual(alone.resample(pictures));
  });

  it('does not go by the order of the screenshots', async () => {
    const { tensors, pictures } = drawn(SMALL);
    const resampler = await HistoryResampler.load(await fileOf('alone', tensors), { shape: SMALL });
    const [a, b] = [
      resampler.resample(pictures.slice(0, 3)),
      resampler.resample(pictures.slice(0, 3).toReversed()),
    ];
    for (const [index, value] of a.entries()) expect(Math.abs(value - (b[index] ?? NaN))).toBeLessThan(1e-5);
  });

  it('has the published sizes unless told otherwise, and takes no others', async () => {
    const { tensors } = drawn(SMALL);
    expect(ODYSSEY_RESAMPLER).toEqual({
      width: 4096,
      heads: 32,
      queries: 256,
      pictureTokens: 256,
      pictures: 4,
    });
    const file = await fileOf('alone', tensors);
    await expect(HistoryResampler.load(file)).rejects.toThrow('[6, 16] and not [256, 4096]');
    await expect(HistoryResampler.load(file, { shape: { ...SMALL, heads: 3 } })).rejects.toThrow('shape');
    await expect(HistoryResampler.load(file, { shape: { ...SMALL, queries: 0 } })).rejects.toThrow('shape');
    const { proj: _, ...less } = tensors;
    await expect(HistoryResampler.load(await fileOf('less', less), { shape: SMALL })).rejects.toThrow(
      'no tensor proj',
    );
  });

  it('refuses no screenshots, and tokens of another number', async () => {
    const { tensors, pictures } = drawn(SMALL);
    const resampler = await HistoryResampler.load(await fileOf('alone', tensors), { shape: SMALL });
    expect(() => resampler.resample([])).toThrow('no earlier screenshot');
    const [first = new Float32Array()] = pictures;
    expect(() => resampler.resample([first, first.subarray(1)])).toThrow(
      'screenshot 2 has 79 numbers, not 80',
    );
  });
});
