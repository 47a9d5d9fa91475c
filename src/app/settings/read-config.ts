import { existsSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { z } from 'zod';

const ConfigSchema = z.record(z.string(), z.unknown());

/** Found without being named, in the working directory. */
export const DEFAULT_CONFIG = 'touchstone.config.json';

export interface ConfigFile {
  readonly file: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The configuration file: the one named, else `touchstone.config.json` when the folder has one, else none. A TypeScript or
 * JavaScript file runs as code, so it is read only when somebody names it.
 *
 * @throws {UserError} when a named file is missing or is no configuration.
 */
export async function readConfig(
  named: string | undefined,
  options: { workingDirectory: string; signal: AbortSignal },
): Promise<ConfigFile | null> {
  const file = resolve(options.workingDirectory, named ?? DEFAULT_CONFIG);
  if (!existsSync(file)) {
    if (named === undefined) return null;
    throw new UserError(`${file} does not exist`, { hint: '--config names a .json or .ts file.' });
  }
  if (extname(file) === '.json') {
    return { file, values: await readJsonFile(file, ConfigSchema, { signal: options.signal }) };
  }
  const { loadConfig } = await import('c12');
  const loaded = await loadConfig({
    cwd: dirname(file),
    configFile: basename(file),
    rcFile: false,
    globalRc: false,
  });
  const values = ConfigSchema.safeParse(loaded.config);
  if (!values.success) {
    throw new UserError('the file must export one object with settings', {
      place: { file },
      hint: 'export default { agent: "direct", model: "…" }',
    });
  }
  return { file, values: values.data };
}
