import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, readTextFile } from '../read-json-file.js';
import { writeJsonFile } from '../write-json-file.js';
import { AccessFileSchema, type AccessFile } from './access-file.js';

/** Thousands of users. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The users of a server. @throws {DatasetError} naming file and place */
export async function readAccessFile(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AccessFile> {
  const text = await readTextFile(file, { ...options, maxBytes: MOST_BYTES });
  const value = upgradeFormat(parseJson(text, file), { name: 'access', steps: [] }, { file });
  return checkSchema(value, AccessFileSchema, { file, text });
}

/** Checks the users and writes them whole, for the owner of the file alone. @throws {FileSchemaError} */
export async function writeAccessFile(file: string, access: AccessFile): Promise<void> {
  await writeJsonFile(file, access, AccessFileSchema, { mode: 0o600 });
}
