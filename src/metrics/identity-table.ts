import { configurationDifferences } from '../domain/run.js';
import type { ConfigurationDifference, RunIdentity } from '../domain/run.js';
import { UserError } from '../errors.js';
import type { Cell, Table } from './table.js';

/** A run's identity under the name the run has in tables. */
export interface NamedIdentity {
  readonly name: string;
  readonly identity: RunIdentity;
}

/** Stands for an entry that a run does not have. */
const ABSENT = '-';

/** @throws {UserError} when two of the runs are of different benchmarks: their tasks have nothing to do with each other. */
export function requireSameBenchmark(runs: readonly NamedIdentity[]): void {
  const [first] = runs;
  const other = runs.find(({ identity }) => identity.benchmark.name !== first?.identity.benchmark.name);
  if (first === undefined || other === undefined) return;
  throw new UserError(
    `${first.name} ran ${first.identity.benchmark.name}, ${other.name} ran ${other.identity.benchmark.name}: ` +
      'runs of different benchmarks cannot be compared task by task',
    { hint: 'Compare runs of one benchmark; `touchstone list` shows what each run is about.' },
  );
}

/** The entries in which the identities of runs differ, one column per run: where a difference in scores may come from. */
export function identityTable(runs: readonly NamedIdentity[]): Table {
  const differences = runs.map(({ identity }) => {
    const found = configurationDifferences(runs[0]?.identity, identity);
    return new Map(found.map((difference) => [difference.path, difference]));
  });
  const firsts = new Map(
    differences.flatMap((found) => [...found].map(([path, { left }]) => [path, left] as const)),
  );
  const rows = [...firsts.keys()]
    .sort()
    .map((path): Cell[] => [
      { text: path },
      ...differences.map((found): Cell => ({ text: entryText(path, found, firsts.get(path)) })),
    ]);
  return {
    id: 'identity-differences',
    title: 'What differs between the runs',
    columns: [
      { title: 'Entry', align: 'left' },
      ...runs.map(({ name }) => ({ title: name, align: 'left' as const })),
    ],
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
  return typeof value === 'string' ? value : JSON.stringify(value);
}
