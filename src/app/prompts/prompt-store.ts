import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import type { AppContext } from '../app-context.js';
import { userFolder } from '../trust/user-folder.js';
import { SourcedTextSchema, type SourcedText } from './sourced-text.js';
import { sourcedTexts } from './sourced-texts.js';

const StoredTextSchema = SourcedTextSchema.extend({ formatVersion: z.literal(1) });

type Environment = AppContext['environment'];

/** Keeps an official text for this user. */
export async function storeText(text: SourcedText, environment: Environment): Promise<void> {
  const folder = storeFolder(environment);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${text.id}.json`);
  await writeJsonFile(file, { ...text, formatVersion: 1 }, StoredTextSchema, { mode: 0o600 });
}

/**
 * One of the texts that are kept; null where it is not.
 *
 * @throws {UserError} where somebody has changed it since
 */
export async function storedText(id: string, environment: Environment): Promise<SourcedText | null> {
  const file = join(storeFolder(environment), `${id}.json`);
  if (!existsSync(file)) return null;
  const { formatVersion: _, ...text } = await readJsonFile(file, StoredTextSchema);
  if (text.id === id && sha256(text.text) === text.sha256) return text;
  throw new UserError('the official prompt was changed after it was imported', {
    place: { file },
    hint: 'Import it again: touchstone prompts import FOLDER. To ask in words of your own, use --prompt.',
  });
}

/**
 * The texts of these ids, from what was imported.
 *
 * @throws {UserError} naming those that were not, and the repositories to import them from
 */
export async function storedTexts(environment: Environment, ids: readonly string[]): Promise<PromptTexts> {
  const found = await Promise.all(ids.map((id) => storedText(id, environment)));
  return sourcedTexts(
    found.filter((text) => text !== null),
    { ids, how: 'not imported' },
  );
}

function storeFolder(environment: Environment): string {
  return join(userFolder(environment), 'prompts');
}
