import { itemKeyText } from '../../domain/episode.js';
import { isVoided } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import type { MilestoneOutcome } from '../../evaluators/milestones.js';
import { abilitiesTable } from '../../metrics/abilities-table.js';
import type { AbilityCount } from '../../metrics/ability-rate.js';
import { resultRow } from '../../metrics/result-row.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { summaryTable } from '../../metrics/summary.js';
import type { Table } from '../../metrics/table.js';

/** Result tables of a suite: the summary, and the atomic capabilities where milestones name any. */
export async function suiteTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: { readonly agent: string; readonly mode: Mode; readonly suite: string },
): Promise<readonly Table[]> {
  const rows: ResultRow[] = [];
  const counter = new AbilityCounter();
  for await (const result of results) {
    rows.push(resultRow(result));
    counter.add(result);
  }
  const title = `${options.suite}, ${options.mode} mode`;
  const summary = summaryTable([{ agent: options.agent, rows }], { title });
  const abilities = counter.counts();
  if (abilities.length === 0) return [summary];
  return [summary, abilitiesTable([{ agent: options.agent, abilities }])];
}

/**
 * Counts milestones by ability: each reached one, and of each item the first that was missed, since what comes after it
 * was never called for. Source: ColorBench paper section 3, atomic capability.
 */
class AbilityCounter {
  readonly #counts = new Map<string, Map<string, { hit: number; total: number; items: string[] }>>();

  add({ key, outcome, result }: ItemResult): void {
    if (isVoided(outcome)) return;
    let missed = false;
    for (const { abilities, step } of milestoneOutcomes(result)) {
      if (step === null && missed) continue;
      missed ||= step === null;
      for (const ability of abilities) this.#count(ability, key.item, itemKeyText(key), step !== null);
    }
  }

  #count(ability: string, task: string, item: string, hit: boolean): void {
    const tasks =
      this.#counts.get(ability) ?? new Map<string, { hit: number; total: number; items: string[] }>();
    this.#counts.set(ability, tasks);
    const count = tasks.get(task) ?? { hit: 0, total: 0, items: [] };
    tasks.set(task, count);
    count.total += 1;
    if (hit) count.hit += 1;
    if (count.items.at(-1) !== item) count.items.push(item);
  }

  counts(): readonly AbilityCount[] {
    return [...this.#counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([ability, tasks]) => {
        const byTask = [...tasks].map(([task, count]) => ({ task, ...count }));
        const sum = (pick: (count: { hit: number; total: number }) => number): number =>
          byTask.reduce((total, count) => total + pick(count), 0);
        return { ability, hit: sum(({ hit }) => hit), total: sum(({ total }) => total), byTask };
      });
  }
}

function milestoneOutcomes({ scores }: ItemResult['result']): readonly MilestoneOutcome[] {
  const score = scores.find(({ evaluator }) => evaluator === 'milestones')?.score;
  if (score?.status !== 'scored') return [];
  // Written by the milestones evaluator, whose details these are.
  const details = score.details as { readonly milestones: readonly MilestoneOutcome[] };
  return details.milestones;
}
