import type { JudgeCounts } from '../../domain/scores/judge-measurement.js';

/** One judged item, and what people said of it. */
export interface JudgedItem {
  /** Text form of the item's key. */
  readonly item: string;
  readonly verdict: 'success' | 'failure' | 'unknown';
  /** null where nobody labelled it, or the labels came to nothing. */
  readonly label: 'success' | 'failure' | null;
}

/** Items by what judge and people said; lists keep the order given. */
export interface ConfusionItems {
  /** Both say success. */
  readonly truePositives: readonly string[];
  /** The judge says success, people failure. */
  readonly falsePositives: readonly string[];
  /** The judge says failure, people success. */
  readonly falseNegatives: readonly string[];
  /** Both say failure. */
  readonly trueNegatives: readonly string[];
  /** Labelled successes that the judge said nothing about. */
  readonly unknownSuccesses: readonly string[];
  readonly unknownFailures: readonly string[];
  /** Whatever the judge says of them. */
  readonly unlabelled: readonly string[];
}

/** Items by verdict and label. An unknown verdict is no failure, and an item without a label is in no rate. */
export function confusionItems(items: Iterable<JudgedItem>): ConfusionItems {
  const lists = {
    truePositives: [] as string[],
    falsePositives: [] as string[],
    falseNegatives: [] as string[],
    trueNegatives: [] as string[],
    unknownSuccesses: [] as string[],
    unknownFailures: [] as string[],
    unlabelled: [] as string[],
  };
  for (const one of items) lists[placeOf(one)].push(one.item);
  return lists;
}

function placeOf({ verdict, label }: JudgedItem): keyof ConfusionItems {
  if (label === null) return 'unlabelled';
  if (verdict === 'unknown') return label === 'success' ? 'unknownSuccesses' : 'unknownFailures';
  if (verdict === 'success') return label === 'success' ? 'truePositives' : 'falsePositives';
  return label === 'success' ? 'falseNegatives' : 'trueNegatives';
}

/** How many items stand in each place. */
export function confusionCounts(items: ConfusionItems): JudgeCounts {
  return {
    truePositives: items.truePositives.length,
    falsePositives: items.falsePositives.length,
    falseNegatives: items.falseNegatives.length,
    trueNegatives: items.trueNegatives.length,
    unknownSuccesses: items.unknownSuccesses.length,
    unknownFailures: items.unknownFailures.length,
    unlabelled: items.unlabelled.length,
  };
}
