import { createHash } from 'node:crypto';
import { given } from '../../domain/given.js';
import { plural } from '../../domain/text/plural.js';
import type { PointSpace } from '../../domain/geometry.js';
import type { Action } from '../../domain/action.js';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import { DatasetError } from '../../errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { parseJson } from '../../formats/read-json-file.js';
import { findField, type LensField, type LensMapping } from './field-mapping.js';
import { takeApart, texts, validActions } from './lens-episode.js';
import { domainNamed } from './taxonomy/lens-domains.js';
import { interactionNamed } from './taxonomy/lens-interactions.js';
import { picturesOf, type LensEntry } from './lens-folder.js';
import { isKnownType, typeCodes } from './taxonomy/lens-taxonomy.js';
import type { LensReading } from './read-lens-action.js';

/** Largest annotation file that is read. */
export const MAX_ANNOTATION = 32 * 1024 * 1024;
const ABOUT: readonly LensField[] = [
  'instruction',
  'types',
  'apps',
  'domains',
  'milestones',
  'interactionKinds',
];
const OF_STEPS: readonly LensField[] = [
  'action',
  'screenshot',
  'stepInstruction',
  'alternatives',
  'boxes',
  'anomaly',
];
const SHOWN_KEYS = 20;

/** What one pass over all annotations found. */
export interface LensSurvey {
  /** SHA-256 over the annotations of the chosen episodes and the mapping. */
  readonly dataHash: string;
  readonly reading: Omit<LensReading, 'size'>;
  /** What could not be mapped, and what was guessed, for the user to see. */
  readonly warnings: readonly string[];
  readonly episodes: number;
  readonly steps: number;
}

/**
 * Reads every annotation once: which fields are there by which keys, and what the numbers mean. Keeps nothing of them but
 * counts.
 *
 * @throws {DatasetError} when no step has an action, or no episode a screenshot: nothing can be scored then
 */
export async function surveyLens(
  entries: readonly LensEntry[],
  mapping: LensMapping,
  { dataDirectory, signal }: { readonly dataDirectory: string; readonly signal: AbortSignal },
): Promise<LensSurvey> {
  const hash = createHash('sha256');
  const found = new Map<string, number>();
  const unknownTypes = new Map<string, number>();
  const unknownNames = new Map<string, number>();
  const unknownLabels = new Map<string, number>();
  const keys = new Set<string>();
  const points = new Numbers();
  const boxes = new Numbers();
  const counts = { episodes: 0, steps: 0, pictures: 0, broken: 0 };
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  const reading: LensReading = { ...mapping, space: 'pixel', boxSpace: 'pixel', size: null };
  let height = 0;

  for (const entry of entries) {
    signal.throwIfAborted();
    const bounds = { maxBytes: MAX_ANNOTATION, within: dataDirectory, signal };
    const bytes = await readBytes(entry.file, bounds).catch(() => null);
    hash.update(`${entry.language}/${entry.id}\n`);
    hash.update(bytes === null ? 'missing' : createHash('sha256').update(bytes).digest('hex'));
    if (bytes === null) {
      counts.broken += 1;
      continue;
    }
    try {
      const place = { file: entry.file };
      const raw = takeApart(parseJson(new TextDecoder().decode(bytes), entry.file), mapping, place);
      counts.episodes += 1;
      for (const field of ABOUT) if (findField(mapping, field, raw.about) !== null) count(found, field);
      for (const code of unknownTypesOf(raw.about, mapping)) count(unknownTypes, code);
      for (const label of unknownLabelsOf(raw.about, mapping)) count(unknownLabels, label);
      for (const step of [...raw.steps, ...raw.others.flatMap(({ steps }) => steps)]) {
        counts.steps += 1;
        for (const key of Object.keys(step)) if (keys.size < SHOWN_KEYS * 2) keys.add(key);
        for (const field of OF_STEPS) if (findField(mapping, field, [step]) !== null) count(found, field);
        const actions = quietly(() => validActions(step, '', { mapping, reading, place }));
        for (const { action, boxes: areas } of actions) {
          collect(action, points);
          for (const box of areas) boxes.add(...box);
          if (action.type === 'foreign') count(unknownNames, action.native.name ?? '');
        }
      }
      const first = findField(mapping, 'screenshot', [raw.steps[0]])?.value;
      const name = typeof first === 'string' ? first : null;
      const { size } = await picturesOf(entry, dataDirectory).find(name, 0);
      counts.pictures += 1;
      height = Math.max(height, size.height, size.width);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      // Reading the episode for a run meets the same error, and voids it with the reason.
      counts.broken += 1;
    }
  }
  hash.update(canonicalJson(mapping));
  refuseUnusable(found, counts, keys, entries);
  const spaces = spacesOf(mapping, { points, boxes, height });
  const warnings = given([
    ...guessWarnings(mapping, { ...spaces, points, boxes }),
    ...missingWarnings(found, counts),
    ...unknownWarnings({ unknownTypes, unknownLabels, unknownNames }),
    brokenWarning(counts.broken, entries.length),
  ]);
  const { boxOrder, scroll } = mapping;
  return {
    dataHash: hash.digest('hex'),
    reading: { ...spaces, boxOrder, scroll },
    warnings,
    episodes: counts.episodes,
    steps: counts.steps,
  };
}

