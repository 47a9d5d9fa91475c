import { ok } from 'node:assert/strict';
import type { Proof, ProofRow } from './proof.js';
import {
  drawJudgeCell,
  JUDGE_METHODS,
  judgeCells,
  type JudgeCell,
  type JudgeCoverage,
  type JudgeMethod,
} from './simulation/judge-cells.js';

/** What is promised of every cell. */
const LEAST = 0.93;
/** From here down a cell is drawn ten times as often, so that it is not misjudged by chance. */
const CLOSE = 0.94;
/** Labels of the cells that are shown one by one. */
const LABELS = 100;
const PROMISED = ['rogan-gladen', 'prediction-powered'] as const;

const SIZES = {
  // Sixty draws of a cell that is covered in 93 of 100 cases: fewer than 46 are seen less than once in a million.
  small: {
    draws: 60,
    accuracies: [0.75, 0.95],
    prevalences: [0.2, 0.8],
    sizes: [200],
    fewLabels: [20],
    slack: 0.17,
  },
  whole: {
    draws: 2000,
    accuracies: [0.75, 0.85, 0.95],
    prevalences: [0.2, 0.5, 0.8],
    sizes: [200, 500],
    fewLabels: [10, 20, 40],
    slack: 0,
  },
} as const;

const NAMES: Record<JudgeMethod, string> = {
  'rogan-gladen': 'Rogan-Gladen, Lang-Reiczigel interval',
  'prediction-powered': 'prediction-powered, half an item added, Student',
  uncorrected: 'the judge’s rate as it is, Wilson interval',
  'ppi++ as published': 'prediction-powered as published, normal interval',
};

const SAMPLES: Record<JudgeCell['sample'], string> = {
  part: '100 labels at random of the n judged items',
  separate: '100 labels of other items',
};

interface Drawn {
  readonly cell: JudgeCell;
  readonly result: Record<JudgeMethod, JudgeCoverage>;
}

/** Intervals of rates that a judge's errors were taken out of hold the truth as often as they promise. */
export const judgeCoverageProof: Proof = {
  name: 'judge-coverage',
  title:
    'Corrected 95 % intervals of a judged rate hold the true rate in at least 93 % of data sets, whatever the judge’s errors.',
  prove(size, note) {
    const { draws, accuracies, prevalences, sizes, fewLabels, slack } = SIZES[size];
    const cells = judgeCells(accuracies, prevalences, sizes, [LABELS]);
    const few = judgeCells(accuracies, prevalences, [200], fewLabels);
    const drawn = cells.map((cell, index): Drawn => {
      note(`${index} of ${cells.length + few.length} cells`);
      const first = drawJudgeCell(cell, draws);
      const isClear = PROMISED.every((method) => first[method].coverage >= CLOSE);
      const result = isClear ? first : drawJudgeCell(cell, draws * 10);
      for (const method of PROMISED) {
        const { coverage } = result[method];
        ok(
          coverage >= LEAST - slack,
          `${NAMES[method]}, ${describe(cell)}: covered in ${percent(coverage)} of data sets`,
        );
      }
      return { cell, result };
    });
    const drawnFew = few.map((cell, index): Drawn => {
      note(`${cells.length + index} of ${cells.length + few.length} cells`);
      const result = drawJudgeCell(cell, draws);
      for (const method of PROMISED) {
        const { coverageGiven } = result[method];
        ok(
          coverageGiven >= LEAST - slack,
          `${NAMES[method]}, ${describe(cell)}: ${percent(coverageGiven)} of the intervals hold it`,
        );
      }
      return { cell, result };
    });
    return Promise.resolve([
      {
        figure: 'cells: sensitivity and specificity × prevalence × n × sample; data sets of each',
        value: `${cells.length}; ${draws}`,
        expected: 'all',
      },
      ...(['part', 'separate'] as const).flatMap((sample) =>
        JUDGE_METHODS.flatMap((method) => sizes.map((n) => summaryRow(drawn, sample, method, n))),
      ),
      ...fewLabels.flatMap((labels) =>
        [...PROMISED, 'ppi++ as published' as const].map((method) => fewRow(drawnFew, labels, method)),
      ),
      ...drawn.map(cellRow),
    ]);
  },
};

function summaryRow(
  drawn: readonly Drawn[],
  sample: JudgeCell['sample'],
  method: JudgeMethod,
  n: number,
): ProofRow {
  const of = drawn.filter(({ cell }) => cell.sample === sample && cell.n === n);
  const lowest = of.reduce((low, one) =>
    one.result[method].coverage < low.result[method].coverage ? one : low,
  );
  const mean = of.reduce((sum, { result }) => sum + result[method].coverage, 0) / of.length;
  const widths = of.map(({ result }) => result[method].medianWidth).sort((a, b) => a - b);
  const most = Math.max(...of.map(({ result }) => result[method].without));
  const refused = most === 0 ? '' : `; refused in at most ${(100 * most).toFixed(2)} %`;
  const isPromised = method === 'rogan-gladen' || method === 'prediction-powered';
  return {
    figure: `${NAMES[method]}; n ${n}, ${SAMPLES[sample]}`,
    value: `${percent(lowest.result[method].coverage)} at ${accuracyOf(lowest.cell)}; mean ${percent(mean)}; median widths ${points(widths[0])} to ${points(widths.at(-1))} points${refused}`,
    expected: isPromised ? `${percent(LEAST)} or more` : 'any number: nothing prints it as corrected',
  };
}

/** A judge that ten labels do not show to be better than guessing is refused; what is given has to hold the truth. */
function fewRow(drawn: readonly Drawn[], labels: number, method: JudgeMethod): ProofRow {
  const of = drawn.filter(({ cell }) => cell.labels === labels).map(({ result }) => result[method]);
  const lowest = Math.min(...of.map(({ coverageGiven }) => coverageGiven));
  const refused = Math.max(...of.map(({ without }) => without));
  return {
    figure: `${NAMES[method]}; n 200, ${labels} labels, both samples`,
    value: `${percent(lowest)} of the intervals that are given; refused in at most ${percent(refused)}`,
    expected:
      method === 'ppi++ as published'
        ? 'any number: nothing prints it as corrected'
        : `${percent(LEAST)} or more of the intervals that are given`,
  };
}

function cellRow({ cell, result }: Drawn): ProofRow {
  const of = (method: JudgeMethod): string =>
    `${percent(result[method].coverage)}, ${points(result[method].medianWidth)} points`;
  return {
    figure: describe(cell),
    value: `Rogan-Gladen ${of('rogan-gladen')} wide; prediction-powered ${of('prediction-powered')}`,
    expected: `${percent(LEAST)} or more`,
  };
}

function describe(cell: JudgeCell): string {
  return `${accuracyOf(cell)}, n ${cell.n}, ${cell.sample === 'part' ? 'labels of these' : 'of others'}`;
}

function accuracyOf({ sensitivity, specificity, prevalence }: JudgeCell): string {
  return `sens. ${sensitivity}, spec. ${specificity}, rate ${prevalence}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function points(width: number | undefined): string {
  return width === undefined ? 'n/a' : (100 * width).toFixed(1);
}
