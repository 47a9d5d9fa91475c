import type { ResultRow } from '../../metrics/result-row.js';
import { splitsTable, type NamedSplits } from '../../metrics/tables/splits-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { splitGroups, type SplitRun } from './split-groups.js';

/** A run of a report, as averages over splits need it. */
export interface ReportedSplit extends SplitRun {
  /** Name of its agent in tables. */
  readonly agent: string;
  readonly rows: readonly ResultRow[];
  /** Averages that the benchmark's paper prints. */
  readonly averages: readonly NamedSplits[];
}

/** A table for each benchmark and mode of which runs are splits of one thing. */
export function splitTables(runs: readonly ReportedSplit[]): readonly Table[] {
  const tables = new Map<string, (readonly ReportedSplit[])[]>();
  for (const group of splitGroups(runs)) {
    const [first] = group;
    if (first === undefined) continue;
    const { benchmark, mode } = first.identity;
    const title = `${benchmark.name} over its splits, ${mode} mode`;
    tables.set(title, [...(tables.get(title) ?? []), group]);
  }
  return [...tables].map(([title, groups]) =>
    splitsTable(
      groups.map((group) => ({
        agent: group[0]?.agent ?? '',
        splits: group.map(({ identity, rows }) => ({ split: identity.benchmark.split, rows })),
      })),
      { title, averages: groups[0]?.[0]?.averages ?? [] },
    ),
  );
}
