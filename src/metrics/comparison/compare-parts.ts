import { corrected, type RunComparison } from './compare.js';
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
  { against = 'all' }: { readonly against?: 'all' | 'first' } = {},
): PartComparison[] {
  const raw = runs.flatMap((a, index) =>
    index > 0 && against === 'first' ? [] : runs.slice(index + 1).flatMap((b) => pairOf(a, b)),
  );
  return corrected(raw);
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

type RawComparison = Omit<PartComparison, 'adjustedP' | 'verdict'>;

function pairOf(a: RunInParts, b: RunInParts): RawComparison[] {
  const named = new Map([...a.parts, ...b.parts].map((part) => [nameOf(part), part]));
  return [...named].map(([name, { part, measure, metric, rowsAre }]) => {
    const [left, right] = [a, b].map(
      ({ parts }) => parts.find((other) => nameOf(other) === name)?.rows ?? [],
    );
    const clusters = new Map(
      [...(left ?? []), ...(right ?? [])].map(({ key, cluster }) => [key.item, cluster]),
    );
    const compared = comparePaired(left ?? [], right ?? [], {
      metric,
      clusterOf: (task) => clusters.get(task) ?? task,
    });
    return { a: a.name, b: b.name, part, measure, rowsAre, ...compared };
  });
}

function nameOf({ part, measure }: ComparedPart): string {
  return `${part}\n${measure}`;
}
