import { openSafetensors, type Safetensors } from '../../../formats/safetensors/open-safetensors.js';
import { UserError } from '../../../errors.js';
import { crossAttention, type AttentionWeights } from './cross-attention.js';
import { layerNorm, product, type Matrix, type NormWeights } from './dense-layers.js';

/** Sizes of a history resampler. */
export interface ResamplerShape {
  /** Numbers in a token. */
  readonly width: number;
  /** Parts that attention is divided into; a divisor of the width. */
  readonly heads: number;
  /** Tokens that the history becomes, whatever its length. */
  readonly queries: number;
  /** Tokens of each earlier screenshot. */
  readonly pictureTokens: number;
  /** Earlier screenshots that are looked at, the latest ones. */
  readonly pictures: number;
}

/** OdysseyAgent's. Source: GUIOdyssey paper, section 4.2, and the authors' model code and configuration. */
export const ODYSSEY_RESAMPLER: ResamplerShape = {
  width: 4096,
  heads: 32,
  queries: 256,
  pictureTokens: 256,
  pictures: 4,
};

interface ResamplerWeights {
  readonly query: Float32Array;
  readonly attention: AttentionWeights;
  readonly queryNorm: NormWeights;
  readonly historyNorm: NormWeights;
  readonly outputNorm: NormWeights;
  readonly projection: Float32Array;
}

/** Where the tensors are in the authors' whole model. */
const IN_WHOLE_MODEL = 'transformer.his_resampler.';

/**
 * The module by which OdysseyAgent looks at earlier screenshots: one layer of cross-attention whose learned queries turn
 * the tokens of up to four of them into as many as one screenshot has. A reference to compare other implementations with:
 * sums are in double precision, and what each layer gives is float32. At the published size it takes minutes.
 *
 * The table of positions that the published weights hold is not used, there as here: the order of screenshots, and of the
 * tokens in them, changes nothing.
 *
 * Source: GUIOdyssey paper, section 4.2, and the authors' model code (`HisResampler`).
 */
export class HistoryResampler {
  readonly shape: ResamplerShape;
  readonly #weights: ResamplerWeights;

  private constructor(shape: ResamplerShape, weights: ResamplerWeights) {
    this.shape = shape;
    this.#weights = weights;
  }

  /**
   * The module with the weights of a safetensors file: the authors' whole model, or its tensors `his_resampler.*` alone,
   * without that prefix.
   *
   * @throws {SafetensorsError} where a tensor is missing or of another shape
   */
  static async load(
    file: string,
    {
      shape = ODYSSEY_RESAMPLER,
      signal,
    }: { readonly shape?: ResamplerShape; readonly signal?: AbortSignal } = {},
  ): Promise<HistoryResampler> {
    requireShape(shape);
    await using stored = await openSafetensors(file);
    return new HistoryResampler(
      shape,
      await readWeights(stored, shape, signal === undefined ? {} : { signal }),
    );
  }

  /**
   * Tokens of the history.
   *
   * @param pictures tokens of the earlier screenshots as the model's encoder and adapter give them, oldest first, each
   * `pictureTokens * width` numbers; of more than the shape has, the latest are taken
   * @returns `queries * width` numbers, token by token
   * @throws {UserError} without a screenshot (the prompt then has no second picture), or for one of another size
   */
  resample(pictures: readonly Float32Array[]): Float32Array {
    const { width, heads, queries } = this.shape;
    const { query, attention, queryNorm, historyNorm, outputNorm, projection } = this.#weights;
    const asked = layerNorm({ rows: queries, columns: width, values: query }, queryNorm);
    const seen = layerNorm(this.#joined(pictures), historyNorm);
    const found = layerNorm(crossAttention(asked, seen, attention, heads), outputNorm);
    return product(found, { rows: width, columns: width, values: projection }).values;
  }

  /** The latest screenshots' tokens one after the other. */
  #joined(pictures: readonly Float32Array[]): Matrix {
    const { width, pictureTokens, pictures: most } = this.shape;
    const latest = pictures.slice(-most);
    const size = pictureTokens * width;
    if (latest.length === 0) {
      throw new UserError('there is no earlier screenshot to resample', {
        hint: 'The first step of an episode has no history, and its prompt no second picture.',
      });
    }
    const values = new Float32Array(latest.length * size);
    for (const [index, picture] of latest.entries()) {
      if (picture.length !== size) {
        throw new UserError(`screenshot ${index + 1} has ${picture.length} numbers, not ${size}`, {
          hint: `Give ${pictureTokens} tokens of ${width} numbers for each screenshot.`,
        });
      }
      values.set(picture, index * size);
    }
    return { rows: latest.length * pictureTokens, columns: width, values };
  }
}

/** @throws {UserError} for sizes that no module can have */
function requireShape({ width, heads, queries, pictureTokens, pictures }: ResamplerShape): void {
  const sizes = [width, heads, queries, pictureTokens, pictures];
  if (sizes.every((size) => Number.isSafeInteger(size) && size > 0) && width % heads === 0) return;
  throw new UserError('a history resampler cannot have this shape', {
    hint: 'Its sizes are whole numbers above 0, and the heads divide the width.',
  });
}

async function readWeights(
  stored: Safetensors,
  { width, queries }: ResamplerShape,
  options: { readonly signal?: AbortSignal },
): Promise<ResamplerWeights> {
  const prefix = stored.tensors.has(`${IN_WHOLE_MODEL}query`) ? IN_WHOLE_MODEL : '';
  const read = (name: string, ...shape: number[]): Promise<Float32Array> =>
    stored.readFloats(`${prefix}${name}`, shape, options);
  const norm = async (name: string): Promise<NormWeights> => ({
    weight: await read(`${name}.weight`, width),
    bias: await read(`${name}.bias`, width),
  });
  return {
    query: await read('query', queries, width),
    attention: {
      inWeight: await read('attn.in_proj_weight', 3 * width, width),
      inBias: await read('attn.in_proj_bias', 3 * width),
      outWeight: await read('attn.out_proj.weight', width, width),
      outBias: await read('attn.out_proj.bias', width),
    },
    queryNorm: await norm('ln_q'),
    historyNorm: await norm('ln_kv'),
    outputNorm: await norm('ln_post'),
    projection: await read('proj', width, width),
  };
}
