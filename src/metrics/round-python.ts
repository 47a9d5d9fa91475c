import { toFixedEven } from './tables/percent.js';

/**
 * Two decimals as Python's `round(value, 2)` gives them: the exact decimal value of the double, ties to the even hundredth.
 */
export function roundPython(value: number): number {
  return Number(toFixedEven(value, 2));
}

/** Two decimals as `numpy.round(value, 2)` gives them: multiplied by 100 in floating point, then ties to even. */
export function roundNumpy(value: number): number {
  const scaled = value * 100;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest === 0.5 ? (floor % 2 === 0 ? floor : floor + 1) : Math.round(scaled);
  return rounded / 100;
}
