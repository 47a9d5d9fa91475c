import type { PublishedConstruction } from '../../benchmarks/published-construction.js';
import { BugError } from '../../errors.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';

/** The forms of the benchmark whose construction was published; loaded when first asked for. */
export async function publishedConstruction(): Promise<PublishedConstruction> {
  for (const { construction } of BENCHMARKS.values())
    if (construction !== undefined) return await construction();
  throw new BugError('no benchmark has a published construction');
}
