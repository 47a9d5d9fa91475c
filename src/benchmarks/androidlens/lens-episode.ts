import { showValue } from '../../domain/text/show-value.js';
import type { Box, Size } from '../../domain/geometry.js';
import { DatasetError, type FilePlace } from '../../errors.js';
import { findField, isRecord, type LensField, type LensMapping } from './field-mapping.js';
import { readMilestones, type LensMilestoneGroup } from './lens-milestones.js';
import { typeCodes } from './taxonomy/lens-taxonomy.js';
import {
  NoLensAction,
  readBoxes,
  readLensAction,
  type LensAction,
  type LensReading,
} from './read-lens-action.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type LensLanguage = (typeof LANGUAGES)[number];

/** Path of actions that were recorded, where nothing names it. */
const RECORDED = 'recorded';

/** An action that is right on a screen, for those who follow its path. */
export interface ValidAction extends Omit<LensAction, 'path'> {
  readonly path: string;
}

/** One recorded step: the screenshot, and what is right on it; the recorded action is the first. */
export interface LensStep {
  readonly index: number;
  /** Absolute path of the screenshot. */
  readonly picture: string;
  readonly size: Size;
  readonly valid: readonly [ValidAction, ...ValidAction[]];
  readonly stepInstruction: string | null;
  readonly anomaly: string | null;
}

/** A task of AndroidLens with its recorded steps. */
export interface LensEpisode {
  readonly id: string;
  readonly language: LensLanguage;
  readonly instruction: string;
  readonly types: readonly string[];
  readonly apps: readonly string[];
  /** Domains and kinds of interaction in the data's own words. */
  readonly domains: readonly string[];
  readonly interactionKinds: readonly string[];
  readonly steps: readonly LensStep[];
  readonly milestones: readonly LensMilestoneGroup[];
}

/** A file's JSON taken apart: facts of the episode, its recorded steps, and other valid ways. */
export interface RawEpisode {
  /** Where fields of the whole episode are searched. */
  readonly about: readonly unknown[];
  readonly steps: readonly Readonly<Record<string, unknown>>[];
  readonly others: readonly {
    readonly name: string;
    readonly steps: readonly Readonly<Record<string, unknown>>[];
  }[];
}

/** How an episode gets at its screenshots. */
export interface PictureFinder {
  /** Absolute path and size. @throws {DatasetError} when the picture is missing or is none */
  find(named: string | null, index: number): Promise<{ readonly file: string; readonly size: Size }>;
  /** Content of a picture as a hash, to recognise one screen in two trajectories. */
  hash(file: string): Promise<string>;
}

/**
 * The steps in a file: a list of them, lists of them (the first was recorded, the others are as valid), or an object that
 * holds either, or trajectories alone (the first was recorded).
 *
 * @throws {DatasetError} when there are none
 */
export function takeApart(json: unknown, mapping: LensMapping, place: FilePlace): RawEpisode {
  if (Array.isArray(json)) {
    const lists: unknown[] = json.every((entry) => Array.isArray(entry)) ? json : [json];
    const [steps = [], ...others] = lists.map((list, index) => stepsOf(list, place, index));
    if (steps.length === 0) throw new DatasetError('the episode has no steps', { place });
    return { about: [steps[0]], steps, others: named(others) };
  }
  if (!isRecord(json)) throw new DatasetError('an episode is a list of steps', { place });
  const found = findField(mapping, 'steps', [json]);
  const ways = findField(mapping, 'trajectories', [json])?.value;
  const lists = (Array.isArray(ways) ? ways : []).map((way: unknown, index) =>
    stepsOf(isRecord(way) ? (findField(mapping, 'steps', [way])?.value ?? []) : way, place, index + 1),
  );
  const [steps = [], ...others] = found === null ? lists : [stepsOf(found.value, place, 0), ...lists];
  if (steps.length === 0) {
    throw new DatasetError('the episode has no steps', {
      place,
      hint: `Looked for ${mapping.fields.steps.join(', ')}; a mapping file may name another key as "steps".`,
    });
  }
  return { about: [json, steps[0]], steps, others: named(others) };
}

function named(lists: RawEpisode['steps'][]): RawEpisode['others'] {
  return lists.map((steps, index) => ({ name: `path ${index + 2}`, steps }));
}

function stepsOf(list: unknown, place: FilePlace, at: number): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(list)) {
    throw new DatasetError('the steps of an episode are a list', { place: { ...place, path: [at] } });
  }
  return list.map((step: unknown, index) => {
    if (isRecord(step)) return step;
    throw new DatasetError('a step is an object', { place: { ...place, path: [index] } });
  });
}

