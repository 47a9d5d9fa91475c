import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import type { Settings } from '../settings/setting.js';
import { isSealed, sealOf } from '../trust/run-seal.js';

/** Kept in a run's folder, so that `resume` needs no settings. Holds no secret: keys are named by variable. */
const FILE = 'settings.json';

const SettingsFileSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  /** What relative paths of the settings start from. */
  workingDirectory: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** By which the user who began the run knows the rest again. */
  seal: z.string().optional(),
});
type SettingsFile = z.infer<typeof SettingsFileSchema>;

/** How a run was asked for. */
export interface RunRequest {
  readonly benchmark: string;
  readonly workingDirectory: string;
  readonly settings: Settings;
}

/** How a run was asked for, from its folder. */
export interface StoredRunRequest extends RunRequest {
  readonly file: string;
  /** Whether this user wrote it, on this machine. */
  readonly isOwn: (environment: Readonly<Record<string, string | undefined>>) => Promise<boolean>;
}

/**
 * Writes down how a run was asked for, so that this user's machine knows it again. Gives what kept it from doing so, or
 * null: then the run is resumed like one from elsewhere.
 */
export async function writeRunRequest(
  runDirectory: string,
  request: RunRequest,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Error | null> {
  const { benchmark, workingDirectory } = request;
  const settings = SettingsFileSchema.shape.settings.parse(JSON.parse(JSON.stringify(request.settings)));
  const file: SettingsFile = { formatVersion: 1, benchmark, workingDirectory, settings };
  const seal = await sealOf(sealedPart(file), environment).catch((cause: unknown) =>
    cause instanceof Error ? cause : new Error(String(cause)),
  );
  const isMarked = typeof seal === 'string';
  await writeJsonFile(join(runDirectory, FILE), isMarked ? { ...file, seal } : file, SettingsFileSchema);
  return isMarked ? null : seal;
}

/**
 * How a run was asked for. @throws {DatasetError | UserError} when its folder does not hold it, or holds invalid
 * values.
 */
export async function readRunRequest(runDirectory: string, signal: AbortSignal): Promise<StoredRunRequest> {
  const file = join(runDirectory, FILE);
  const read = await readJsonFile(file, SettingsFileSchema, { signal });
  const given = Object.fromEntries(Object.entries(read.settings).filter(([, value]) => value !== null));
  const { values } = resolveSettings({ flags: {}, environment: {}, config: { file, values: given } });
  if (read.benchmark === '') throw new UserError('the benchmark has no name', { place: { file } });
  return {
    file,
    benchmark: read.benchmark,
    workingDirectory: read.workingDirectory,
    settings: values,
    isOwn: (environment) => isSealed(sealedPart(read), read.seal ?? null, environment),
  };
}

function sealedPart({ benchmark, workingDirectory, settings }: SettingsFile): unknown {
  return { benchmark, workingDirectory, settings };
}
