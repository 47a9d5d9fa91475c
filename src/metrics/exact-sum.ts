/**
 * Sum rounded once, at the end, so that it is the same for any order of the numbers. Finite numbers only.
 *
 * Source: Shewchuk 1997, Adaptive Precision Floating-Point Arithmetic (partial sums that do not overlap).
 */
export function exactSum(values: Iterable<number>): number {
  const partials: number[] = [];
  for (const value of values) {
    let x = value;
    let kept = 0;
    for (let index = 0; index < partials.length; index += 1) {
      const partial = partials[index] ?? 0;
      const sum = x + partial;
      const error = Math.abs(x) < Math.abs(partial) ? x - (sum - partial) : partial - (sum - x);
      if (error !== 0) {
        partials[kept] = error;
        kept += 1;
      }
      x = sum;
    }
    partials[kept] = x;
    // Most sums are of one partial all the way: nothing is cut off then.
    if (partials.length > kept + 1) partials.length = kept + 1;
  }
  return roundPartials(partials);
}

/** Adds partials from the largest down; a tie is broken by the sign of what comes below it. */
function roundPartials(partials: readonly number[]): number {
  let index = partials.length - 1;
  let high = partials[index] ?? 0;
  let low = 0;
  while (index > 0 && low === 0) {
    index -= 1;
    const before = high;
    const next = partials[index] ?? 0;
    high = before + next;
    low = next - (high - before);
  }
  const below = partials[index - 1];
  if (index > 0 && below !== undefined && low !== 0 && Math.sign(low) === Math.sign(below)) {
    const doubled = low * 2;
    const rounded = high + doubled;
    if (rounded - high === doubled) high = rounded;
  }
  return high;
}
