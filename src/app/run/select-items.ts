import type { Benchmark } from '../../benchmarks/benchmark.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { namePattern } from './name-pattern.js';
import type { Settings } from '../settings/setting.js';

/**
 * Ids of the items that `tasks` and `limit` choose, in the benchmark's order; null when they choose all.
 *
 * @throws {UserError} when a pattern matches no item
 */
export async function selectItems(
  benchmark: Benchmark,
  { tasks, limit }: Pick<Settings, 'tasks' | 'limit'>,
): Promise<readonly string[] | null> {
  if (tasks === null && limit === null) return null;
  const patterns = (tasks ?? '*').split(',').map((pattern) => pattern.trim());
  const matchers = patterns.map((pattern) => ({ pattern, test: namePattern(pattern), used: false }));
  const chosen: string[] = [];
  const ids: string[] = [];
  for await (const { id } of benchmark.items.list()) {
    ids.push(id);
    const matching = matchers.filter(({ test }) => test(id));
    for (const matcher of matching) matcher.used = true;
    if (matching.length > 0 && (limit === null || chosen.length < limit)) chosen.push(id);
  }
  const idle = matchers.find(({ used }) => !used);
  if (idle !== undefined) {
    throw new UserError(`no task of ${benchmark.name} is called "${idle.pattern}"`, {
      hint: `${didYouMean(idle.pattern, ids)}Task ids are separated by commas; * stands for any text.`,
    });
  }
  return chosen;
}
