/** Rows of numbers, one after the other. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** `rows * columns` numbers, row by row. */
  readonly values: Float32Array;
}

/** Scale and shift of a layer norm, one number for each column. */
export interface NormWeights {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** Added to the variance, PyTorch's usual one. */
const NORM_EPSILON = 1e-5;
/** Rows multiplied together, so that they stay in the processor's cache while the weights pass by. */
const ROWS_AT_ONCE = 16;

/**
 * Each row brought to mean 0 and variance 1, then scaled and shifted. Sums are in double precision, results float32.
 *
 * Source: PyTorch, `torch.nn.LayerNorm` over the last dimension (variance over n, not n - 1).
 */
export function layerNorm({ rows, columns, values }: Matrix, { weight, bias }: NormWeights): Matrix {
  const normed = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    const at = row * columns;
    let sum = 0;
    for (let column = 0; column < columns; column += 1) sum += values[at + column] ?? 0;
    const mean = sum / columns;
    let squares = 0;
    for (let column = 0; column < columns; column += 1) squares += ((values[at + column] ?? 0) - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / columns + NORM_EPSILON);
    for (let column = 0; column < columns; column += 1) {
      const one = ((values[at + column] ?? 0) - mean) * scale;
      normed[at + column] = one * (weight[column] ?? 0) + (bias[column] ?? 0);
    }
  }
  return { rows, columns, values: normed };
}

/**
 * `x · Wᵀ + b`: rows of `weights` are what each column of the result is made with, as PyTorch's linear layers keep them.
 *
 * @param from first row of `weights` that is used, and of `bias` the first number
 * @param columns of the result
 */
export function linear(
  x: Matrix,
  {
    weights,
    bias,
    from,
    columns,
  }: {
    readonly weights: Float32Array;
    readonly bias: Float32Array;
    readonly from: number;
    readonly columns: number;
  },
): Matrix {
  const width = x.columns;
  const values = new Float32Array(x.rows * columns);
  for (let first = 0; first < x.rows; first += ROWS_AT_ONCE) {
    const end = Math.min(first + ROWS_AT_ONCE, x.rows);
    for (let column = 0; column < columns; column += 1) {
      const weightsAt = (from + column) * width;
      const shift = bias[from + column] ?? 0;
      for (let row = first; row < end; row += 1) {
        values[row * columns + column] =
          dot({ values: x.values, at: row * width }, { values: weights, at: weightsAt }, width) + shift;
      }
    }
  }
  return { rows: x.rows, columns, values };
}

/** Numbers that begin somewhere in a list. */
export interface Slice {
  readonly values: Float32Array;
  readonly at: number;
}

/** Sum of products of two slices, in double precision. */
export function dot(a: Slice, b: Slice, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    sum += (a.values[a.at + index] ?? 0) * (b.values[b.at + index] ?? 0);
  }
  return sum;
}

/** `x · M`, where rows of `matrix` belong to columns of `x`. */
export function product(x: Matrix, matrix: Matrix): Matrix {
  const { columns } = matrix;
  const values = new Float32Array(x.rows * columns);
  const sums = new Float64Array(columns);
  for (let row = 0; row < x.rows; row += 1) {
    sums.fill(0);
    for (let inner = 0; inner < x.columns; inner += 1) {
      const factor = x.values[row * x.columns + inner] ?? 0;
      const at = inner * columns;
      for (let column = 0; column < columns; column += 1) {
        sums[column] = (sums[column] ?? 0) + factor * (matrix.values[at + column] ?? 0);
      }
    }
    values.set(sums, row * columns);
  }
  return { rows: x.rows, columns, values };
}
