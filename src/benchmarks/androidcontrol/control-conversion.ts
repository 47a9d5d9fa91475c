import { basename, join } from 'node:path';
import { z } from 'zod';
import { plural } from '../../domain/text/plural.js';
import { describeMisfit } from '../../domain/text/describe-misfit.js';
import type { Box, Size } from '../../domain/geometry.js';
import { BoxSchema } from '../../domain/coordinates/geometry-schemas.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import { FileSchemaError } from '../../formats/file-errors.js';
import { readJsonRecords } from '../../formats/json-records.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { actionOfConverted, ConvertedActionSchema, type ConvertedAction } from './control-action.js';
import { parseScreenId, screenIdAt } from '../stepwise/dataset-source.js';
import { findPicture, pictureFile, pictureHead } from '../stepwise/picture-file.js';
import type { ControlSource } from './control-source.js';
import type { ControlSplit } from './control-splits.js';

const ConvertedStepSchema = z.object({
  action_content: z.record(z.string(), z.unknown()),
  /** Path of the screen before the action; only its last part is used. */
  screenshot: z.string().min(1),
  step_instruction: z.string().nullish(),
  check_options: z
    .object({ candidate_bbox: z.array(BoxSchema).nullish() })
    .catchall(z.unknown())
    .nullish(),
});

/** One episode a line. Source: UI-S1 repository, `android_control_evaluation_std.jsonl`. */
const ConvertedEpisodeSchema = z.object({
  goal: z.string(),
  episode_id: z.union([z.int(), z.string()]).nullish(),
  steps: z.array(ConvertedStepSchema),
});
type ConvertedEpisode = z.infer<typeof ConvertedEpisodeSchema>;

/** The files hold no pictures; the public one has 3 MB. */
const MAX_BYTES = 256 * 1024 * 1024;
const PICTURE_FOLDERS = ['images', 'screenshots', '.'];
const SHOWN = 5;

/** JSON conversions among the names of a folder. */
export function controlConversions(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith('.jsonl'));
}

export interface ControlConversionOptions {
  readonly dataDirectory: string;
  readonly name: string;
  readonly split: ControlSplit;
  readonly signal: AbortSignal;
}

interface Entry {
  readonly line: number;
  readonly episode: ConvertedEpisode | DatasetError;
}

/**
 * Episodes of a JSON Lines conversion; pictures lie in `images/`, `screenshots/` or next to it.
 *
 * @throws {DatasetError} when the file cannot be read as JSON
 */
