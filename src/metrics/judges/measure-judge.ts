import type { JudgeMeasurement, JudgeRates } from '../../domain/scores/judge-measurement.js';
import type { Label, LabelPass } from '../../domain/scores/label.js';
import { automationBias } from './automation-bias.js';
import { confusionCounts, confusionItems, type JudgedItem } from './confusion.js';
import { judgeRates } from './judge-rates.js';
import { resolveLabels, type Decision, type ResolvedLabels } from './resolve-labels.js';

/** A judge against people's labels: the numbers, and what they rest on. */
export interface MeasuredJudge {
  readonly measurement: JudgeMeasurement;
  readonly resolved: ResolvedLabels;
  /** Every judged item with the label that counts. */
  readonly items: readonly JudgedItem[];
}

/**
 * Measures a judge. Labels of items that it did not judge are left to the caller, who knows which items there are.
 *
 * @param verdicts what the judge said, by text form of the item's key
 * @param options.decisions what a third decided between people, by text form of the item's key: counts in the rates, in no pass
 */
export function measureJudge(
  verdicts: ReadonlyMap<string, JudgedItem['verdict']>,
  labels: readonly Label[],
  options: {
    readonly disagreements: 'majority' | 'leave-out';
    readonly decisions?: ReadonlyMap<string, Decision>;
  },
): MeasuredJudge {
  const resolved = resolveLabels(labels, options);
  const items = labelledItems(verdicts, resolved);
  const ratesOf = (pass: LabelPass): Partial<Record<LabelPass, JudgeRates>> => {
    if (!labels.some((label) => label.pass === pass)) return {};
    // A decision belongs to no pass.
    const { disagreements } = options;
    const ofPass = labelledItems(verdicts, resolveLabels(labels, { disagreements, pass }));
    return { [pass]: judgeRates(confusionCounts(confusionItems(ofPass))) };
  };
  return {
    measurement: {
      rates: judgeRates(confusionCounts(confusionItems(items))),
      passes: { ...ratesOf('blind'), ...ratesOf('informed') },
      bias: automationBias(labels, verdicts),
    },
    resolved,
    items,
  };
}

function labelledItems(
  verdicts: ReadonlyMap<string, JudgedItem['verdict']>,
  { labels }: ResolvedLabels,
): JudgedItem[] {
  return [...verdicts].map(([item, verdict]) => ({ item, verdict, label: labels.get(item) ?? null }));
}
