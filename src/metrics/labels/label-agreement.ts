import type { EpisodeLabelPass } from '../../domain/scores/episode-label.js';
import type { MeasuredKappa } from '../../domain/scores/judge-measurement.js';
import { groupAgreement, type GroupAgreement } from '../judges/group-agreement.js';
import { measuredKappa } from '../judges/kappa-interval.js';
import { resolveEpisode, type CurrentLabels } from './current-labels.js';

/** How far two people agree on the episodes that both have labelled. */
export interface LabellerPair {
  readonly labellers: readonly [string, string];
  /** On success or failure, where neither is unsure. */
  readonly verdict: MeasuredKappa;
  /**
   * On the cause, where both say failure and give one of one set; for each set by itself, by its id. Together, that both have
   * chosen one set would count as agreement on the cause.
   */
  readonly causes: readonly { readonly set: string; readonly kappa: MeasuredKappa }[];
}

/** What one person says of an episode. */
interface Said {
  readonly label: string;
  readonly cause: string | null;
  readonly set: string | null;
}

/** How far people agree. */
export interface LabelAgreement {
  readonly labellers: readonly {
    readonly name: string;
    readonly labelled: number;
    readonly unsure: number;
  }[];
  readonly pairs: readonly LabellerPair[];
  /** Of all labellers together, over the episodes that all have labelled. */
  readonly group: GroupAgreement;
  /** Item key texts on which people disagree, and nobody has decided. */
  readonly disagreed: readonly string[];
}

/** Agreement of people in one pass. */
export function labelAgreement(
  labels: CurrentLabels,
  pass: Exclude<EpisodeLabelPass, 'adjudication'>,
): LabelAgreement {
  const byPerson = new Map<string, Map<string, Said>>();
  for (const [item, own] of labels) {
    for (const { labeller, label, cause, pass: given } of own) {
      if (given !== pass) continue;
      const list = byPerson.get(labeller) ?? new Map<string, Said>();
      list.set(item, { label, cause: cause?.cause ?? null, set: cause?.set ?? null });
      byPerson.set(labeller, list);
    }
  }
  const names = [...byPerson.keys()].toSorted();
  const of = (name: string, item: string): Said | undefined => byPerson.get(name)?.get(item);
  const pairs = names.flatMap((first, place) =>
    names.slice(place + 1).map((second): LabellerPair => {
      const both = [...labels.keys()].flatMap((item) => {
        const [one, other] = [of(first, item), of(second, item)];
        return one === undefined || other === undefined ? [] : [[one, other] as const];
      });
      const sure = both.filter((two) => two.every(({ label }) => label !== 'unsure'));
      return {
        labellers: [first, second],
        verdict: measuredKappa(
          sure.map(([one]) => one.label),
          sure.map(([, other]) => other.label),
        ),
        causes: causeAgreement(sure),
      };
    }),
  );
  const complete = [...labels.keys()].filter((item) => names.every((name) => of(name, item) !== undefined));
  return {
    labellers: names.map((name) => {
      const given = [...(byPerson.get(name)?.values() ?? [])];
      return { name, labelled: given.length, unsure: given.filter(({ label }) => label === 'unsure').length };
    }),
    pairs,
    group: groupAgreement(
      complete.map((item) => ({ item, verdicts: names.map((name) => verdictOf(of(name, item)?.label)) })),
    ),
    disagreed: [...labels]
      .filter(([, own]) => resolveEpisode(own).state === 'disagreed')
      .map(([item]) => item),
  };
}

function causeAgreement(both: readonly (readonly [Said, Said])[]): LabellerPair['causes'] {
  const bySet = new Map<string, { readonly ones: string[]; readonly others: string[] }>();
  for (const [one, other] of both) {
    if (one.set === null || one.set !== other.set || one.cause === null || other.cause === null) continue;
    const list = bySet.get(one.set) ?? { ones: [], others: [] };
    bySet.set(one.set, list);
    list.ones.push(one.cause);
    list.others.push(other.cause);
  }
  return [...bySet]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([set, { ones, others }]) => ({ set, kappa: measuredKappa(ones, others) }));
}

function verdictOf(label: string | undefined): 'success' | 'failure' | 'unknown' {
  return label === 'success' || label === 'failure' ? label : 'unknown';
}
