import type { JudgeMeasurement, JudgeRates } from '../../../domain/scores/judge-measurement.js';
import { numberColumns, textColumns } from '../../tables/columns.js';
import { notApplicableNote } from '../../tables/measured-notes.js';
import type { Cell, Table } from '../../tables/table.js';
import type { ConfusionItems } from '../confusion.js';
import { kappaCells, shareCells } from './share-cells.js';

/** What a judge's card is made from. */
export interface JudgeCardInput {
  /** Name of the judge. */
  readonly judge: string;
  readonly measurement: JudgeMeasurement;
  /** What it was measured on, such as `run 2026-01-02-notes` or `exam.jsonl`. */
  readonly measuredOn: string;
  /** The items behind the counts, where they are at hand. */
  readonly items?: ConfusionItems;
  /** Disagreements of labellers, and how many of these items are left out. */
  readonly labels?: { readonly disagreed: number; readonly leftOut: number; readonly unsure: number };
}

/** How far a judge can be trusted: its rates against people's labels, agreement, and what showing its verdict does. */
export function judgeCard(input: JudgeCardInput): Table {
  const { judge, measurement, measuredOn, items, labels } = input;
  const { rates, passes, bias } = measurement;
  const rows = [
    ...rateRows(rates, items),
    ...unknownRows(rates, items),
    ...(['blind', 'informed'] as const).flatMap((pass) => {
      const ofPass = passes[pass];
      if (ofPass === undefined) return [];
      return [
        [{ text: `Accuracy against ${pass} labels` }, ...shareCells(ofPass.accuracy)],
        [{ text: `Cohen's kappa against ${pass} labels` }, ...kappaCells(ofPass.kappa)],
      ];
    }),
    ...(bias === null
      ? []
      : [
          [{ text: 'Labels changed to the verdict once it was shown' }, ...shareCells(bias.towards)],
          [{ text: 'Labels changed away from it' }, ...shareCells(bias.away)],
          [{ text: "Cohen's kappa of both passes" }, ...kappaCells(bias.kappa)],
        ]),
  ];
  const notes = [
    `Measured on ${measuredOn}. Shares in percent with Wilson's interval; kappa with that of Fleiss, Cohen and Everitt. Unknown verdicts and items without a label are in no rate.`,
    bias === null ? null : biasNote(bias),
    labels === undefined || labels.disagreed + labels.unsure === 0 ? null : labelsNote(labels),
    notApplicableNote(rows),
  ].filter((note) => note !== null);
  return {
    id: 'judge-card',
    title: `Judge ${judge} against people's labels`,
    columns: [...textColumns('Measure'), ...numberColumns('Value', '95 %', 'Of')],
    rows,
    notes,
  };
}

function rateRows(rates: JudgeRates, items: ConfusionItems | undefined): Cell[][] {
  const behind = (...lists: (keyof ConfusionItems)[]): readonly string[] | undefined =>
    items === undefined ? undefined : lists.flatMap((list) => items[list]);
  const { sensitivity, specificity, precision, accuracy, kappa } = rates;
  const four = ['truePositives', 'falsePositives', 'falseNegatives', 'trueNegatives'] as const;
  return [
    [
      { text: 'Sensitivity (successes called so)' },
      ...shareCells(sensitivity, behind('truePositives', 'falseNegatives')),
    ],
    [
      { text: 'Specificity (failures called so)' },
      ...shareCells(specificity, behind('trueNegatives', 'falsePositives')),
    ],
    [
      { text: 'Precision (of what it calls success)' },
      ...shareCells(precision, behind('truePositives', 'falsePositives')),
    ],
    [{ text: 'Accuracy' }, ...shareCells(accuracy, behind(...four))],
    [{ text: "Cohen's kappa" }, ...kappaCells(kappa)],
  ];
}

function unknownRows({ counts }: JudgeRates, items: ConfusionItems | undefined): Cell[][] {
  const row = (title: string, count: number, behind: readonly string[] | undefined): Cell[] => [
    { text: title },
    { text: String(count), value: count, ...(behind === undefined ? {} : { items: behind }) },
    { text: '' },
    { text: '' },
  ];
  return [
    row(
      'Labelled, verdict unknown',
      counts.unknownSuccesses + counts.unknownFailures,
      items && [...items.unknownSuccesses, ...items.unknownFailures],
    ),
    row('Without a label', counts.unlabelled, items?.unlabelled),
  ];
}

function biasNote({ n, leftOut, shift, p }: NonNullable<JudgeMeasurement['bias']>): string {
  if (shift === null || p === null) {
    return `All ${leftOut} labels of both passes are left out: unsure, or without a verdict.`;
  }
  const points = (100 * Math.abs(shift)).toFixed(1);
  const direction = shift === 0 ? 'neither more nor less' : `${points} points ${shift > 0 ? 'more' : 'less'}`;
  const left = leftOut === 0 ? '' : ` (${leftOut} left out: unsure, or without a verdict)`;
  const chance = p < 0.001 ? 'p below 0.001' : `p = ${p.toFixed(3)}`;
  return `Automation bias: over ${n} labels given in both passes${left}, people agree with the judge ${direction} often once they see its verdict; exact McNemar ${chance}. Rates go by the blind labels.`;
}

function labelsNote({ disagreed, leftOut, unsure }: NonNullable<JudgeCardInput['labels']>): string {
  return `Labellers disagree on ${disagreed} items, ${leftOut} of them without a label that counts; of ${unsure} everybody was unsure.`;
}
