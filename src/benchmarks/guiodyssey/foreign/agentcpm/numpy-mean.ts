/** Numbers that are added one by one; more are halved first. */
const BLOCK = 128;

/** The mean as `numpy.mean` computes it: in pairwise sums, so that the last bit agrees too. Of at least one number. */
export function numpyMean(values: readonly number[]): number {
  return pairwiseSum(values, 0, values.length) / values.length;
}

function pairwiseSum(values: readonly number[], start: number, count: number): number {
  const at = (index: number): number => values[start + index] ?? 0;
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % 8);
    return pairwiseSum(values, start, first) + pairwiseSum(values, start + first, count - first);
  }
  if (count < 8) {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += at(index);
    return sum;
  }
  const sums = Array.from({ length: 8 }, (_, index) => at(index));
  const whole = count - (count % 8);
  for (let index = 8; index < whole; index += 1) sums[index % 8] = (sums[index % 8] ?? 0) + at(index);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
  let sum = a + b + (c + d) + (e + f + (g + h));
  for (let index = whole; index < count; index += 1) sum += at(index);
  return sum;
}
