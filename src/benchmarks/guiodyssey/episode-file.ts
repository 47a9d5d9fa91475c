import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { readJsonFile, readTextFile } from '../../formats/read-json-file.js';
import { mayHoldWholeFloats, wholeFloatsOf } from './whole-floats.js';

const coordinates = z.array(z.number());

/** One step as GUIOdyssey stores it; positions are 0–1000 per axis. */
export const OdysseyStepSchema = z.object({
  step: z.int(),
  /** File name of the screen before the action. */
  screenshot: z.string().min(1),
  action: z.string(),
  /** A key's name, a text, or a list of points. */
  info: z.union([z.string(), z.array(coordinates)]),
  ps: z.unknown().optional(),
  description: z.string().default(''),
  intention: z.string().default(''),
  context: z.string().default(''),
  low_level_instruction: z.string().default(''),
  /** `[x1, y1, x2, y2]` of the touched element, empty where there is none. */
  sam2_bbox: coordinates.default([]),
});
/** @property wholeFloats numbers that the file writes as `500.0`, by their path within the step: `info.0.1` */
export type OdysseyStep = z.infer<typeof OdysseyStepSchema> & { wholeFloats?: ReadonlySet<string> };

/** One recorded episode. Source: GUIOdyssey repository, data description. */
export const OdysseyEpisodeSchema = z.object({
  episode_id: z.string().min(1),
  device_info: z.object({
    product: z.string().optional(),
    release_version: z.string().optional(),
    sdk_version: z.string().optional(),
    h: z.int().positive(),
    w: z.int().positive(),
    device_name: z.string(),
  }),
  task_info: z.object({
    category: z.string(),
    app: z.array(z.string()).default([]),
    meta_task: z.string().default(''),
    task: z.string().default(''),
    instruction: z.string(),
  }),
  step_length: z.int().nonnegative(),
  steps: z.array(OdysseyStepSchema),
});
export type OdysseyEpisode = Omit<z.infer<typeof OdysseyEpisodeSchema>, 'steps'> & { steps: OdysseyStep[] };

/** Most bytes of one annotation file; the public ones have some 20 kB. */
export const MAX_ANNOTATION_BYTES = 16 * 1024 * 1024;

/**
 * @param options.annotations whether descriptions, intentions and contexts are wanted; else they are empty. Yes unless given.
 * @param options.within folder that the file must lie in, where data name it
 * @throws {DatasetError} naming file, line and path when the file is missing or of another shape */
export async function readOdysseyEpisode(
  file: string,
  {
    annotations = true,
    within,
    signal,
  }: { readonly annotations?: boolean; readonly within?: string; readonly signal: AbortSignal },
): Promise<OdysseyEpisode> {
  const decodeTexts = (episode: OdysseyEpisode, decoded: (stored: string) => string): void => {
    if (!annotations) dropAnnotations(episode);
    decodeEpisode(episode, decoded);
  };
  const bounds = { maxBytes: MAX_ANNOTATION_BYTES, within, signal };
  let mayHoldFloats = false;
  const inspect = (bytes: Buffer): void => {
    mayHoldFloats = mayHoldWholeFloats(bytes);
  };
  const episode: OdysseyEpisode = await readJsonFile(file, OdysseyEpisodeSchema, {
    ...bounds,
    decodeTexts,
    inspect,
  });
  if (!annotations) dropAnnotations(episode);
  if (!mayHoldFloats) return episode;
  for (const [index, paths] of wholeFloatsOf(await readTextFile(file, bounds))) {
    const step = episode.steps[index];
    if (step !== undefined) step.wholeFloats = paths;
  }
  return episode;
}

function dropAnnotations({ steps }: OdysseyEpisode): void {
  for (const step of steps) {
    step.description = '';
    step.intention = '';
    step.context = '';
  }
}

function decodeEpisode(episode: OdysseyEpisode, decoded: (stored: string) => string): void {
  const { device_info: device, task_info: task } = episode;
  episode.episode_id = decoded(episode.episode_id);
  for (const key of ['product', 'release_version', 'sdk_version'] as const) {
    const text = device[key];
    if (text !== undefined) device[key] = decoded(text);
  }
  device.device_name = decoded(device.device_name);
  task.category = decoded(task.category);
  task.app = task.app.map(decoded);
  task.meta_task = decoded(task.meta_task);
  task.task = decoded(task.task);
  task.instruction = decoded(task.instruction);
  for (const step of episode.steps) {
    step.screenshot = decoded(step.screenshot);
    step.action = decoded(step.action);
    if (typeof step.info === 'string') step.info = decoded(step.info);
    if (step.ps !== '') step.ps = decodedValue(step.ps, decoded);
    step.description = decoded(step.description);
    step.intention = decoded(step.intention);
    step.context = decoded(step.context);
    step.low_level_instruction = decoded(step.low_level_instruction);
  }
}

/** Any JSON value; the file nests no deeper than a reader can follow. */
function decodedValue(value: unknown, decoded: (stored: string) => string): unknown {
  if (typeof value === 'string') return decoded(value);
  if (Array.isArray(value)) return value.map((entry) => decodedValue(entry, decoded));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [decoded(key), decodedValue(entry, decoded)]),
  );
}

/** Annotation files of a data folder in the order of their names; nothing of them is read. */
export async function listAnnotations(dataDirectory: string): Promise<string[]> {
  const folder = join(dataDirectory, 'annotations');
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json')).toSorted();
  } catch (error) {
    throw new FileUnreadableError('the folder of annotations cannot be read', {
      place: { file: folder },
      hint: 'Name the folder that holds annotations/, screenshots/ and splits/ with --data.',
      cause: error,
    });
  }
}

/**
 * Where screenshots lie: in one folder, or in folders below it as they are downloaded. The folder below is found once per
 * name and kept.
 */
export class ScreenshotFolder {
  readonly #root: string;
  #below: Promise<readonly string[]> | null = null;
  readonly #found = new Map<string, string>();

  constructor(dataDirectory: string) {
    this.#root = join(dataDirectory, 'screenshots');
  }

  /** Path of a screenshot; the place where it should be when it is nowhere. */
  async find(name: string): Promise<string> {
    const direct = join(this.#root, name);
    const episode = name.slice(0, Math.max(name.lastIndexOf('_'), 0));
    const known = this.#found.get(episode);
    if (known !== undefined) return join(known, name);
    for (const folder of [this.#root, ...(await this.#folders())]) {
      const file = join(folder, name);
      if (await exists(file)) {
        if (this.#found.size < MAX_KNOWN) this.#found.set(episode, folder);
        return file;
      }
    }
    return direct;
  }

  #folders(): Promise<readonly string[]> {
    this.#below ??= readdir(this.#root, { withFileTypes: true })
      .then((entries) =>
        entries.filter((entry) => entry.isDirectory()).map((entry) => join(this.#root, entry.name)),
      )
      .catch(() => []);
    return this.#below;
  }
}

const MAX_KNOWN = 100_000;

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
