/** Up to `most` of `count` steps, evenly spread, first and last among them; indices from 0, ascending. */
export function sampleSteps(count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  if (most <= 1) return [count - 1];
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}
