import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.js';
import { readJsonFile } from '../formats/read-json-file.js';
import { writeJsonFile } from '../formats/write-json-file.js';
import { resolveSettings } from './resolve-settings.js';
import type { Settings } from './setting.js';

/** Kept in a run's folder, so that `resume` needs to be told nothing. Holds no secret: keys are named by variable. */
const FILE = 'settings.json';

const SettingsFileSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  /** What relative paths of the settings start from. */
  workingDirectory: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

/** How a run was asked for. */
export interface RunRequest {
  readonly benchmark: string;
  readonly workingDirectory: string;
  readonly settings: Settings;
}

/** Writes down how a run was asked for. */
export async function writeRunRequest(runDirectory: string, request: RunRequest): Promise<void> {
  await writeJsonFile(join(runDirectory, FILE), { formatVersion: 1, ...request }, SettingsFileSchema);
}

/** How a run was asked for. @throws {DatasetError | UserError} when its folder does not say, or says what cannot be. */
export async function readRunRequest(runDirectory: string, signal: AbortSignal): Promise<RunRequest> {
  const file = join(runDirectory, FILE);
  const read = await readJsonFile(file, SettingsFileSchema, { signal });
  const given = Object.fromEntries(Object.entries(read.settings).filter(([, value]) => value !== null));
  const { values } = resolveSettings({ flags: {}, environment: {}, config: { file, values: given } });
  if (read.benchmark === '') throw new UserError('the benchmark has no name', { place: { file } });
  return { benchmark: read.benchmark, workingDirectory: read.workingDirectory, settings: values };
}
