import type { z } from 'zod';
import { FileSchemaError, FormatVersionError, JsonDepthError, JsonSyntaxError } from '../file-errors.js';
import { findJsonProblem, lineAndColumn } from '../json-scan.js';
import { parseJson } from '../read-json-file.js';
import type { TextLine } from './read-lines.js';
import { TRAJECTORIES_FORMAT_VERSION } from './trajectory-line.js';

/** The JSON value of a line. @throws {JsonSyntaxError | JsonDepthError} naming file, line and column. */
export function parseJsonLine({ number, text }: TextLine, file: string): unknown {
  const place = { file, line: number };
  try {
    return parseJson(text, file);
  } catch (error) {
    if (error instanceof JsonDepthError) {
      throw new JsonDepthError('the line nests too deep', { place, hint: error.hint ?? '' });
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    const problem = findJsonProblem(text);
    const column = problem === null ? undefined : lineAndColumn(text, problem.offset).column;
    throw new JsonSyntaxError(problem?.message ?? 'this is not JSON', {
      place: column === undefined ? place : { ...place, column },
      hint: 'Every line is one JSON object; a cut-off last line can be deleted.',
      cause: error.cause,
    });
  }
}

/**
 * A line's value as its schema types it.
 *
 * @throws {FileSchemaError | FormatVersionError} naming file, line and path.
 */
export function checkLine<T>(
  value: unknown,
  schema: z.ZodType<T>,
  place: { readonly file: string; readonly line: number },
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > TRAJECTORIES_FORMAT_VERSION) {
    throw new FormatVersionError(
      `trajectories format ${version} is newer than ${TRAJECTORIES_FORMAT_VERSION}, the newest known here`,
      { place: { ...place, path: ['formatVersion'] }, hint: 'Install a newer Touchstone.' },
    );
  }
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  throw new FileSchemaError(issue?.message ?? 'the value does not fit', {
    place: { ...place, path },
    hint: 'Compare the line with the trajectories format (docs/formats.md).',
  });
}