export async function openControlConversion({
  dataDirectory,
  name,
  split,
  signal,
}: ControlConversionOptions): Promise<ControlSource> {
  const file = join(dataDirectory, name);
  const { entries, repeated, hash } = await readConversion(file, split, signal);
  const screenOf = (episode: string, at: number, size: Size | null, known?: string): Screen => ({
    id: screenIdAt(episode, at),
    size,
    activity: null,
    picture: pictureFile(dataDirectory, () => known ?? pictureOf(episode, at)),
    hierarchy: null,
  });
  const pictureOf = async (episode: string, at: number): Promise<string> => {
    const found = entries.get(episode)?.episode;
    const step = found === undefined || found instanceof DatasetError ? undefined : found.steps[at];
    if (step === undefined)
      throw new DatasetError(`episode ${episode} has no screen ${at}`, { place: { file } });
    const name = basename(step.screenshot.replaceAll('\\', '/'));
    const places = PICTURE_FOLDERS.map((folder) => join(dataDirectory, folder, name));
    return findPicture(dataDirectory, places, join(dataDirectory, 'images', name));
  };
  const known = [...entries.keys(), ...[...(split.ids ?? [])].filter((id) => !entries.has(id))];
  return {
    hasTrees: false,
    hash,
    count: known.length,
    warnings:
      repeated.length === 0
        ? []
        : [
            `${plural(repeated.length, 'episode is', 'episodes are')} there more than once; the first counts: ${repeated.slice(0, SHOWN).join(', ')}`,
          ],
    ids: () => known,
    read: async (id) => {
      const entry = entries.get(id);
      if (entry === undefined) {
        throw new DatasetError(`no record is of episode ${id}`, {
          place: { file },
          hint: 'Is the conversion of this split?',
        });
      }
      if (entry.episode instanceof DatasetError) throw entry.episode;
      const screens: Screen[] = [];
      for (const at of entry.episode.steps.keys()) {
        const picture = await pictureOf(id, at);
        screens.push(screenOf(id, at, await sizeOfPicture(picture, dataDirectory), picture));
      }
      return recordedConversion(id, entry.episode, {
        place: { file, line: entry.line },
        subsets: split.subsetsOf(id),
        screens,
      });
    },
    screen: (id) => {
      const parts = parseScreenId(id);
      return parts === null || !entries.has(parts.episode)
        ? null
        : screenOf(parts.episode, parts.index, null);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function readConversion(
  file: string,
  split: ControlSplit,
  signal: AbortSignal,
): Promise<{ entries: Map<string, Entry>; repeated: string[]; hash: string }> {
  const entries = new Map<string, Entry>();
  const repeated: string[] = [];
  const tooLargeHint = 'Divide it, or use the TFRecord files.';
  const hash = await hashFile(file, { maxBytes: MAX_BYTES, tooLargeHint, signal });
  for await (const { value, line, record } of readJsonRecords(file, { signal })) {
    const parsed = ConvertedEpisodeSchema.safeParse(value);
    const id = idOf(value) ?? `record ${record}`;
    if (split.ids !== null && !split.ids.has(id)) continue;
    if (entries.has(id)) {
      repeated.push(id);
      continue;
    }
    entries.set(id, {
      line,
      episode: parsed.success
        ? parsed.data
        : new FileSchemaError(
            `record ${record} is no valid episode: ${describeMisfit(value, parsed.error)}`,
            { place: { file, line }, hint: 'docs/benchmarks/androidcontrol.md lists the fields.' },
          ),
    });
  }
  return { entries, repeated, hash };
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'episode_id' in value ? value.episode_id : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function recordedConversion(
  id: string,
  { goal, steps }: ConvertedEpisode,
  {
    place,
    subsets,
    screens,
  }: {
    readonly place: { readonly file: string; readonly line: number };
    readonly subsets: readonly string[];
    readonly screens: readonly Screen[];
  },
): RecordedEpisode {
  if (steps.length === 0) throw new FileSchemaError(`episode ${id} has no steps`, { place });
  return {
    id,
    instructions: { en: goal },
    apps: [],
    labels: subsets.length === 0 ? {} : { subset: subsets },
    steps: steps.flatMap((step, at): RecordedStep[] => {
      const screen = screens[at];
      if (screen === undefined) return [];
      const content = readContent(step, at, place);
      const candidates = boxesOf(step);
      return [
        {
          screen,
          action: actionOfConverted(content),
          summary: JSON.stringify(step.action_content),
          ...(candidates.length === 0 ? {} : { candidates }),
          ...(typeof step.step_instruction === 'string' ? { stepInstruction: step.step_instruction } : {}),
        },
      ];
    }),
    place,
  };
}

/** What the check says of the action completes the action: the direction of a swipe stands only there. */
function readContent(
  { action_content: content, check_options: check }: ConvertedEpisode['steps'][number],
  at: number,
  place: { readonly file: string; readonly line: number },
): ConvertedAction {
  const whole = {
    ...(check?.['action'] === content['action'] ? check : {}),
    ...Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null)),
  };
  const parsed = ConvertedActionSchema.safeParse(whole);
  if (parsed.success) return parsed.data;
  throw new FileSchemaError(
    `step ${at} has no action of AndroidControl: ${JSON.stringify(content).slice(0, 120)}: ${describeMisfit(whole, parsed.error)}`,
    { place, hint: 'docs/benchmarks/androidcontrol.md lists the actions.' },
  );
}

function boxesOf({
  action_content: content,
  check_options: check,
}: ConvertedEpisode['steps'][number]): Box[] {
  const own = BoxSchema.safeParse(content['bbox']);
  return [...(check?.candidate_bbox ?? []), ...(own.success ? [own.data] : [])];
}

async function sizeOfPicture(file: string, within: string): Promise<Size> {
  const bytes = await pictureHead(file, within);
  const size = pictureSize(bytes);
  if (size !== null) return size;
  throw new DatasetError(
    pictureMediaType(bytes) === null
      ? 'the screenshot is no PNG or JPEG'
      : 'the screenshot does not tell its size',
    { place: { file } },
  );
}
