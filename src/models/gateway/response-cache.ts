import { randomUUID } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { RawAnswer } from '../providers/endpoint-model.js';
import { makeFolder, systemWords } from './make-folder.js';

const tokens = z.int().nonnegative();

/** One answer in the cache. */
const EntrySchema = z.object({
  formatVersion: z.literal(1),
  /** Key of the sample, as in the file's name. */
  key: z.string(),
  /** What the sample was drawn for, for people who look. */
  sample: z.string(),
  endpoint: z.string(),
  at: z.iso.datetime(),
  answer: z.object({
    text: z.string(),
    reasoning: z.string(),
    finishReason: z.enum(['stop', 'length', 'refusal', 'other']),
    model: z.string().nullable(),
    usage: z.object({
      inputTokens: tokens.nullable(),
      outputTokens: tokens.nullable(),
      cachedInputTokens: tokens.optional(),
      cacheWriteTokens: tokens.optional(),
      reasoningTokens: tokens.optional(),
      estimated: z.boolean().optional(),
    }),
    firstByteMs: z.number().nullable(),
    warnings: z.array(z.string()),
  }),
});
type Entry = z.infer<typeof EntrySchema>;

/**
 * Answers on disk, each under the hash of all that can change it and of the sample it was drawn for. Entries appear whole
 * or not at all; one that cannot be read counts as absent. Many processes may share a folder.
 */
export class ResponseCache {
  readonly #directory: string;
  readonly #made = new Set<string>();

  /** @throws {UserError} when there is no such folder and it cannot be made, or it may not be written */
  constructor(directory: string) {
    this.#directory = directory;
    try {
      makeFolder(directory);
      if (!statSync(directory).isDirectory()) throw new Error('it is no folder');
      accessSync(directory, constants.W_OK);
    } catch (error) {
      throw this.#notWritten(error);
    }
  }

  async read(key: string): Promise<RawAnswer | null> {
    let text: string;
    try {
      text = (await readBytes(this.#path(key), { maxBytes: FILE_LIMITS.json })).toString('utf8');
    } catch {
      return null;
    }
    const entry = EntrySchema.safeParse(parsed(text));
    return entry.success && entry.data.key === key ? { ...entry.data.answer, exhaustedMs: null } : null;
  }

  /** @throws {UserError} when the folder cannot be written */
  async write(
    key: string,
    entry: Pick<Entry, 'sample' | 'endpoint' | 'at'> & { answer: RawAnswer },
  ): Promise<void> {
    const path = this.#path(key);
    const folder = join(path, '..');
    const temporary = join(folder, `.${randomUUID()}.tmp`);
    try {
      if (!this.#made.has(folder)) await mkdir(folder, { recursive: true });
      this.#made.add(folder);
      const file = await open(temporary, 'wx');
      try {
        // What was measured is about the call, and not about the answer.
        const { exhaustedMs: _, measures: __, ...answer } = entry.answer;
        await file.writeFile(`${JSON.stringify({ formatVersion: 1, key, ...entry, answer })}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw this.#notWritten(error);
    }
  }

  #notWritten(cause: unknown): UserError {
    return new UserError('the cache of answers cannot be written', {
      place: { file: this.#directory },
      hint: `Name a folder that may be written, on a disk with room (${systemWords(cause)}).`,
      cause,
    });
  }

  #path(key: string): string {
    return join(this.#directory, key.slice(0, 2), `${key}.json`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
