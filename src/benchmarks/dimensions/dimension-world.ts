import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { madeEnvironments } from '../../environments/environment-provider.js';
import { DatasetError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { BenchmarkItem, ItemSource, Scorer } from '../benchmark.js';
import type { DimensionItem, DimensionSource } from './dimension-source.js';

/** What every benchmark in dimensions does alike: one run over the items of all of them. */
export function dimensionWorld(
  sources: readonly DimensionSource[],
  { defaultMaxSteps }: Pick<ItemSource, 'defaultMaxSteps'>,
): { readonly items: ItemSource; readonly score: Scorer['score'] } {
  // Items that come back were made here; each keeps its own parts alive, and nothing else does.
  const known = new WeakMap<BenchmarkItem, DimensionItem>();
  async function* all(): AsyncGenerator<BenchmarkItem> {
    for (const source of sources) {
      for await (const found of source.items()) {
        known.set(found.item, found);
        yield found.item;
      }
    }
  }
  const find = async (item: BenchmarkItem): Promise<DimensionItem> => {
    const found = known.get(item);
    if (found !== undefined) return found;
    for await (const candidate of all()) {
      const same = candidate.id === item.id ? known.get(candidate) : undefined;
      if (same !== undefined) return same;
    }
    throw new DatasetError(`there is no item ${item.id}`);
  };
  return {
    items: {
      protocol: sources.some(({ dimension }) => dimension !== 'navigation') ? 'question' : 'interactive',
      defaultMaxSteps,
      list: all,
      environments: madeEnvironments({ kind: kindOf(sources) }, async (item) => (await find(item)).open()),
    },
    score: async (item, episode, mode, options) => (await find(item)).score(episode, mode, options),
  };
}

/** What items of these dimensions happen in: a question is asked and answered, an app is walked through. */
function kindOf(sources: readonly DimensionSource[]): string {
  const kinds = sources.map(({ dimension }) => (dimension === 'navigation' ? 'recorded_app' : 'question'));
  return [...new Set(kinds)].toSorted().join('+');
}

/** SHA-256 over all files that can change a score, and over which screens are there. */
export async function hashDimensions(
  sources: readonly DimensionSource[],
  { signal }: { readonly signal: AbortSignal },
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    hash.update(`${source.dimension}\n`);
    for await (const { path, name, counts } of source.files()) {
      hash.update(`${name} `);
      // Without one its items are void, which is part of what the data are.
      if (!existsSync(path)) hash.update('missing\n');
      else if (counts === 'presence') hash.update('present\n');
      else
        hash.update(
          createHash('sha256')
            .update(await readBytes(path, { maxBytes: FILE_LIMITS.json, signal }))
            .digest(),
        );
    }
  }
  return hash.digest('hex');
}
