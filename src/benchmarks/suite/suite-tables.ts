import { isVoided } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import type { MilestoneOutcome } from '../../evaluators/milestones.js';
import { abilitiesTable } from '../../metrics/abilities/abilities-table.js';
import { countAbilities } from '../../metrics/abilities/ability-counts.js';
import type { ItemMilestones, TaggedMilestone } from '../../metrics/abilities/ability-counts.js';
import { resultRow } from '../../metrics/result-row.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { summaryTable } from '../../metrics/summary.js';
import type { Table } from '../../metrics/tables/table.js';

/** Result tables of a suite: the summary, and the atomic capabilities where milestones name any. */
export async function suiteTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: { readonly agent: string; readonly mode: Mode; readonly suite: string },
): Promise<readonly Table[]> {
  const rows: ResultRow[] = [];
  const items: ItemMilestones[] = [];
  for await (const result of results) {
    rows.push(resultRow(result));
    // What a voided episode missed says nothing about an ability.
    if (!isVoided(result.outcome)) items.push({ key: result.key, milestones: milestonesOf(result) });
  }
  const title = `${options.suite}, ${options.mode} mode`;
  const summary = summaryTable([{ agent: options.agent, rows }], { title });
  const abilities = countAbilities(items).toSorted((a, b) => (a.ability < b.ability ? -1 : 1));
  if (abilities.length === 0) return [summary];
  return [summary, abilitiesTable([{ agent: options.agent, abilities }])];
}

function milestonesOf({ result }: ItemResult): readonly TaggedMilestone[] {
  const score = result.scores.find(({ evaluator }) => evaluator === 'milestones')?.score;
  if (score?.status !== 'scored') return [];
  // Written by the milestones evaluator, whose details these are.
  const details = score.details as { readonly milestones: readonly MilestoneOutcome[] };
  return details.milestones.map(({ abilities, step }) => ({ abilities, hit: step !== null }));
}