export interface EpisodeSource {
  readonly id: string;
  readonly language: LensLanguage;
  readonly mapping: LensMapping;
  /** Units of positions and areas, decided. */
  readonly reading: Omit<LensReading, 'size'>;
  readonly pictures: PictureFinder;
  readonly place: FilePlace;
}

/**
 * An episode of the dataset as its mapping reads it.
 *
 * @throws {DatasetError} naming the step without an action or a screenshot
 */
export async function lensEpisode(json: unknown, source: EpisodeSource): Promise<LensEpisode> {
  const { id, language, mapping, place } = source;
  const raw = takeApart(json, mapping, place);
  const others = await byPicture(raw.others, source);
  const steps: LensStep[] = [];
  requireEveryStep(raw.steps, mapping, place);
  for (const [index, step] of inOrder(raw.steps, mapping).entries()) {
    const { file, size } = await pictureOf(step, index, source);
    const reading: LensReading = { ...source.reading, size };
    const at = { ...place, path: [index] };
    const [recorded, ...more] = validActions(step, RECORDED, { mapping, reading, place: at });
    if (recorded === undefined) throw missingAction(step, mapping, index, place);
    const elsewhere = others.size === 0 ? [] : (others.get(await source.pictures.hash(file)) ?? []);
    const ways = elsewhere.flatMap((other) =>
      validActions(other.step, other.name, { mapping, reading, place: at }),
    );
    const text = (field: LensField): string | null => {
      const value = findField(mapping, field, [step])?.value;
      return typeof value === 'string' && value !== '' ? value : null;
    };
    steps.push({
      index,
      picture: file,
      size,
      valid: [recorded, ...more, ...ways],
      stepInstruction: text('stepInstruction'),
      anomaly: anomalyOf(findField(mapping, 'anomaly', [step])?.value),
    });
  }
  const about = (field: LensField): unknown => findField(mapping, field, raw.about)?.value;
  const instruction = about('instruction');
  return {
    id,
    language,
    instruction: typeof instruction === 'string' ? instruction : '',
    types: typeCodes(about('types')),
    apps: texts(about('apps')),
    domains: texts(about('domains')),
    interactionKinds: texts(about('interactionKinds')),
    steps,
    milestones: readMilestones(about('milestones'), steps.length),
  };
}

/** A step that is missing would give those behind it the pictures of others. @throws {DatasetError} */
function requireEveryStep(steps: RawEpisode['steps'], mapping: LensMapping, place: FilePlace): void {
  const numbers = steps.map((step) => Number(findField(mapping, 'step', [step])?.value));
  if (!numbers.every(Number.isInteger)) return;
  const sorted = numbers.toSorted((a, b) => a - b);
  const wrong = sorted.findIndex((number, index) => index > 0 && number !== (sorted[index - 1] ?? 0) + 1);
  if (wrong < 0) return;
  const [before, at] = [sorted[wrong - 1], sorted[wrong]];
  throw new DatasetError(
    before === at ? `step ${at} is there twice` : `no step lies between step ${before} and step ${at}`,
    { place, hint: 'Repair the file, or map "step" to the field that numbers the steps.' },
  );
}

/** Steps by their own numbers where all have one, else as they stand. */
function inOrder(steps: RawEpisode['steps'], mapping: LensMapping): RawEpisode['steps'] {
  const numbers = steps.map((step) => Number(findField(mapping, 'step', [step])?.value));
  if (!numbers.every(Number.isInteger) || new Set(numbers).size !== numbers.length) return steps;
  return steps
    .map((step, index) => ({ step, number: numbers[index] ?? index }))
    .toSorted((a, b) => a.number - b.number)
    .map(({ step }) => step);
}

async function pictureOf(
  step: Readonly<Record<string, unknown>>,
  index: number,
  { mapping, pictures }: EpisodeSource,
): Promise<{ readonly file: string; readonly size: Size }> {
  const value = findField(mapping, 'screenshot', [step])?.value;
  return pictures.find(typeof value === 'string' && value !== '' ? value : null, index);
}

interface ActionContext {
  readonly mapping: LensMapping;
  readonly reading: LensReading;
  readonly place: FilePlace;
}

/**
 * Everything a step declares right: its action (several where it is a list), further ones, areas of the first. Empty where
 * it has no action.
 *
 * @throws {DatasetError} for an action that cannot be read
 */
