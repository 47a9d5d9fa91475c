import { dot, linear, type Matrix } from './dense-layers.js';

/** Weights of an attention layer of `width` E: the maps to queries, keys and values lie in one matrix, in this order. */
export interface AttentionWeights {
  /** 3E rows of E. */
  readonly inWeight: Float32Array;
  /** 3E. */
  readonly inBias: Float32Array;
  /** E rows of E. */
  readonly outWeight: Float32Array;
  /** E. */
  readonly outBias: Float32Array;
}

/**
 * Every query looks at all keys and takes a weighted mean of their values, once per head. `seen` is both keys and values;
 * its order changes nothing.
 *
 * Source: PyTorch, `torch.nn.MultiheadAttention` with one batch, without mask and dropout.
 */
export function crossAttention(
  queries: Matrix,
  seen: Matrix,
  { inWeight, inBias, outWeight, outBias }: AttentionWeights,
  heads: number,
): Matrix {
  const width = queries.columns;
  const mapTo = (x: Matrix, part: number): Matrix =>
    linear(x, { weights: inWeight, bias: inBias, from: part * width, columns: width });
  const asked = mapTo(queries, 0);
  const [keys, values] = [mapTo(seen, 1), mapTo(seen, 2)];
  const size = width / heads;
  const taken = new Float32Array(queries.rows * width);
  for (let head = 0; head < heads; head += 1) {
    for (let row = 0; row < queries.rows; row += 1) {
      const at = row * width + head * size;
      const weights = attentionOf({ values: asked.values, at }, keys, { offset: head * size, size });
      addMean(taken.subarray(at, at + size), values, { offset: head * size, weights });
    }
  }
  const joined: Matrix = { rows: queries.rows, columns: width, values: taken };
  return linear(joined, { weights: outWeight, bias: outBias, from: 0, columns: width });
}

/** What share of one query's attention each key gets; together 1. */
function attentionOf(
  query: { readonly values: Float32Array; readonly at: number },
  keys: Matrix,
  { offset, size }: { readonly offset: number; readonly size: number },
): Float64Array {
  const scores = new Float64Array(keys.rows);
  let highest = -Infinity;
  for (let row = 0; row < keys.rows; row += 1) {
    const key = { values: keys.values, at: row * keys.columns + offset };
    const score = dot(query, key, size) / Math.sqrt(size);
    scores[row] = score;
    highest = Math.max(highest, score);
  }
  let sum = 0;
  for (let row = 0; row < scores.length; row += 1) {
    // The highest becomes 1, so that none overflows.
    const share = Math.exp((scores[row] ?? 0) - highest);
    scores[row] = share;
    sum += share;
  }
  for (let row = 0; row < scores.length; row += 1) scores[row] = (scores[row] ?? 0) / sum;
  return scores;
}

function addMean(
  into: Float32Array,
  values: Matrix,
  { offset, weights }: { readonly offset: number; readonly weights: Float64Array },
): void {
  const sums = new Float64Array(into.length);
  for (let row = 0; row < values.rows; row += 1) {
    const at = row * values.columns + offset;
    const weight = weights[row] ?? 0;
    for (let index = 0; index < sums.length; index += 1) {
      sums[index] = (sums[index] ?? 0) + weight * (values.values[at + index] ?? 0);
    }
  }
  into.set(sums);
}
