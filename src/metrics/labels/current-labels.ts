import { itemKeyText } from '../../domain/episode.js';
import type { EpisodeLabel } from '../../domain/scores/episode-label.js';

/** What holds of each episode: of every person and pass the label that was given last. */
export type CurrentLabels = ReadonlyMap<string, readonly EpisodeLabel[]>;

/** By item key text; labels in the order in which they were given, so that the last word of several is the last one. */
export function currentLabels(labels: readonly EpisodeLabel[]): CurrentLabels {
  const byItem = new Map<string, Map<string, EpisodeLabel>>();
  for (const label of labels) {
    const key = itemKeyText(label);
    const own = byItem.get(key) ?? new Map<string, EpisodeLabel>();
    const of = `${label.pass}\n${label.labeller}`;
    own.delete(of);
    own.set(of, label);
    byItem.set(key, own);
  }
  return new Map([...byItem].map(([key, own]) => [key, [...own.values()]]));
}

/** What an episode's labels come to. */
export interface ResolvedLabel {
  readonly state: 'agreed' | 'adjudicated' | 'disagreed' | 'unsure' | 'single';
  /** Null where people disagree and nobody has decided, or all are unsure. */
  readonly label: 'success' | 'failure' | null;
  /** The adjudicator's, else the one that most people gave; null where there is none, or as many gave another. */
  readonly cause: EpisodeLabel['cause'];
}

/** A label that decides between people. */
type DecidingLabel = EpisodeLabel & { readonly label: 'success' | 'failure' };

/** What somebody decided last where people disagreed; null where nobody did, or whoever was asked is unsure. */
export function decisionOf(labels: readonly EpisodeLabel[]): DecidingLabel | null {
  const isDecision = (one: EpisodeLabel): one is DecidingLabel =>
    one.pass === 'adjudication' && one.label !== 'unsure';
  return labels.findLast(isDecision) ?? null;
}

/** One person's judgement counts once: informed, where it was given, in the place of blind. */
export function resolveEpisode(labels: readonly EpisodeLabel[]): ResolvedLabel {
  const decided = decisionOf(labels);
  if (decided !== null) {
    return { state: 'adjudicated', label: decided.label, cause: decided.cause };
  }
  const sure = personLabels(labels).filter(({ label }) => label !== 'unsure');
  const values = new Set(sure.map(({ label }) => label));
  const [only] = values;
  if (only === undefined || only === 'unsure') return { state: 'unsure', label: null, cause: null };
  if (values.size > 1) return { state: 'disagreed', label: null, cause: null };
  return { state: sure.length === 1 ? 'single' : 'agreed', label: only, cause: commonCause(sure) };
}

/** Each person's judgement: informed, where it was given, in the place of blind; decisions between others are none. */
export function personLabels(labels: readonly EpisodeLabel[]): readonly EpisodeLabel[] {
  const byPerson = new Map<string, EpisodeLabel>();
  for (const pass of ['blind', 'informed'] as const) {
    for (const label of labels) if (label.pass === pass) byPerson.set(label.labeller, label);
  }
  return [...byPerson.values()];
}

function commonCause(labels: readonly EpisodeLabel[]): EpisodeLabel['cause'] {
  const counts = new Map<string, { readonly cause: EpisodeLabel['cause']; readonly count: number }>();
  for (const { cause } of labels) {
    if (cause === null) continue;
    const key = `${cause.set}\n${cause.cause}`;
    counts.set(key, { cause, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const [first, second] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return first === undefined || first.count === second?.count ? null : first.cause;
}
