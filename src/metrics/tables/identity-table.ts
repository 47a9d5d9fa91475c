import { entryName, entryRank, entryValue } from '../../domain/text/entry-words.js';
import { identityDifferences, type ConfigurationDifference, type RunIdentity } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import { textColumns } from './columns.js';
import type { Cell, Table } from './table.js';

/** A run's identity under the name the run has in tables. */
export interface NamedIdentity {
  readonly name: string;
  readonly identity: RunIdentity;
}

/** Stands for an entry that a run does not have. */
const ABSENT = '-';

/** Runs whose tasks are not the same tasks. */
export class RunsNotComparableError extends UserError {
  override readonly code = 'RUNS_NOT_COMPARABLE';
}

/**
 * @throws {RunsNotComparableError} when one is a fork, which is compared with nothing, or when two of the runs are of different benchmarks, or of one benchmark's different data:
 * then equal task names do not mean equal tasks.
 */
export function requireSameBenchmark(runs: readonly NamedIdentity[]): void {
  for (const { name, identity } of runs) {
    if (identity.fork === undefined) continue;
    throw new RunsNotComparableError(
      `${name} is a fork of run ${identity.fork.run}: it begins with steps of that one, so its rates are none of the benchmark`,
      { hint: 'Look at the episode and its futures side by side; compare runs that begin at the start.' },
    );
  }
  const [first, ...others] = runs;
  for (const other of others) {
    if (first === undefined) return;
    const [a, b] = [first.identity.benchmark, other.identity.benchmark];
    if (a.name !== b.name) {
      throw new RunsNotComparableError(
        `${first.name} ran ${a.name}, ${other.name} ran ${b.name}: ` +
          'runs of different benchmarks cannot be compared task by task',
        { hint: 'Compare runs of one benchmark; `touchstone list runs` shows what each run is about.' },
      );
    }
    if (a.dataHash !== b.dataHash) {
      throw new RunsNotComparableError(
        `${first.name} and ${other.name} ran ${a.name} on different data ` +
          `(version ${a.version}, ${shortHash(a.dataHash)}; version ${b.version}, ${shortHash(b.dataHash)}): ` +
          'tasks of the same name may not be the same tasks',
        { hint: "Run both on the same data; a run's `run.json` names the data's hash." },
      );
    }
  }
}

function shortHash(hash: string): string {
  return hash.slice(0, 12);
}

/** The entries in which the identities of runs differ, one column per run: where a difference in scores may come from. */
export function identityTable(runs: readonly NamedIdentity[]): Table {
  const [first] = runs;
  const differences = runs.map(({ identity }) => {
    const found = first === undefined ? [] : identityDifferences(first.identity, identity);
    return new Map(found.map((difference) => [difference.path, difference]));
  });
  const firsts = new Map(
    differences.flatMap((found) => [...found].map(([path, { left }]) => [path, left] as const)),
  );
  const rows = [...firsts.keys()]
    .sort()
    .toSorted((a, b) => entryRank(a) - entryRank(b))
    .map((path): Cell[] => [
      { text: entryName(path) },
      ...differences.map((found): Cell => ({ text: entryText(path, found, firsts.get(path)) })),
    ]);
  return {
    id: 'identity-differences',
    title: 'What differs between the runs',
    columns: [...textColumns('Entry'), ...textColumns(...runs.map(({ name }) => name))],
    rows,
    notes: rows.length === 0 ? ['Nothing differs: the runs measured the same thing.'] : [],
  };
}

/** A run's own value where it differs from the first run's, that one's otherwise. */
function entryText(
  path: string,
  found: ReadonlyMap<string, ConfigurationDifference>,
  first: unknown,
): string {
  const own = found.get(path);
  // The whole object around this entry differs: the run has none of its members.
  const inside = own === undefined && [...found.keys()].some((other) => path.startsWith(`${other}.`));
  const value = inside ? undefined : own === undefined ? first : own.right;
  if (value === undefined) return ABSENT;
  return entryValue(path, value, first);
}
