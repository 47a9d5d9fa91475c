import { mkdir, realpath } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { quoteWord } from '../../domain/text/quote-word.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import type { AppContext } from '../app-context.js';
import type { ConfigFile } from '../settings/read-config.js';
import type { ResolvedSettings } from '../settings/resolve-settings.js';
import type { SettingKey } from '../settings/setting.js';
import { guardedSettings, listWords } from './guarded-settings.js';
import { UntrustedError } from './untrusted-error.js';
import { userFolder } from './user-folder.js';

const TrustedConfigSchema = z.object({
  /** Absolute, behind all links. */
  file: z.string(),
  /** Of its bytes: a changed file is another one. */
  sha256: z.string(),
  at: z.string(),
});
export type TrustedConfig = z.infer<typeof TrustedConfigSchema>;

const TrustFileSchema = z.object({ formatVersion: z.literal(1), configs: z.array(TrustedConfigSchema) });

type Environment = AppContext['environment'];

/** Configurations that the user has trusted. */
export async function trustedConfigs(environment: Environment): Promise<readonly TrustedConfig[]> {
  const file = trustFile(environment);
  if (!existsSync(file)) return [];
  return (await readJsonFile(file, TrustFileSchema)).configs;
}

/** Trusts a configuration as it is now. */
export async function trustConfig(file: string, environment: Environment): Promise<void> {
  const real = await realpath(file);
  const entry = {
    file: real,
    sha256: sha256(await readBytes(real, { maxBytes: FILE_LIMITS.json })),
    at: new Date().toISOString(),
  };
  const others = (await trustedConfigs(environment)).filter((known) => known.file !== real);
  await writeTrust([...others, entry], environment);
}

/** Takes trust in a configuration back; false where there was none. */
export async function distrustConfig(file: string, environment: Environment): Promise<boolean> {
  // A file that is gone had its path behind links written down.
  const real = existsSync(file) ? await realpath(file) : file;
  const known = await trustedConfigs(environment);
  const left = known.filter((one) => one.file !== real && one.file !== file);
  if (left.length === known.length) return false;
  await writeTrust(left, environment);
  return true;
}

/**
 * Accepts a configuration that was found, not named, unless it names what only the user may name and the user has not
 * trusted it as it is.
 *
 * @param uses settings that the command makes use of
 * @throws {UntrustedError} saying what it names and how to use it anyway
 */
export async function requireTrustedConfig(
  config: ConfigFile,
  { values, origins }: ResolvedSettings,
  { uses, context }: { readonly uses: readonly SettingKey[]; readonly context: AppContext },
): Promise<void> {
  const folder = dirname(config.file);
  const said = Object.fromEntries(
    uses.filter((key) => origins[key] === 'config file').map((key) => [key, values[key]]),
  );
  const named = guardedSettings(said, folder);
  if (named.length === 0 || (await isTrusted(config, context.environment))) return;
  const shown = quoteWord(relative(context.workingDirectory, folder) || '.');
  throw new UntrustedError(
    `it was found, not named, and names ${listWords(named)}, so it is used only with \`--config ${basename(config.file)}\`, or after \`touchstone trust ${shown}\``,
    { place: { file: config.file }, hint: 'Look into it first; docs/trust.md says what it could do.' },
  );
}

/**
 * Accepts a file of data that names what only the user may name where the user has trusted it as it was read. It is not read
 * again: somebody may have written it since.
 *
 * @param used the file, and the hash of the bytes that are used of it
 * @throws {UntrustedError} saying what it names and how to use it anyway
 */
export async function requireTrustedFile(
  { file, sha256: used }: Pick<TrustedConfig, 'file' | 'sha256'>,
  named: readonly string[],
  { environment, workingDirectory }: Pick<AppContext, 'environment' | 'workingDirectory'>,
): Promise<void> {
  const real = await realpath(file);
  const entry = (await trustedConfigs(environment)).find((known) => known.file === real);
  if (entry?.sha256 === used) return;
  const shown = quoteWord(relative(workingDirectory, dirname(file)) || '.');
  throw new UntrustedError(
    `it names ${listWords(named)}, so it is used only after \`touchstone trust ${shown}\``,
    { place: { file }, hint: 'Look into it first; docs/trust.md says what it could do.' },
  );
}

async function isTrusted({ file, values }: ConfigFile, environment: Environment): Promise<boolean> {
  const real = await realpath(file);
  const entry = (await trustedConfigs(environment)).find((known) => known.file === real);
  if (entry === undefined) return false;
  const bytes = await readBytes(real, { maxBytes: FILE_LIMITS.json });
  if (sha256(bytes) !== entry.sha256) return false;
  // Of the very bytes that were trusted, should somebody have written the file since it was read.
  return canonicalJson(JSON.parse(new TextDecoder().decode(bytes))) === canonicalJson(values);
}

async function writeTrust(configs: readonly TrustedConfig[], environment: Environment): Promise<void> {
  const file = trustFile(environment);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeJsonFile(file, { formatVersion: 1, configs: [...configs] }, TrustFileSchema, { mode: 0o600 });
}

function trustFile(environment: Environment): string {
  return join(userFolder(environment), 'trust.json');
}
