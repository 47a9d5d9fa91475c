import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { describeMisfit } from '../../domain/text/describe-misfit.js';
import type { Size } from '../../domain/geometry.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { AITW_TYPES, type AitwGesture } from './gestures/aitw-gesture.js';
import type { AitwElement } from './gestures/match-gestures.js';
import { FileSchemaError } from '../../formats/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { decodeUtf8, parseJson } from '../../formats/read-json-file.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { parseScreenId, screenIdAt } from '../stepwise/dataset-source.js';
import { findPicture, pictureFile, pictureHead } from '../stepwise/picture-file.js';
import { recordedAitw, type AitwEpisode, type AitwReading, type AitwSource } from './aitw-source.js';
import { aitwSubset, type AitwSubset } from './aitw-splits.js';
import { aitwTypeName, type AitwStep } from './aitw-step.js';

const pair = z.tuple([z.number(), z.number()]);

/** One step. Source: SeeClick repository, `aitw_test.py` and `action_matching.py`. */
const ConvertedStepSchema = z.object({
  /** Without folder and ending. */
  img_filename: z.string().min(1),
  goal: z.string(),
  action_type_id: z.int().refine((type) => aitwTypeName(type) !== undefined, {
    error: 'no action type of Android in the Wild',
  }),
  /** `click`, `scroll up` and so on for gestures. */
  action_type_text: z.string().default(''),
  /** Elements, four numbers each: y, x, height, width. */
  annot_position: z.array(z.number()).default([]),
  /** (x, y), unlike in the records. */
  touch: pair.nullish(),
  lift: pair.nullish(),
  type_text: z.string().nullish(),
  ep_id: z.union([z.string(), z.int()]).nullish(),
});
type ConvertedStep = z.infer<typeof ConvertedStepSchema>;

/** Episodes by dataset, each a list of steps. */
const ConversionSchema = z.record(z.string(), z.array(z.array(z.unknown())));

const MAX_BYTES = 256 * 1024 * 1024;
const PICTURE_FOLDERS = ['aitw_images', 'images', 'screenshots', '.'];

/** The finger's way in (x, y) for the words of the conversion. Source: SeeClick repository, `action_matching.py`. */
const SCROLLS: Readonly<
  Record<string, { readonly touch: [number, number]; readonly lift: [number, number] }>
> = {
  'scroll down': { touch: [0.5, 0.8], lift: [0.5, 0.2] },
  'scroll up': { touch: [0.5, 0.2], lift: [0.5, 0.8] },
  'scroll left': { touch: [0.2, 0.5], lift: [0.8, 0.5] },
  'scroll right': { touch: [0.8, 0.5], lift: [0.2, 0.5] },
};

interface Entry {
  readonly subset: AitwSubset;
  readonly steps: readonly unknown[];
  readonly path: readonly (string | number)[];
}

/** Names of JSON conversions in a folder. */
export function aitwConversions(names: readonly string[]): string[] {
  return names.filter((name) => /^aitw.*\.json$/.test(name));
}

export interface AitwConversionOptions {
  readonly dataDirectory: string;
  readonly subsets: readonly AitwSubset[];
  readonly signal: AbortSignal;
}

/**
 * Episodes of a JSON conversion: an object of datasets, each a list of episodes, each a list of steps. Pictures lie in
 * `aitw_images/`, `images/`, `screenshots/` or next to it.
 *
 * @throws {DatasetError} when the file as a whole cannot be read
 */
export async function openAitwConversion(
  file: string,
  { dataDirectory, subsets, signal }: AitwConversionOptions,
): Promise<AitwSource> {
  const bytes = await readBytes(file, { maxBytes: MAX_BYTES, signal });
  const hash = createHash('sha256').update(bytes).digest('hex');
  const read = entriesOf(parseJson(decodeUtf8(bytes, file), file), file, subsets);
  return new AitwConversion({ file, dataDirectory, hash, ...read });
}

