import type { RandomStream } from '../../../src/domain/random.js';

/** A standard normal variable (Box and Muller). */
function normal(random: RandomStream): number {
  return Math.sqrt(-2 * Math.log(above0(random))) * Math.cos(2 * Math.PI * random.next());
}

function above0(random: RandomStream): number {
  return random.next() + 2 ** -33;
}

/** A Gamma(shape, 1) variable for shape >= 1. Source: Marsaglia and Tsang 2000. */
function gamma(random: RandomStream, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(above0(random)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A Beta(a, b) variable; small parameters are drawn on the log scale. */
function beta(random: RandomStream, a: number, b: number): number {
  const logGamma = (shape: number): number =>
    Math.log(gamma(random, shape + 1)) + Math.log(above0(random)) / shape;
  return 1 / (1 + Math.exp(logGamma(b) - logGamma(a)));
}

/** How the chances of an agent vary between tasks, and what the moments of that are. */
export interface TaskChances {
  /** Mean chance over all tasks there could be. */
  readonly mean: number;
  /** Correlation of two tries at one task: 0, all tasks are alike; 1, each always passes or always fails. */
  readonly heterogeneity: number;
}

/** The chance of one task, drawn from a Beta distribution. */
export function taskChance(random: RandomStream, { mean, heterogeneity }: TaskChances): number {
  if (heterogeneity === 0) return mean;
  if (heterogeneity === 1) return random.next() < mean ? 1 : 0;
  const size = (1 - heterogeneity) / heterogeneity;
  return beta(random, mean * size, (1 - mean) * size);
}

/** Mean over all tasks of the k-th power of a task's chance. */
export function momentOf({ mean, heterogeneity }: TaskChances, k: number): number {
  if (heterogeneity === 1) return mean;
  const size = heterogeneity === 0 ? Infinity : (1 - heterogeneity) / heterogeneity;
  let moment = 1;
  for (let power = 0; power < k; power += 1)
    moment *= size === Infinity ? mean : (mean * size + power) / (size + power);
  return moment;
}

/** Passed tries of `tries`, each with this chance. */
export function passes(random: RandomStream, chance: number, tries: number): number {
  let passed = 0;
  for (let index = 0; index < tries; index += 1) if (random.next() < chance) passed += 1;
  return passed;
}
