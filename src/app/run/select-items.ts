import type { Benchmark } from '../../benchmarks/benchmark.js';
import { keyedSample } from '../../domain/collections/keyed-sample.js';
import type { ItemSample } from '../../domain/run.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { Settings } from '../settings/setting.js';

/** Which items are to be done. */
export interface SelectedItems {
  /** Ids in the benchmark's order; null when all are chosen. */
  readonly items: readonly string[] | null;
  /** How they were drawn; null where they were not. */
  readonly sample: ItemSample | null;
}

/**
 * The items that `tasks`, `limit` and `sample` choose.
 *
 * @throws {UserError} when a pattern matches no item, or the first and a random sample are both asked for
 */
export async function selectItems(
  benchmark: Benchmark,
  settings: Pick<Settings, 'tasks' | 'limit' | 'sample' | 'seed'>,
): Promise<SelectedItems> {
  const { tasks, limit, sample: size, seed } = settings;
  requireOneChoice(settings);
  if (tasks === null && limit === null && size === null) return { items: null, sample: null };
  const patterns = (tasks ?? '*').split(',').map((pattern) => pattern.trim());
  const matchers = patterns.map((pattern) => ({ pattern, test: matcherOf(pattern), used: false }));
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
  // A sample of all is no sample: the run is the one that would be made without.
  if (size === null || size >= chosen.length) {
    return { items: tasks === null && limit === null ? null : chosen, sample: null };
  }
  const drawn = keyedSample(chosen, size, seed);
  return {
    items: chosen.filter((id) => drawn.ids.has(id)),
    sample: { size, of: drawn.of, seed },
  };
}

/** @throws {UserError} for `--limit` and `--sample` together */
export function requireOneChoice({ limit, sample }: Pick<Settings, 'limit' | 'sample'>): void {
  if (limit === null || sample === null) return;
  throw new UserError('--limit takes the first, --sample a random choice: name one', {
    hint: 'Leave one of the two out.',
  });
}

/** `*` stands for any text, everything else for itself; matched piece by piece, so no pattern can be slow. */
function matcherOf(pattern: string): (id: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return (id) => id === first;
  const last = rest.pop() ?? '';
  return (id) => {
    if (!id.startsWith(first) || id.length < first.length + last.length || !id.endsWith(last)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = id.indexOf(piece, at);
      if (found === -1 || found + piece.length > id.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}