class AitwConversion implements AitwSource {
  readonly hash: string;
  readonly count: number;
  readonly warnings: readonly string[];
  readonly #file: string;
  readonly #dataDirectory: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(conversion: {
    readonly file: string;
    readonly dataDirectory: string;
    readonly hash: string;
    readonly entries: ReadonlyMap<string, Entry>;
    readonly warnings: readonly string[];
  }) {
    this.#file = conversion.file;
    this.#dataDirectory = conversion.dataDirectory;
    this.#entries = conversion.entries;
    this.hash = conversion.hash;
    this.count = conversion.entries.size;
    this.warnings = conversion.warnings;
  }

  ids(): Iterable<string> {
    return this.#entries.keys();
  }

  async readBoth(id: string): Promise<AitwReading> {
    const { entry, steps } = this.#stepsOf(id);
    const [first] = steps;
    const place = { file: this.#file, path: entry.path };
    if (first === undefined) throw new FileSchemaError('the episode has no steps', { place });
    const ownSteps: AitwStep[] = [];
    const pictures: string[] = [];
    for (const [at, step] of steps.entries()) {
      const picture = await this.#find(step);
      pictures.push(picture);
      ownSteps.push({
        gesture: gestureOfStep(step, { file: this.#file, path: [...entry.path, at] }),
        text: step.type_text ?? '',
        elements: elementsOf(step),
        size: await sizeOfPicture(picture, this.#dataDirectory),
      });
    }
    const own: AitwEpisode = {
      id,
      subset: entry.subset,
      goal: first.goal,
      device: '',
      androidApi: null,
      steps: ownSteps,
      statedLength: null,
      place,
    };
    return { own, recorded: recordedAitw(own, (at, { size }) => this.#screenOf(id, at, size, pictures[at])) };
  }

  subsetOf(id: string): AitwSubset | null {
    return this.#entries.get(id)?.subset ?? null;
  }

  screen(id: string): Screen | null {
    const parts = parseScreenId(id);
    if (parts === null || !this.#entries.has(parts.episode)) return null;
    return this.#screenOf(parts.episode, parts.index, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #stepsOf(id: string): { readonly entry: Entry; readonly steps: readonly ConvertedStep[] } {
    const entry = this.#entries.get(id);
    const file = this.#file;
    if (entry === undefined) throw new DatasetError(`there is no episode ${id}`, { place: { file } });
    return { entry, steps: entry.steps.map((step, at) => readStep(step, file, [...entry.path, at])) };
  }

  #screenOf(id: string, at: number, size: Size | null, known?: string): Screen {
    const find = async (): Promise<string> => {
      const step = this.#stepsOf(id).steps[at];
      if (step !== undefined) return this.#find(step);
      throw new DatasetError(`episode ${id} has no screen ${at}`, { place: { file: this.#file } });
    };
    return {
      id: screenIdAt(id, at),
      size,
      activity: null,
      picture: pictureFile(this.#dataDirectory, () => known ?? find()),
      hierarchy: null,
    };
  }

  #find({ img_filename: name }: ConvertedStep): Promise<string> {
    const places = picturePlaces(this.#dataDirectory, name);
    return findPicture(this.#dataDirectory, places, join(this.#dataDirectory, 'aitw_images', `${name}.png`));
  }
}

function entriesOf(
  value: unknown,
  file: string,
  subsets: readonly AitwSubset[],
): { entries: Map<string, Entry>; warnings: string[] } {
  const parsed = ConversionSchema.safeParse(value);
  if (!parsed.success) {
    throw new FileSchemaError('the conversion is no object of lists of episodes', {
      place: { file },
      hint: 'It is {"general": [[step, …], …], "single": …}.',
    });
  }
  const entries = new Map<string, Entry>();
  const warnings: string[] = [];
  for (const [name, episodes] of Object.entries(parsed.data)) {
    const subset = aitwSubset(name);
    if (subset === null) {
      warnings.push(
        `${file} has episodes of "${name}", which Android in the Wild does not have; they are left out`,
      );
      continue;
    }
    if (!subsets.includes(subset)) continue;
    for (const [at, steps] of episodes.entries()) {
      const id = idOf(steps[0]) ?? `${subset}-${at}`;
      // Episodes are not numbered apart: the same one may stand in two lists.
      const free = entries.has(id) ? `${id}-${subset}-${at}` : id;
      entries.set(free, { subset, steps, path: [name, at] });
    }
  }
  return { entries, warnings };
}

function idOf(step: unknown): string | null {
  const id = typeof step === 'object' && step !== null && 'ep_id' in step ? step.ep_id : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function readStep(value: unknown, file: string, path: readonly (string | number)[]): ConvertedStep {
  const parsed = ConvertedStepSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new FileSchemaError(`a step is not valid: ${describeMisfit(value, parsed.error)}`, {
    place: { file, path },
    hint: 'docs/benchmarks/aitw.md lists the fields.',
  });
}

function gestureOfStep(
  { action_type_id: type, action_type_text: words, touch, lift }: ConvertedStep,
  place: { readonly file: string; readonly path: readonly (string | number)[] },
): AitwGesture {
  if (type !== AITW_TYPES.dualPoint) return { type, touch: [-1, -1], lift: [-1, -1] };
  const path = SCROLLS[words] ?? { touch, lift };
  if (path.touch === undefined || path.touch === null || path.lift === undefined || path.lift === null) {
    throw new FileSchemaError(`the gesture "${words}" has no touch and lift`, { place });
  }
  const [[x1, y1], [x2, y2]] = [path.touch, path.lift];
  return { type, touch: [y1, x1], lift: [y2, x2] };
}

function elementsOf({ annot_position: flat }: ConvertedStep): AitwElement[] {
  return Array.from({ length: Math.floor(flat.length / 4) }, (_, index): AitwElement => {
    const [y = 0, x = 0, height = 0, width = 0] = flat.slice(index * 4, index * 4 + 4);
    return [y, x, height, width];
  });
}

/** Names may hold a folder; the same file is searched without it too. */
function picturePlaces(dataDirectory: string, name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return PICTURE_FOLDERS.flatMap((folder) =>
    [join(dataDirectory, folder, ...parts), join(dataDirectory, folder, basename(name))].flatMap((file) => [
      `${file}.png`,
      file,
    ]),
  );
}

async function sizeOfPicture(file: string, within: string): Promise<Size> {
  const size = pictureSize(await pictureHead(file, within));
  if (size !== null) return size;
  throw new DatasetError('the screenshot is no PNG or JPEG', { place: { file } });
}