export function validActions(
  step: Readonly<Record<string, unknown>>,
  path: string,
  { mapping, reading, place }: ActionContext,
): ValidAction[] {
  const found = findField(mapping, 'action', [step]);
  if (found === null) return [];
  // A name next to its arguments: the step itself is the action.
  const isBare =
    typeof found.value === 'string' && !found.value.includes('(') && !found.value.trim().startsWith('{');
  const own = isBare ? { ...step, action_type: found.value } : found.value;
  const further = findField(mapping, 'alternatives', [step])?.value;
  const areas = readBoxes(findField(mapping, 'boxes', [step])?.value, reading);
  const stepPath = findField(mapping, 'path', [step])?.value;
  const standard = typeof stepPath === 'string' || typeof stepPath === 'number' ? String(stepPath) : path;
  const list = [...listOf(own), ...(further === undefined ? [] : alternativesOf(further, reading))];
  const boxLists = list.filter((entry): entry is readonly Box[] => Array.isArray(entry)).flat();
  const actions = list.filter((entry) => !Array.isArray(entry));
  return actions.map((value, index): ValidAction => {
    const read = readLensAction(value, reading);
    if (read instanceof NoLensAction) {
      throw new DatasetError(`the action ${showValue(value)} cannot be read: ${read.reason}`, { place });
    }
    const boxes = isBare ? [] : read.boxes;
    return {
      action: read.action,
      boxes: index === 0 ? [...areas, ...boxes, ...boxLists] : boxes,
      path: isBare ? standard : (read.path ?? standard),
    };
  });
}

/** Alternatives are actions, or nothing but areas that may be touched as well. */
function alternativesOf(value: unknown, reading: LensReading): unknown[] {
  const boxes = readBoxes(value, reading);
  if (boxes.length > 0) return [boxes];
  return isRecord(value) && !('action' in value) && !('action_type' in value)
    ? Object.values(value).flatMap(listOf)
    : listOf(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function missingAction(
  step: Readonly<Record<string, unknown>>,
  mapping: LensMapping,
  index: number,
  place: FilePlace,
): DatasetError {
  return new DatasetError(`step ${index} has no action`, {
    place: { ...place, path: [index] },
    hint: `Looked for ${mapping.fields.action.join(', ')}; the step has ${Object.keys(step).join(', ')}. A mapping file may name another key as "action".`,
  });
}

/** Steps of other ways by the content of their screenshots. */
async function byPicture(
  others: RawEpisode['others'],
  source: EpisodeSource,
): Promise<ReadonlyMap<string, readonly { name: string; step: Readonly<Record<string, unknown>> }[]>> {
  const found = new Map<string, { name: string; step: Readonly<Record<string, unknown>> }[]>();
  for (const { name, steps } of others) {
    for (const [index, step] of inOrder(steps, source.mapping).entries()) {
      // The file name that a step's number gives belongs to the recorded way alone.
      const isNamed = findField(source.mapping, 'screenshot', [step]) !== null;
      if (!isNamed) {
        throw new DatasetError(`${name} does not say which screenshot its step ${index} is on`, {
          place: source.place,
        });
      }
      const { file } = await pictureOf(step, index, source);
      const key = await source.pictures.hash(file);
      found.set(key, [...(found.get(key) ?? []), { name, step }]);
    }
  }
  return found;
}

const ANOMALIES = ['ad', 'permission', 'login', 'update', 'network', 'captcha'] as const;

const NO_ANOMALY = ['', 'none', 'normal', 'no', 'false', '0', 'null', 'n/a'];

/**
 * The kind of an anomaly, `other` where it is none of the known ones; null where there is none. Of a list the first known
 * kind counts, of an object what it calls its type.
 */
export function anomalyOf(value: unknown): string | null {
  if (value === undefined || value === null || value === false || value === 0) return null;
  if (Array.isArray(value)) {
    const kinds = value.map(anomalyOf).filter((kind) => kind !== null);
    return kinds.find((kind) => kind !== 'other') ?? kinds[0] ?? null;
  }
  if (isRecord(value)) {
    const named = ['type', 'kind', 'name', 'anomaly', 'anomaly_type'].map((key) => value[key]);
    const found = named.find((one) => one !== undefined);
    return found === undefined && Object.keys(value).length > 0 ? 'other' : anomalyOf(found);
  }
  const word = typeof value === 'string' ? value.trim().toLowerCase() : 'other';
  if (NO_ANOMALY.includes(word)) return null;
  return ANOMALIES.find((kind) => word.startsWith(kind)) ?? 'other';
}

/** Texts of a list, or of one text with commas between them. */
export function texts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;、，]/) : [];
  return values
    .filter((one): one is string => typeof one === 'string')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
