import { entryName, entryValue } from '../../domain/text/entry-words.js';
import { identityDifferences, type RunIdentity } from '../../domain/run.js';
import { changedTasks, type ChangedTask } from '../../metrics/comparison/changed-tasks.js';
import { compareRuns, type RunComparison } from '../../metrics/comparison/compare.js';
import {
  compareParts,
  partsByPair,
  type ComparedPart,
  type PartComparison,
} from '../../metrics/comparison/compare-parts.js';
import { partsComparisonTables } from '../../metrics/comparison/compare-parts-table.js';
import { comparisonFacts } from '../../metrics/comparison/comparison-sentence.js';
import type { Table } from '../../metrics/tables/table.js';
import type { TaskScores } from '../../metrics/task-scores.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type {
  ChangedItem,
  ChangedScores,
  ConfigurationEntry,
  ReportComparison,
  ReportPartsComparison,
  UncomparedRun,
} from '../view/report-comparison.js';
import type { ReportRun } from '../view/report-run.js';

/** What of a run comparisons are made from. */
export interface ComparableRun {
  readonly index: { readonly start: { readonly identity: RunIdentity } };
  readonly run: ReportRun;
  readonly rows: readonly ResultRow[];
  /** What it measures apart; empty where it does not. */
  readonly parts: readonly ComparedPart[];
}

/**
 * Compares the runs pair by pair, those of one benchmark, its data and mode at a time. Each comparison more makes a
 * difference harder to show, so only what somebody would ask is compared: agents with each other; one agent alone with
 * the blind baselines; where there is no agent, the baselines. The oracle competes with nobody. Of two runs the one that the
 * user named first is the base. Runs in dimensions are not compared here, since no number over all of their items means
 * anything.
 */
export function reportComparisons(runs: readonly ComparableRun[]): readonly ReportComparison[] {
  return groupsOf(runs, (run) => !run.run.inDimensions).flatMap(({ compared, one }) => {
    // Numbers are names that no two runs share.
    const named = compared.map((run) => ({ name: String(runs.indexOf(run)), rows: run.rows }));
    const against = one === null ? 'all' : { run: String(runs.indexOf(one)) };
    const comparisons = compareRuns(named, { against });
    const hasMain = compared.every(({ run }) => run.summary.main !== null);
    // A family of its own: what success is corrected for does not depend on what else a benchmark measures.
    const main = hasMain ? compareRuns(named, { against, metric: 'main' }) : [];
    return comparisons.flatMap((comparison, position) =>
      [comparison, ...main.slice(position, position + 1)].map((one) =>
        reportComparison(runs, one, comparisons.length),
      ),
    );
  });
}

/** Runs in dimensions, compared part by part; which ones, as above. */
export function reportPartComparisons(runs: readonly ComparableRun[]): readonly ReportPartsComparison[] {
  return groupsOf(runs, ({ parts }) => parts.length > 0).flatMap(({ compared, one }) => {
    const against = one === null ? 'all' : { run: one.run.label };
    const named = compared.map(({ run, parts }) => ({ name: run.label, parts }));
    const comparisons = compareParts(named, { against });
    const tables = partsComparisonTables(comparisons);
    // Only which items came out differently is taken from all of them together; nothing is tested there.
    const together = compareRuns(
      compared.map(({ run, rows }) => ({ name: run.label, rows })),
      { against },
    );
    return partsByPair(comparisons).flatMap(([part], position): ReportPartsComparison[] => {
      const table = tables[position];
      if (part === undefined || table === undefined) return [];
      const [left, right] = [numberOf(runs, part.a), numberOf(runs, part.b)];
      const all = together.find(({ a, b }) => a === part.a && b === part.b);
      return [
        {
          left,
          right,
          table: withoutItems(table),
          tasks: all?.pairs.length ?? 0,
          differing: differencesOf(runs[left], runs[right]),
          changed: all === undefined ? [] : changedTasks(all).map(changedItem),
        },
      ];
    });
  });
}

