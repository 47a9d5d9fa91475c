import type { MeasuredKappa, MeasuredShare } from '../../domain/scores/judge-measurement.js';
import type { JudgedItem } from './confusion.js';
import { measuredFleissKappa } from './fleiss-kappa.js';
import { measuredKappa } from './kappa-interval.js';
import { measuredShare } from './measured-share.js';

/** The verdicts of several judges on one item, in the same order for each item. */
export interface GroupVerdicts {
  readonly item: string;
  readonly verdicts: readonly JudgedItem['verdict'][];
}

/** How far the members of a group of judges agree. */
export interface GroupAgreement {
  /** Items on which all say success or failure, and the same. Of items on which nobody's verdict is unknown. */
  readonly unanimous: MeasuredShare;
  /** Items with an unknown verdict: in no number here but pairs of other judges. */
  readonly incomplete: readonly string[];
  /** Items, unknown verdicts left out, on which as many say success as failure. */
  readonly ties: readonly string[];
  /** Agreement beyond chance of all judges together, over the items of `unanimous`; no value where chance agrees fully. */
  readonly fleiss: MeasuredKappa;
  /** Cohen's kappa of each two judges, by their places, over items on which neither's verdict is unknown. */
  readonly pairs: readonly { readonly judges: readonly [number, number]; readonly kappa: MeasuredKappa }[];
}

/**
 * Agreement of a group of judges.
 *
 * Source: Cohen 1960 for pairs; see `measuredFleissKappa` for all together.
 */
export function groupAgreement(items: readonly GroupVerdicts[]): GroupAgreement {
  const judges = Math.max(0, ...items.map(({ verdicts }) => verdicts.length));
  const complete = items.filter(({ verdicts }) => !verdicts.includes('unknown'));
  const unanimous = complete.filter(({ verdicts }) => new Set(verdicts).size === 1);
  const isTie = ({ verdicts }: GroupVerdicts): boolean => {
    const successes = countOf(verdicts, 'success');
    return successes > 0 && successes === countOf(verdicts, 'failure');
  };
  const pairs = Array.from({ length: judges }, (_, first) =>
    Array.from({ length: judges - first - 1 }, (__, offset) => [first, first + 1 + offset] as const),
  ).flat();
  return {
    unanimous: measuredShare(unanimous.length, complete.length),
    incomplete: items.filter(({ verdicts }) => verdicts.includes('unknown')).map(({ item }) => item),
    ties: items.filter(isTie).map(({ item }) => item),
    fleiss: measuredFleissKappa(
      complete.map(({ verdicts }) => countOf(verdicts, 'success')),
      judges,
    ),
    pairs: pairs.map(([first, second]) => {
      const both = items
        .map(({ verdicts }) => [verdicts[first] ?? 'unknown', verdicts[second] ?? 'unknown'] as const)
        .filter((two) => !two.includes('unknown'));
      const kappa = measuredKappa(
        both.map(([one]) => one),
        both.map(([, other]) => other),
      );
      return { judges: [first, second], kappa };
    }),
  };
}

function countOf(verdicts: readonly string[], word: string): number {
  return verdicts.filter((verdict) => verdict === word).length;
}
