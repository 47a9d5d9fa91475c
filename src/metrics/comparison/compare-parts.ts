import {
  corrected,
  pairsOf,
  type CompareOptions,
  type FamilyFindings,
  type RunComparison,
} from './compare.js';
import { comparePaired } from './paired-comparison.js';
import type { ComparedMetric } from '../task-scores.js';
import type { ResultRow } from '../result-row.js';

/** A row and the unit it shares with others that resemble it: a question, a recording, an app. */
export interface ClusteredRow extends ResultRow {
  readonly cluster: string;
}

/** One number of a run that measures several things apart. */
export interface ComparedPart {
  /** What is measured: `goal`, `planning, text`. */
  readonly part: string;
  /** By which number: `original`, `continue`, `SR`. */
  readonly measure: string;
  readonly metric: ComparedMetric;
  /** What a row is: an item of the run, or a whole unit of several. */
  readonly rowsAre: 'items' | 'units';
  readonly rows: readonly ClusteredRow[];
}

interface RunInParts {
  readonly name: string;
  readonly parts: readonly ComparedPart[];
}

/** Two runs in one part; p corrected over all parts of all pairs. */
export interface PartComparison extends RunComparison {
  readonly part: string;
  readonly measure: string;
  readonly rowsAre: ComparedPart['rowsAre'];
}

/**
 * Compares runs part by part, earlier against later, never over all parts together: parts differ in kind and in size. Each
 * is tested with its units as the independent observations, and p is corrected (Holm) over all parts and pairs. A part that
 * one of two runs was not asked is not comparable.
 */
export function compareParts(
  runs: readonly RunInParts[],
  { against = 'all', target, margin }: Pick<CompareOptions, 'against' | 'target' | 'margin'> = {},
): PartComparison[] {
  const asked = pairsOf(runs, against).flatMap(([a, b]) => partPairsOf(a, b));
  const design = { family: asked.length, ...(target === undefined ? {} : { target }) };
  return corrected(
    asked.map((pair) => comparePart(pair, design)),
    margin === undefined ? {} : { margin },
  );
}

/** The comparisons of each pair of runs, in order. */
export function partsByPair(comparisons: readonly PartComparison[]): PartComparison[][] {
  const pairs = new Map<string, PartComparison[]>();
  for (const comparison of comparisons) {
    const name = `${comparison.a}\n${comparison.b}`;
    pairs.set(name, [...(pairs.get(name) ?? []), comparison]);
  }
  return [...pairs.values()];
}

type RawComparison = Omit<PartComparison, keyof FamilyFindings>;

/** One part of two runs; a run that was not asked it has no rows. */
interface PartPair {
  readonly a: RunInParts;
  readonly b: RunInParts;
  readonly part: ComparedPart;
}

function partPairsOf(a: RunInParts, b: RunInParts): PartPair[] {
  const named = new Map([...a.parts, ...b.parts].map((part) => [nameOf(part), part]));
  return [...named.values()].map((part) => ({ a, b, part }));
}

function comparePart(
  { a, b, part }: PartPair,
  design: { readonly family: number; readonly target?: number },
): RawComparison {
  const rowsOf = ({ parts }: RunInParts): readonly ClusteredRow[] =>
    parts.find((other) => nameOf(other) === nameOf(part))?.rows ?? [];
  const [left, right] = [rowsOf(a), rowsOf(b)];
  const clusters = new Map([...left, ...right].map(({ key, cluster }) => [key.item, cluster]));
  const { metric, measure, rowsAre } = part;
  const compared = comparePaired(left, right, {
    ...design,
    metric,
    clusterOf: (task) => clusters.get(task) ?? task,
  });
  return { a: a.name, b: b.name, part: part.part, measure, rowsAre, ...compared };
}

function nameOf({ part, measure }: ComparedPart): string {
  return `${part}\n${measure}`;
}
