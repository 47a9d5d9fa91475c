import { join } from 'node:path';
import type { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { isThere } from '../../files/is-there.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { readTextFile } from '../read-json-file.js';
import {
  AnnotationHeaderSchema,
  EpisodeAnnotationSchema,
  QualityCaseSchema,
  QualityVerdictSchema,
  type AnnotationHeader,
  type EpisodeAnnotation,
  type QualityCase,
  type QualityVerdict,
} from './annotation-record.js';

/** Files of a folder of annotations. */
export const ANNOTATIONS_FILE = 'annotations.jsonl';
export const VERDICTS_FILE = 'verdicts.jsonl';
export const REVIEW_FILE = 'quality-review.jsonl';

/** Whether a folder holds annotations. */
export function holdsAnnotations(folder: string): Promise<boolean> {
  return isThere(join(folder, ANNOTATIONS_FILE));
}

/** The text of a file of annotations. @throws {DatasetError} with file and line */
export function parseAnnotations(
  text: string,
  file: string,
): { readonly header: AnnotationHeader; readonly episodes: readonly EpisodeAnnotation[] } {
  const [first, ...rest] = linesOf(text);
  if (first === undefined) {
    throw new FileContentError('it is empty', { place: { file }, hint: 'Annotate again.' });
  }
  return {
    header: lineAs(first, AnnotationHeaderSchema, file),
    episodes: rest.map((line) => lineAs(line, EpisodeAnnotationSchema, file)),
  };
}

/** The verdicts of a text, in the order in which they were given. @throws {DatasetError} with file and line */
export function parseVerdicts(text: string, file: string): readonly QualityVerdict[] {
  return linesOf(text).map((line) => lineAs(line, QualityVerdictSchema, file));
}

/** The cases of a review. @throws {DatasetError} with file and line */
export function parseQualityReview(text: string, file: string): readonly QualityCase[] {
  return linesOf(text).map((line) => lineAs(line, QualityCaseSchema, file));
}

interface Options {
  readonly signal: AbortSignal;
}

/** @throws as `parseAnnotations`, and where the file cannot be read */
export async function readAnnotations(folder: string, options: Options) {
  const file = join(folder, ANNOTATIONS_FILE);
  return parseAnnotations(await readTextFile(file, options), file);
}

/** Null where nobody has looked at the quality yet. @throws as `parseVerdicts` */
export async function readVerdicts(
  folder: string,
  options: Options,
): Promise<readonly QualityVerdict[] | null> {
  const file = join(folder, VERDICTS_FILE);
  return (await isThere(file)) ? parseVerdicts(await readTextFile(file, options), file) : null;
}

/** Empty where there is no review yet. @throws as `parseQualityReview` */
export async function readQualityReview(folder: string, options: Options): Promise<readonly QualityCase[]> {
  const file = join(folder, REVIEW_FILE);
  return (await isThere(file)) ? parseQualityReview(await readTextFile(file, options), file) : [];
}

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

function linesOf(text: string): readonly Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ text: line, number: index + 1 }))
    .filter((line) => line.text.trim() !== '');
}

function lineAs<T>({ text, number }: Line, schema: z.ZodType<T>, file: string): T {
  const place = { file, line: number };
  const hint = 'The files of annotations are described in docs/building/annotate.md.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new FileContentError('the line is not JSON', { place, hint, cause });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  throw new FileSchemaError(issue === undefined ? 'the line does not fit' : describeIssue(issue), {
    place: { ...place, path },
    hint,
  });
}
