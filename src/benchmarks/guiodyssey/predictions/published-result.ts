import { z } from 'zod';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import type { ListPath } from '../../../formats/inner-records.js';
import { rateText, type OdysseyScores } from '../match/odyssey-tally.js';
import { findOdysseySplit, type OdysseySplitName } from '../splits/odyssey-split.js';

/** Where the authors' result files keep the judged predictions. */
export const PUBLISHED_LISTS: readonly ListPath[] = [['metrics', 'pred']];

/**
 * What a result file of the published evaluator says of all its predictions together.
 *
 * Source: GUIOdyssey reference code, evaluator: `{dataset, model, metrics: {info, pred}}`.
 */
export interface PublishedResult {
  /** `high_random_split`. */
  readonly dataset: string | null;
  readonly split: OdysseySplitName | null;
  readonly level: 'high' | 'low' | null;
  readonly model: string | null;
  /** The numbers that were computed there. */
  readonly info: PublishedNumbers | null;
}

const NumbersSchema = z.object({
  AMS: z.number().optional(),
  SR: z.number().optional(),
  total: z.number().optional(),
  action_type: z.string().optional(),
  text: z.string().optional(),
});
type PublishedNumbers = z.infer<typeof NumbersSchema>;

/** @param beside what stands around the list, by dotted keys */
export function publishedResult(beside: ReadonlyMap<string, unknown>): PublishedResult {
  const text = (key: string): string | null => {
    const value = beside.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const dataset = text('dataset');
  const [, level, split] = /^(high|low)_(.+)_split$/.exec(dataset ?? '') ?? [];
  const info = NumbersSchema.safeParse(beside.get('metrics.info'));
  return {
    dataset,
    split: split === undefined ? null : (findOdysseySplit(split) ?? null),
    level: level === 'high' || level === 'low' ? level : null,
    model: text('model'),
    info: info.success && Object.keys(info.data).length > 0 ? info.data : null,
  };
}

/** A record whose own verdict is another one than reference mode gives. */
export interface OtherVerdict {
  readonly step: string;
  /** `yes type_correct`. */
  readonly published: string;
  readonly reference: string;
}

const SHOWN = 3;

/**
 * Whether the file's own numbers and verdicts are those computed here, for the user to see.
 *
 * @param scores in reference mode; null where the published code fails on these predictions
 */
export function publishedNotes(
  { info }: PublishedResult,
  scores: OdysseyScores | null,
  { count, listed }: { readonly count: number; readonly listed: readonly OtherVerdict[] },
): string[] {
  const named = listed
    .slice(0, SHOWN)
    .map(({ step, published, reference }) => `${step} (${published}, here ${reference})`);
  return given([
    info !== null && scores !== null && numbersNote(info, scores),
    count > 0 &&
      `${plural(count, 'record carries', 'records carry')} another verdict than reference mode gives: ${named.join(', ')}${count > SHOWN ? ', …' : ''}`,
  ]);
}

function numbersNote(info: PublishedNumbers, scores: OdysseyScores): string {
  const here: Required<PublishedNumbers> = {
    AMS: scores.ams ?? Number.NaN,
    SR: scores.sr ?? Number.NaN,
    total: scores.steps,
    action_type: rateText(scores.actionType) ?? '',
    text: rateText(scores.text) ?? '',
  };
  const told = Object.entries(info) as [keyof PublishedNumbers, number | string][];
  const wrong = told.filter(([key, value]) => here[key] !== value);
  if (wrong.length > 0) {
    const words = wrong.map(([key, value]) => `${key} ${value}, reference mode ${here[key]}`);
    return `the file says ${words.join('; ')}`;
  }
  const main = told.filter(([, value]) => typeof value === 'number');
  return `the file's own numbers are those of reference mode: ${main.map(([key, value]) => `${key} ${value}`).join(', ')}`;
}
