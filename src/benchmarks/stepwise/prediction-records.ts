import { statSync } from 'node:fs';
import { FileUnreadableError, whyUnreadable } from '../../files/file-errors.js';
import { streamText } from '../../files/stream-text.js';
import { readInnerRecords, type InnerRecordsOptions, type ListPath } from '../../formats/inner-records.js';
import { readJsonRecords, type JsonRecord } from '../../formats/json-records.js';

/** Characters of one line; answers of models are shorter by far. */
const MAX_LINE = 4_000_000;
/** An array; or an object that continues on the next line, as printed for people. */
const BY_BRACKETS = /^[\s\uFEFF]*(?:\[|\{[ \t]*\r?\n)/;
/** Characters in which the first bracket and what follows it are looked for. */
const BEGINNING = 4096;
/** Where an object that also holds settings or results keeps the predictions. */
const LISTS: readonly ListPath[] = [['samples'], ['predictions']];
/** Keys that a prediction has, and nothing around a list. */
const RECORD_KEYS = ['episode', 'pred'];

export interface PredictionRecordsOptions extends Pick<InnerRecordsOptions, 'onBeside' | 'signal'> {
  /** Other places of the list in a benchmark's own files. */
  readonly lists?: readonly ListPath[];
}

/**
 * The records of a file of predictions, which is never held whole: a JSON array, or one object a line, or an object around such
 * a list, as judged runs have it. One that is no JSON is given with its error, and reading continues.
 *
 * @throws {FileUnreadableError} for a folder or a file that is not there, {JsonSyntaxError} for an array that does not end
 */
export async function* predictionRecords(
  file: string,
  { lists = [], onBeside, signal }: PredictionRecordsOptions,
): AsyncGenerator<JsonRecord> {
  const beginning = await beginningOf(file, { signal });
  const isWrapped = yield* readInnerRecords(file, [...LISTS, ...lists], {
    recordKeys: RECORD_KEYS,
    ...(onBeside === undefined ? {} : { onBeside }),
    signal,
  });
  if (isWrapped) return;
  yield* BY_BRACKETS.test(beginning)
    ? readJsonRecords(file, { keepBroken: true, signal })
    : linesOf(file, { signal });
}

async function* linesOf(file: string, { signal }: { signal: AbortSignal }): AsyncGenerator<JsonRecord> {
  let line = 0;
  let record = 0;
  for await (const text of textLines(file, signal)) {
    line += 1;
    const trimmed = text?.replace(/^\uFEFF/, '').trim();
    if (trimmed === '') continue;
    record += 1;
    yield { line, record, ...parsed(trimmed ?? null) };
  }
}

/** The lines of a file; null for one too long to be held, which is passed over. */
async function* textLines(file: string, signal: AbortSignal): AsyncGenerator<string | null> {
  let held: string | null = '';
  for await (const piece of streamText(file, { maxBytes: Infinity, signal })) {
    const parts = piece.split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield held;
        held = '';
      }
      if (held !== null) held = held.length + part.length > MAX_LINE ? null : held + part;
    }
  }
  if (held !== '') yield held;
}

function parsed(text: string | null): Pick<JsonRecord, 'value' | 'error'> {
  if (text === null) {
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
    for await (const piece of streamText(file, { maxBytes: Infinity, signal })) {
      text += piece;
      if (text.trimStart().length >= BEGINNING) break;
    }
    return text;
  } catch (error) {
    if (!(error instanceof FileUnreadableError)) throw error;
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    const why = isFolder ? 'are a folder, not a file' : `cannot be read (${whyUnreadable(error)})`;
    throw new FileUnreadableError(`the predictions ${why}`, {
      place: { file },
      hint: 'Name the file of predictions with --predictions: a JSON array, or one object a line.',
      cause: error,
    });
  }
}