/** Type codes that the paper does not have. */
function unknownTypesOf(about: readonly unknown[], mapping: LensMapping): string[] {
  return typeCodes(findField(mapping, 'types', about)?.value).filter((code) => !isKnownType(code));
}

/** Domains and kinds of interaction that the data name in words of their own. */
function unknownLabelsOf(about: readonly unknown[], mapping: LensMapping): string[] {
  const [domains, kinds] = (['domains', 'interactionKinds'] as const).map((field) =>
    texts(findField(mapping, field, about)?.value),
  );
  return [
    ...(domains ?? []).filter((domain) => domainNamed(domain) === null),
    ...(kinds ?? []).filter((kind) => interactionNamed(kind) === null),
  ];
}

/** What the data name that the paper does not have, by kind. */
function unknownWarnings({
  unknownTypes,
  unknownLabels,
  unknownNames,
}: Readonly<
  Record<'unknownTypes' | 'unknownLabels' | 'unknownNames', ReadonlyMap<string, number>>
>): string[] {
  return [
    ...listed(unknownTypes, 'type codes that the paper does not have, tabled as "other"'),
    ...listed(
      unknownLabels,
      'domains and kinds of interaction that the paper does not have, tabled as "other"',
    ),
    ...listed(
      unknownNames,
      'actions that the action space does not know; nothing but themselves matches them',
    ),
  ];
}

function brokenWarning(broken: number, entries: number): string | false {
  return (
    broken !== 0 &&
    `${broken} of ${plural(entries, 'episode')} cannot be read, and ${broken === 1 ? 'is' : 'are'} voided`
  );
}

function spacesOf(
  { coordinates, boxCoordinates }: LensMapping,
  { points, boxes, height }: { readonly points: Numbers; readonly boxes: Numbers; readonly height: number },
): Pick<LensReading, 'space' | 'boxSpace'> {
  const space = decided(coordinates, points, height);
  if (boxCoordinates === 'same' && boxes.largest > 1) return { space, boxSpace: space };
  return { space, boxSpace: decided(boxCoordinates === 'same' ? 'guess' : boxCoordinates, boxes, height) };
}

/** Coordinates seen so far, by their largest. */
class Numbers {
  largest = 0;
  count = 0;
  areWhole = true;

  add(...values: readonly number[]): void {
    for (const value of values) {
      this.count += 1;
      this.largest = Math.max(this.largest, value);
      this.areWhole &&= Number.isInteger(value);
    }
  }
}

function collect(action: Action, points: Numbers): void {
  if ((action.type === 'tap' || action.type === 'long_press') && action.target.type === 'point') {
    points.add(action.target.point.x, action.target.point.y);
  }
  if (action.type !== 'swipe') return;
  for (const point of [action.from, action.to]) if (point !== undefined) points.add(point.x, point.y);
}

