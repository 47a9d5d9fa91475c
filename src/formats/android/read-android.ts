import { createHash } from 'node:crypto';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, decodeUtf8, parseJson, placeOf } from '../read-json-file.js';
import { ANDROID_FORMAT, AndroidFileSchema, type AndroidApp, type AndroidFile } from './android-file.js';

/** Apps of a phone as a folder describes them. */
export interface AndroidWorld extends AndroidFile {
  readonly file: string;
  /** SHA-256 (hex) of the very bytes that were read; what is installed on a phone nobody knows. */
  readonly hash: string;
}

/** Place of an environment variable in a typed text. */
export const SECRET = /\{secret:([A-Za-z_]\w*)\}/g;

/** An `android.json`. @throws {DatasetError} of `formats/file-errors.ts` when it cannot be used */
export async function readAndroid(
  file: string,
  options: { signal?: AbortSignal } = {},
): Promise<AndroidWorld> {
  const bytes = await readBytes(file, { ...options, maxBytes: FILE_LIMITS.json });
  return {
    ...parseAndroidFile(decodeUtf8(bytes, file), file),
    file,
    hash: createHash('sha256').update(bytes).digest('hex'),
  };
}

/**
 * The text of an `android.json`.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when it has the wrong shape, two apps go by one name, or a login script
 *   holds a secret in a place where it would be shown
 */
export function parseAndroidFile(text: string, file: string): AndroidFile {
  const value = upgradeFormat(parseJson(text, file), ANDROID_FORMAT, { file });
  const world = checkSchema(value, AndroidFileSchema, { file, text });
  const broken = (message: string, hint: string, path: (string | number)[]): FileContentError =>
    new FileContentError(message, { place: placeOf(file, text, path), hint });
  const owners = new Map<string, number>();
  for (const [index, app] of world.apps.entries()) {
    for (const own of [app.package, app.name, ...(app.aliases ?? [])]) {
      const owner = owners.get(own.trim().toLowerCase());
      if (owner !== undefined && owner !== index) {
        const hint = 'Give every app names and a package of its own.';
        throw broken(`"${own}" names two apps`, hint, ['apps', index]);
      }
      owners.set(own.trim().toLowerCase(), index);
    }
  }
  for (const [index, app] of world.apps.entries()) {
    for (const [step, one] of (app.login ?? []).entries()) {
      const path = ['apps', index, 'login', step];
      if ('open' in one && !owners.has(one.open.trim().toLowerCase())) {
        throw broken(`the login opens "${one.open}", which is no app of this file`, 'Add the app.', path);
      }
      if (!('type' in one) && JSON.stringify(one).includes('{secret:')) {
        throw broken('a secret stands where it would be shown', 'Only `type` takes secrets.', path);
      }
      if ('type' in one && /\{secret/.test(one.type.replaceAll(SECRET, ''))) {
        throw broken('a secret is written {secret:NAME}', 'NAME is an environment variable.', path);
      }
    }
  }
  return world;
}

/** The app of that name, alias or package; letter case and outer spaces play no part. */
export function findAndroidApp(apps: readonly AndroidApp[], name: string): AndroidApp | null {
  const wanted = name.trim().toLowerCase();
  const namesOf = (app: AndroidApp): readonly string[] => [app.name, app.package, ...(app.aliases ?? [])];
  return apps.find((app) => namesOf(app).some((one) => one.toLowerCase() === wanted)) ?? null;
}

/** What the file names that only the user may name: commands, and environment variables that are typed. */
export function guardedOf({ apps }: AndroidFile): readonly string[] {
  const named = new Set<string>();
  for (const { reset, login = [] } of apps) {
    if (reset !== undefined) named.add('a command (reset)');
    const typed = login.flatMap((step) => ('type' in step ? [...step.type.matchAll(SECRET)] : []));
    for (const [, name = ''] of typed) named.add(`the environment variable ${name} (login)`);
  }
  return [...named];
}
