import { itemKeyText } from '../../domain/episode.js';
import type { Label, LabelPass } from '../../domain/scores/label.js';

/** What became of the labels of all people. Lists of items are text forms of keys, in order of first mention. */
export interface ResolvedLabels {
  readonly labels: ReadonlyMap<string, 'success' | 'failure'>;
  /** Items whose labellers did not all say the same, `unsure` left out; those with a majority are labelled nevertheless. */
  readonly disagreements: readonly string[];
  /** Disagreements without a majority, or all of them where none is to be resolved: not labelled. */
  readonly leftOut: readonly string[];
  /** Items of which everybody was unsure: not labelled. */
  readonly unsure: readonly string[];
}

/** What a third decided between people who disagreed. */
export interface Decision {
  readonly label: 'success' | 'failure';
  readonly labeller: string;
}

/**
 * One label for each item. `unsure` casts no vote; with `majority` more than half of the votes decide, with `leave-out` only
 * what all say. Of a person's blind and informed label the blind one counts, unless one pass is asked for: a judge is measured
 * against what people think who have not seen its verdict. Where a third has decided, that stands, whatever the votes are.
 *
 * @param options.decisions by text form of the item's key
 */
export function resolveLabels(
  given: readonly Label[],
  options: {
    readonly disagreements: 'majority' | 'leave-out';
    readonly pass?: LabelPass;
    readonly decisions?: ReadonlyMap<string, Decision>;
  },
): ResolvedLabels {
  const labels = new Map<string, 'success' | 'failure'>();
  const [disagreements, leftOut, unsure]: [string[], string[], string[]] = [[], [], []];
  const { decisions = new Map<string, Decision>(), pass } = options;
  for (const [item, votes] of votesOf(given, pass)) {
    const successes = votes.filter((vote) => vote === 'success').length;
    const failures = votes.filter((vote) => vote === 'failure').length;
    const decided = decisions.get(item);
    if (decided !== undefined) {
      if (successes > 0 && failures > 0) disagreements.push(item);
      labels.set(item, decided.label);
      continue;
    }
    if (successes + failures === 0) {
      unsure.push(item);
      continue;
    }
    const isSplit = successes > 0 && failures > 0;
    if (isSplit) disagreements.push(item);
    if (isSplit && (successes === failures || options.disagreements === 'leave-out')) leftOut.push(item);
    else labels.set(item, successes > failures ? 'success' : 'failure');
  }
  return { labels, disagreements, leftOut, unsure };
}

/** The labels of each item, one of each person. */
function votesOf(given: readonly Label[], pass: LabelPass | undefined): Map<string, Label['label'][]> {
  const byItem = new Map<string, Map<string, Label>>();
  for (const label of given) {
    if (pass !== undefined && label.pass !== pass) continue;
    const item = itemKeyText(label.key);
    const people = byItem.get(item) ?? new Map<string, Label>();
    byItem.set(item, people);
    // What was said before the verdict was shown is the person's own.
    if (people.get(label.labeller)?.pass !== 'blind') people.set(label.labeller, label);
  }
  return new Map([...byItem].map(([item, people]) => [item, [...people.values()].map(({ label }) => label)]));
}
