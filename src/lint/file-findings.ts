import { relative, sep } from 'node:path';
import type { Finding } from '../domain/finding.js';
import { formatPlace, type DatasetError } from '../errors.js';
import {
  FileContentError,
  FileSchemaError,
  FormatVersionError,
  JsonDepthError,
  JsonSyntaxError,
} from '../formats/file-errors.js';
import { lineAndColumn } from '../formats/json-scan.js';
import { repeatedKeys } from '../formats/json-places.js';
import { found, type RuleId } from './rules.js';

/** A path within the folder that is checked, with forward slashes. */
export function within(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

/** What kept a file, or a part of one, from being read. `file` is relative to the folder. */
export function findingOfError(error: DatasetError, file: string, subject = file): Finding {
  const { place } = error;
  const prefix = place === undefined ? '' : `${formatPlace(place)}: `;
  const message = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  const finding = found(ruleOf(error), {
    message,
    file,
    subjects: [subject],
    ...(error.hint !== undefined && { hint: error.hint }),
  });
  if (place === undefined) return finding;
  const { line, column, path } = place;
  return {
    ...finding,
    place: {
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(path !== undefined && { path: [...path] }),
    },
  };
}

function ruleOf(error: DatasetError): RuleId {
  if (error instanceof JsonSyntaxError || error instanceof JsonDepthError) return 'file/syntax';
  if (error instanceof FileSchemaError || error instanceof FormatVersionError) return 'file/schema';
  if (error instanceof FileContentError) return 'file/contradiction';
  return 'file/unreadable';
}

/** Keys that an object gives twice; all values but the last are lost on every reader. */
export function lintRepeatedKeys(text: string, file: string): Finding[] {
  return repeatedKeys(text).map(({ path, key, offset }) => {
    const finding = found('file/repeated-key', {
      file,
      subjects: [key],
      message: `the key "${key}" stands twice in one object; the earlier value is lost`,
    });
    return { ...finding, place: { file, ...lineAndColumn(text, offset), path: [...path, key] } };
  });
}