/** Within 0–1: shares. Beyond 1000, or on screens no larger than that: pixels. Else 0–1000. */
function decided(
  given: LensMapping['coordinates'],
  { largest, areWhole, count }: Numbers,
  height: number,
): PointSpace {
  if (given !== 'guess') return given;
  if (count > 0 && largest <= 1 && !(areWhole && largest === 0)) return 'unit';
  return largest > 1000 || height <= 1000 ? 'pixel' : 'permille';
}

function quietly<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof DatasetError) return [];
    throw error;
  }
}

interface Counts {
  readonly episodes: number;
  readonly steps: number;
  readonly pictures: number;
}

function refuseUnusable(
  found: ReadonlyMap<string, number>,
  counts: Counts,
  keys: ReadonlySet<string>,
  [first]: readonly LensEntry[],
): void {
  if (counts.episodes === 0) return;
  const place = first === undefined ? {} : { place: { file: first.file } };
  const seen = [...keys].slice(0, SHOWN_KEYS).join(', ');
  if ((found.get('action') ?? 0) === 0) {
    throw new DatasetError('no step has an action that could be mapped, so nothing can be scored', {
      ...place,
      hint: `Steps have the keys ${seen}. Name the one with the action in a mapping file: {"formatVersion": 1, "fields": {"action": ["…"]}}, with --benchmark-option mapping=FILE.`,
    });
  }
  if (counts.pictures === 0) {
    throw new DatasetError('no episode has its screenshots, so nothing can be scored', {
      ...place,
      hint: `Steps have the keys ${seen}; screenshots are looked for by "screenshot" of the mapping, and as <episode>_<step>.png next to the annotation.`,
    });
  }
}

function guessWarnings(
  mapping: LensMapping,
  guess: { space: PointSpace; boxSpace: PointSpace; points: Numbers; boxes: Numbers },
): string[] {
  const said: string[] = [];
  const sentence = (what: string, space: PointSpace, { largest }: Numbers, entry: string): string =>
    `${what} are taken for ${space} (the largest is ${Number(largest.toFixed(3))}); a mapping file may say "${entry}"`;
  if (mapping.coordinates === 'guess' && guess.points.count > 0) {
    said.push(sentence('positions', guess.space, guess.points, 'coordinates'));
  }
  const isGuessed = mapping.boxCoordinates === 'guess' || mapping.boxCoordinates === 'same';
  if (
    isGuessed &&
    guess.boxes.count > 0 &&
    (mapping.boxCoordinates === 'guess' || guess.boxSpace !== guess.space)
  ) {
    said.push(sentence('areas', guess.boxSpace, guess.boxes, 'boxCoordinates'));
  }
  return said;
}

/** What no episode or step has, and what some lack. */
function missingWarnings(found: ReadonlyMap<string, number>, { episodes, steps }: Counts): string[] {
  const said: string[] = [];
  const nowhere = [...ABOUT, ...OF_STEPS].filter(
    (field) => field !== 'screenshot' && (found.get(field) ?? 0) === 0,
  );
  if (nowhere.length > 0)
    said.push(`not found under any known key: ${nowhere.join(', ')}; see the mapping file`);
  const partly = [
    ...['instruction', 'types'].map((field) => ({
      field,
      has: found.get(field) ?? 0,
      of: episodes,
      what: 'episodes',
    })),
    ...['action', 'stepInstruction'].map((field) => ({
      field,
      has: found.get(field) ?? 0,
      of: steps,
      what: 'steps',
    })),
  ];
  for (const { field, has, of, what } of partly) {
    if (has > 0 && has < of)
      said.push(`${of - has} of ${of} ${what} ${of - has === 1 ? 'has' : 'have'} no ${field}`);
  }
  return said;
}

function listed(counts: ReadonlyMap<string, number>, what: string): string[] {
  if (counts.size === 0) return [];
  const names = [...counts].map(([name, count]) => `${name} (${count})`);
  return [`${what}: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`];
}
