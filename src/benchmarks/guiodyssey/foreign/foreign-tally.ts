import type { ForeignCounts, ForeignFigures, ForeignSums } from './foreign-counts.js';
import type { ForeignEvaluator, ForeignVerdict } from './foreign-evaluator.js';

/** Verdicts on the steps of one episode, in order, as counts. */
export function foreignCounts(
  verdicts: readonly ForeignVerdict[],
  { cellsOf }: Pick<ForeignEvaluator, 'cellsOf'>,
): ForeignCounts {
  const judged = verdicts.flatMap((verdict) => (verdict.type === 'judged' ? [verdict] : []));
  const firstWrong = judged.findIndex(({ isRight }) => isRight !== true);
  const cells = new Map<string, number[]>();
  for (const step of judged) addCells(cells, cellsOf(step));
  const textRatios = judged.flatMap(({ textRatio }) => textRatio ?? []);
  const distances = judged.flatMap(({ distance }) => distance ?? []);
  return {
    steps: judged.length,
    leftOut: verdicts.filter(({ type }) => type === 'left_out').length,
    voided: verdicts.filter(({ type }) => type === 'void').length,
    formatHits: judged.filter(({ hasFormat }) => hasFormat).length,
    type: judged.filter(({ isType }) => isType).length,
    asked: judged.filter(({ isRight }) => isRight !== null).length,
    right: judged.filter(({ isRight }) => isRight === true).length,
    prefix: firstWrong < 0 ? judged.length : firstWrong,
    cells: Object.fromEntries(cells),
    ...(textRatios.length === 0 ? {} : { textRatios }),
    ...(distances.length === 0 ? {} : { distances }),
  };
}

function addCells(
  cells: Map<string, number[]>,
  added: Iterable<readonly [key: string, numbers: readonly number[]]>,
): void {
  for (const [key, numbers] of added) {
    const sums = cells.get(key) ?? [];
    cells.set(
      key,
      numbers.map((number, index) => number + (sums[index] ?? 0)),
    );
  }
}

const SUMMED = ['steps', 'leftOut', 'voided', 'formatHits', 'type', 'asked', 'right', 'prefix'] as const;

/** Sums what one evaluator counted, and says what its script makes of that. */
export class ForeignTally {
  readonly #evaluator: ForeignEvaluator;
  readonly #sums = { steps: 0, leftOut: 0, voided: 0, formatHits: 0, type: 0, asked: 0, right: 0, prefix: 0 };
  readonly #cells = new Map<string, number[]>();
  readonly #textRatios: number[] = [];
  readonly #distances: number[] = [];
  #episodes = 0;
  #succeeded = 0;
  #progress = 0;

  constructor(evaluator: ForeignEvaluator) {
    this.#evaluator = evaluator;
  }

  add(counts: ForeignCounts): void {
    for (const key of SUMMED) this.#sums[key] += counts[key];
    addCells(this.#cells, Object.entries(counts.cells));
    for (const ratio of counts.textRatios ?? []) this.#textRatios.push(ratio);
    for (const distance of counts.distances ?? []) this.#distances.push(distance);
    if (counts.steps === 0) return;
    this.#episodes += 1;
    this.#progress += counts.prefix / counts.steps;
    if (counts.prefix === counts.steps) this.#succeeded += 1;
  }

  get sums(): ForeignSums {
    return {
      ...this.#sums,
      cells: this.#cells,
      textRatios: this.#textRatios,
      distances: this.#distances,
      episodes: this.#episodes,
      succeeded: this.#succeeded,
      progress: this.#progress,
    };
  }

  figures(): ForeignFigures {
    return this.#evaluator.figures(this.sums);
  }
}
