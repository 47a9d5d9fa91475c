import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';

/** Instruction in the prompt: the episode's, or each step's own. */
export type OdysseyLevel = 'high' | 'low';

/** Annotations that are questions of their own in training, in the order of the records; SD, DR and CI of the paper. */
export const ODYSSEY_ANNOTATIONS = ['description', 'intention', 'context'] as const;
export type OdysseyAnnotation = (typeof ODYSSEY_ANNOTATIONS)[number];

/** What a prompt shows of earlier steps. */
export const HISTORY_PARTS = ['actions', 'screenshots', 'context'] as const;
export type HistoryPart = (typeof HISTORY_PARTS)[number];

/** What a model is trained on: one file per split. */
export interface OdysseyTrainingSet {
  /** Instructions in its prompts; of both, first all records with the one, then all with the other. */
  readonly levels: readonly OdysseyLevel[];
  /** Questions in addition to that for the action; in the order of `ODYSSEY_ANNOTATIONS`. */
  readonly annotations: readonly OdysseyAnnotation[];
  /** In the order of `HISTORY_PARTS`. */
  readonly history: readonly HistoryPart[];
}

/** What the published converter shows of earlier steps. */
export const PUBLISHED_HISTORY: readonly HistoryPart[] = ['actions', 'screenshots'];

/** The six rows of the paper's Table 4, in its order. */
const TABLE_4: readonly (readonly HistoryPart[])[] = [
  [],
  ['actions'],
  ['screenshots'],
  ['context'],
  ['actions', 'screenshots'],
  ['actions', 'screenshots', 'context'],
];

/** The eight rows of the paper's Table 6, in its order. */
const TABLE_6: readonly (readonly OdysseyAnnotation[])[] = [
  [],
  ['description'],
  ['context'],
  ['intention'],
  ['intention', 'context'],
  ['description', 'intention'],
  ['description', 'context'],
  ['description', 'intention', 'context'],
];

/** Names of the paper's tables. */
const ABBREVIATIONS: Readonly<Record<string, OdysseyAnnotation>> = {
  sd: 'description',
  dr: 'intention',
  ci: 'context',
};

/** Sets of annotations that a text names: `description,context`, `none`, `all`, or `each` of Table 6. @throws {UserError} */
export function annotationSets(text: string, flag: string): readonly (readonly OdysseyAnnotation[])[] {
  if (text.trim() === 'each') return TABLE_6;
  return [namedParts(text, { flag, known: ODYSSEY_ANNOTATIONS, other: ABBREVIATIONS })];
}

/** Histories that a text names: `actions,context`, `none`, `all`, or `each` of Table 4. @throws {UserError} */
export function historySets(text: string, flag: string): readonly (readonly HistoryPart[])[] {
  if (text.trim() === 'each') return TABLE_4;
  return [namedParts(text, { flag, known: HISTORY_PARTS, other: {} })];
}

function namedParts<T extends string>(
  text: string,
  {
    flag,
    known,
    other,
  }: {
    readonly flag: string;
    readonly known: readonly T[];
    readonly other: Readonly<Record<string, T>>;
  },
): readonly T[] {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  if (words.length === 1 && words[0] === 'none') return [];
  if (words.length === 1 && words[0] === 'all') return known;
  const named = words.map((word) => {
    const found = known.find((one) => one === word) ?? other[word];
    if (found !== undefined) return found;
    throw new UserError(`${flag}: there is no ${JSON.stringify(word)}`, {
      hint: `${didYouMean(word, known)}It takes ${known.join(', ')}, separated by commas; or none, all, or each.`,
    });
  });
  return known.filter((one) => named.includes(one));
}

/**
 * Name of the training file of a split: the authors' own for what their converter writes, which spells semantic as here.
 */
export function trainingFileName(
  { levels, annotations, history }: OdysseyTrainingSet,
  split: string,
): string {
  const shown = isSame(history, PUBLISHED_HISTORY) ? [] : [`history-${partsName(history)}`];
  const isWhole = isSame(annotations, ODYSSEY_ANNOTATIONS);
  const asked = annotations.length === 0 ? [] : [isWhole ? 'sementic' : `sementic-${partsName(annotations)}`];
  return [levels.join('-'), ...shown, ...asked, `${split}_split.json`].join('_');
}

/** Name of the test file of a split. Where the context is shown, records hold it: the published ones do not. */
export function testFileName(level: OdysseyLevel, hasContext: boolean, split: string): string {
  return [level, ...(hasContext ? ['context'] : []), `${split}_split.json`].join('_');
}

function partsName(parts: readonly string[]): string {
  return parts.length === 0 ? 'none' : parts.join('-');
}

function isSame(parts: readonly string[], others: readonly string[]): boolean {
  return parts.length === others.length && parts.every((part) => others.includes(part));
}
