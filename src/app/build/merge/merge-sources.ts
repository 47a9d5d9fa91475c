import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { handRecordingMaterial } from '../../../builder/material/hand-recording-material.js';
import { leaveOutBrokenPictures } from '../../../builder/material/leave-out-broken.js';
import type { Material } from '../../../builder/material/material.js';
import { isPhoneLog, phoneLogMaterial } from '../../../builder/material/phone-log-material.js';
import { surveyMaterial } from '../../../builder/material/survey-material.js';
import { trajectoryMaterial, type NamedTrajectory } from '../../../builder/material/trajectory-material.js';
import { itemKeyText } from '../../../domain/episode.js';
import { TouchstoneError, UserError } from '../../../errors.js';
import { isHandRecording, readHandRecording } from '../../../formats/recording/read-hand-recording.js';
import { readEpisodes } from '../../../formats/run/read-episodes.js';
import { indexRun } from '../../../formats/run/run-index.js';
import { isSurvey } from '../../../formats/survey/read-survey.js';
import { readObservedTrajectories } from '../../../formats/trajectories/read-observed-trajectories.js';
import type { RecordedPart } from '../../record/recorded-suite.js';
import { openRunBenchmark } from '../../run/run-benchmark.js';

/** What a source holds. */
export interface MergeSource {
  readonly material: Material;
  /** The recording that it is, where a person made it by hand. */
  readonly recorded: Omit<RecordedPart, 'first'> | null;
}

/**
 * A source of any kind, without pictures that are broken; of a recording made by hand with the task that it shows.
 *
 * @throws {UserError} for a path that is none
 */
export async function readMergeSource(
  path: string,
  options: { readonly data: string | null; readonly signal: AbortSignal },
): Promise<MergeSource> {
  if (!isHandRecording(path)) {
    const seen = await sourceMaterial(path, options);
    return { material: await leaveOutBrokenPictures(path, seen, options), recorded: null };
  }
  const recording = await readHandRecording(path, options);
  const material = await leaveOutBrokenPictures(path, await handRecordingMaterial(recording), options);
  const name = basename(dirname(recording.file));
  // Where nothing was done, there is no task.
  return { material, recorded: recording.steps.length === 0 ? null : { recording, material, name } };
}

/**
 * What was seen, whatever recorded it: a survey, a phone's log, a run, or a file of observed trajectories (or the folder with one).
 *
 * @throws {UserError} for a path that is none of these
 */
async function sourceMaterial(
  path: string,
  { data, signal }: { readonly data: string | null; readonly signal: AbortSignal },
): Promise<Material> {
  if (!existsSync(path)) throw new UserError(`there is nothing at ${path}`, { hint: SOURCES });
  if (statSync(path).isFile()) return trajectoryMaterial(trajectoriesOf(path, signal), { signal });
  if (await isSurvey(path)) return surveyMaterial(path, { signal });
  if (await isPhoneLog(path)) return phoneLogMaterial(path, { signal });
  const names = readdirSync(path);
  if (names.some((name) => /^journal-.*\.jsonl$/.test(name))) return runMaterial(path, { data, signal });
  const [file, ...others] = names.filter((name) => name.endsWith('.jsonl'));
  if (file !== undefined && others.length === 0) {
    return trajectoryMaterial(trajectoriesOf(join(path, file), signal), { signal });
  }
  throw new UserError(`${path} is nothing that a world can be made of`, { hint: SOURCES });
}

const SOURCES =
  'Name a survey, a recording made by hand, the log of a phone, a run, or a file of observed trajectories (docs/building/merge.md).';

async function* trajectoriesOf(file: string, signal: AbortSignal): AsyncGenerator<NamedTrajectory> {
  for await (const line of readObservedTrajectories(file, { signal })) {
    if (line.type === 'broken') throw line.error;
    yield { name: `${basename(file)} ${itemKeyText(line.key)}`, trajectory: line.trajectory };
  }
}

/** The complete episodes of a run. Screens of a recorded world are looked up there; without it their contents are missing. */
async function runMaterial(
  directory: string,
  { data, signal }: { readonly data: string | null; readonly signal: AbortSignal },
): Promise<Material> {
  const warnings: string[] = [];
  const index = await indexRun(directory, { signal });
  const benchmark = await openRunBenchmark(directory, { dataDirectory: data, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      warnings.push(`${index.start.run}: without the screens of its benchmark: ${error.message}`);
      return null;
    },
  );
  try {
    const world = benchmark?.world;
    const screen = world === undefined ? {} : { screen: (id: string) => world.screen(id) };
    const episodes = async function* (): AsyncGenerator<NamedTrajectory> {
      for await (const { item, episode } of readEpisodes(index, { ...screen, signal })) {
        yield { name: `${index.start.run} ${itemKeyText(item.key)}`, trajectory: episode.trajectory };
      }
    };
    const material = await trajectoryMaterial(episodes(), { signal });
    return { ...material, warnings: [...warnings, ...material.warnings] };
  } finally {
    await benchmark?.[Symbol.asyncDispose]();
  }
}