/** Which of several runs stand in no comparison, and why. */
export function uncomparedRuns(
  runs: readonly ComparableRun[],
  compared: readonly { readonly left: number; readonly right: number }[],
): readonly UncomparedRun[] {
  if (runs.length < 2) return [];
  const inPairs = new Set(compared.flatMap(({ left, right }) => [left, right]));
  return runs.flatMap((run, number): UncomparedRun[] => {
    if (inPairs.has(number)) return [];
    return [{ run: number, why: whyUncompared(run, inPairs.size > 0) }];
  });
}

function whyUncompared(
  { run: { kind, inDimensions }, index }: ComparableRun,
  areOthers: boolean,
): UncomparedRun['why'] {
  if (index.start.identity.fork !== undefined) return 'fork';
  if (kind === 'oracle') return 'oracle';
  if (kind === 'baseline' && areOthers) return 'baseline';
  return inDimensions ? 'parts' : 'alone';
}

/** Runs that are compared with each other, in the order in which the user named them. */
interface ComparedGroup {
  readonly compared: readonly ComparableRun[];
  /** The one that each of the others is compared with; null: every pair. */
  readonly one: ComparableRun | null;
}

function groupsOf(
  runs: readonly ComparableRun[],
  isWanted: (run: ComparableRun) => boolean,
): readonly ComparedGroup[] {
  // Who begins with another's steps is measured by nothing that others are.
  const whole = runs.filter(({ index }) => index.start.identity.fork === undefined);
  return [...new Set(whole.map(measured))].map((one) => {
    const group = whole.filter((run) => measured(run) === one && isWanted(run));
    const agents = group.filter(({ run }) => run.kind === 'agent');
    const [agent = null] = agents;
    return {
      compared: agents.length >= 2 ? agents : group.filter(({ run }) => run.kind !== 'oracle'),
      one: agents.length === 1 ? agent : null,
    };
  });
}

/** What must be equal for tasks of one name to be one task, judged by one rule. */
function measured({ index }: ComparableRun): string {
  const { benchmark, mode } = index.start.identity;
  return [benchmark.name, benchmark.dataHash, mode].join('\n');
}

function numberOf(runs: readonly ComparableRun[], label: PartComparison['a']): number {
  return runs.findIndex(({ run }) => run.label === label);
}

/** Thousands of items behind a cell would double the size of the report, and nothing links to them. */
function withoutItems(table: Table): Table {
  return { ...table, rows: table.rows.map((row) => row.map((cell) => ({ ...cell, items: [] }))) };
}

function reportComparison(
  runs: readonly ComparableRun[],
  comparison: RunComparison,
  family: number,
): ReportComparison {
  const [left, right] = [Number(comparison.a), Number(comparison.b)];
  const { a: _a, b: _b, ...facts } = comparisonFacts(comparison, family);
  return {
    ...facts,
    left,
    right,
    // Said once of each pair.
    differing: comparison.metric === 'success' ? differencesOf(runs[left], runs[right]) : [],
    changed: changedTasks(comparison).map(changedItem),
  };
}

function changedItem({ task, a, b, flipped, difference }: ChangedTask): ChangedItem {
  return { item: task, left: scores(a), right: scores(b), difference, flipped };
}

function differencesOf(
  left: ComparableRun | undefined,
  right: ComparableRun | undefined,
): readonly ConfigurationEntry[] {
  if (left === undefined || right === undefined) return [];
  return identityDifferences(left.index.start.identity, right.index.start.identity).map((entry) => [
    entryName(entry.path),
    entry.left === undefined ? '' : entryValue(entry.path, entry.left),
    entry.right === undefined ? '' : entryValue(entry.path, entry.right, entry.left),
  ]);
}

function scores({ values }: TaskScores): ChangedScores {
  return { passed: values.reduce((sum, value) => sum + value, 0), judged: values.length };
}
