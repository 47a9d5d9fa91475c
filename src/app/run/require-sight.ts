import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import { DATA_MANIFESTS } from '../../registry/benchmarks.js';
import type { Settings } from '../settings/setting.js';

/** Ways to show a question that hold no picture. */
const WITHOUT_PICTURE = /^text(?:,text)*$/;

/**
 * Refuses an agent that needs screens where the benchmark has none: its score would say nothing about it. Gives whether
 * its acting model will be shown pictures.
 *
 * @throws {UserError} naming what is missing, and how to get it
 */
export async function requireSight(
  { name, needs }: Agent,
  benchmark: Benchmark,
  { modality, data }: Pick<Settings, 'modality' | 'data'>,
  { workingDirectory, signal }: { readonly workingDirectory: string; readonly signal: AbortSignal },
): Promise<boolean> {
  // A question shows by itself what it is about.
  if (benchmark.items.protocol === 'question') return needs.pictures && !WITHOUT_PICTURE.test(modality ?? '');
  if (!needs.pictures && !needs.hierarchy) return false;
  for await (const item of benchmark.items.list()) {
    if (item.invalid !== undefined) continue;
    await using environment = await benchmark.items.environments.lend(item, { signal });
    const { pictures, hierarchy } = environment.capabilities;
    if ((needs.pictures && pictures) || (needs.hierarchy && hierarchy)) return needs.pictures && pictures;
    const wanted = [needs.pictures ? 'pictures' : '', needs.hierarchy ? 'UI hierarchies' : ''];
    const what = wanted.filter((part) => part !== '').join(' and ');
    const folder = data === null ? null : resolve(workingDirectory, data);
    throw new UserError(`${name} looks at ${what}, and ${benchmark.name} has none here`, {
      hint: `${howToGet(benchmark.name, needs, { folder, pictures })} Agents that look at nothing run all the same, such as --agent random.`,
    });
  }
  return false;
}

/** Where what the agent looks at would come from, by what the benchmark is. */
function howToGet(
  benchmark: string,
  needs: Agent['needs'],
  here: { readonly folder: string | null; readonly pictures: boolean },
): string {
  const { folder } = here;
  if (folder === null || !DATA_MANIFESTS.has(benchmark)) {
    const fields = [needs.pictures ? '`picture`' : '', needs.hierarchy ? '`hierarchy`' : ''];
    const named = fields.filter((field) => field !== '').join(' or ');
    return `No screen in its graph.json names a ${named} file that is there (docs/formats.md).`;
  }
  const check = `\`touchstone data check ${benchmark} ${quoteWord(folder)}\``;
  if (needs.pictures) return `Get its pictures: ${check} says which are missing and where they come from.`;
  const instead = here.pictures ? ' Its pictures are there, for agents that see.' : '';
  return `${check} says which files belong to it; where no UI hierarchies are among them, it has none.${instead}`;
}
