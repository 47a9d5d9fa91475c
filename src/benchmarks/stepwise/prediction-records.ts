import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { readJsonRecords } from '../../formats/json-records.js';
import type { JsonRecord } from '../../formats/json-records.js';

/** Characters of one line; answers of models are shorter by far. */
const MAX_LINE = 4_000_000;
/** An array; or an object that goes on on the next line, as printed for people. */
const BY_BRACKETS = /^[\s\uFEFF]*(?:\[|\{[ \t]*\r?\n)/;
/** Characters in which the first bracket and what follows it are looked for. */
const BEGINNING = 4096;
/** Where an object that stands around the predictions, with settings or results beside them, keeps them. */
const INNER_LISTS = ['samples', 'predictions'];
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'the predictions are a folder, not a file',
  ENOENT: 'there is no such file',
};

/**
 * The records of a file of predictions, which is never held whole: a JSON array, or one object a line. One that is no JSON
 * is given with its error, and the rest goes on. An object around such a list, as judged runs have it, is held whole, and its
 * entries are the records.
 *
 * @throws {FileUnreadableError} for a folder or a file that is not there, {JsonSyntaxError} for an array that does not end
 */
export async function* predictionRecords(
  file: string,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<JsonRecord> {
  const records = BY_BRACKETS.test(await beginningOf(file, options))
    ? readJsonRecords(file, { ...options, keepBroken: true })
    : linesOf(file, options);
  let count = 0;
  for await (const record of records) {
    const inner = count === 0 ? innerList(record.value) : null;
    for (const one of inner?.map((value) => ({ value, line: record.line })) ?? [record]) {
      count += 1;
      yield { ...one, record: count };
    }
  }
}

/** The list that the object stands around; null where it is a record itself. */
function innerList(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || 'episode' in value || 'pred' in value) return null;
  const lists = Object.entries(value).filter(([key]) => INNER_LISTS.includes(key));
  const list: unknown = lists.length === 1 ? lists[0]?.[1] : null;
  return Array.isArray(list) ? list : null;
}

async function* linesOf(file: string, { signal }: { signal: AbortSignal }): AsyncGenerator<JsonRecord> {
  let line = 0;
  let record = 0;
  for await (const text of createInterface({ input: openText(file, signal), crlfDelay: Infinity })) {
    signal.throwIfAborted();
    line += 1;
    const trimmed = text.replace(/^\uFEFF/, '').trim();
    if (trimmed === '') continue;
    record += 1;
    yield { line, record, ...parsed(trimmed) };
  }
}

function parsed(text: string): Pick<JsonRecord, 'value' | 'error'> {
  if (text.length > MAX_LINE) {
    return { value: undefined, error: `the line is longer than ${MAX_LINE} characters` };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message : 'it is no JSON' };
  }
}

async function beginningOf(file: string, { signal }: { signal: AbortSignal }): Promise<string> {
  let text = '';
  try {
    for await (const chunk of openText(file, signal)) {
      text += String(chunk);
      if (text.trimStart().length >= BEGINNING) break;
    }
    return text;
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new FileUnreadableError(REASONS[code] ?? 'the predictions cannot be read', {
      place: { file },
      hint: 'Name the file of predictions with --predictions: a JSON array, or one object a line.',
      cause: error,
    });
  }
}

function openText(file: string, signal: AbortSignal): ReturnType<typeof createReadStream> {
  return createReadStream(file, { encoding: 'utf8', signal });
}
