import { z } from 'zod';
import { TouchstoneError, type FilePlace } from '../../errors.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

const text = z.string().nullable().default(null);

/** A test case as an importer gives it. */
export const ImportedCaseSchema = z.strictObject({
  id: z.string().min(1).max(200),
  title: z.string().min(1),
  objective: text,
  section: text,
  preconditions: text,
  priority: text,
  steps: z
    .array(
      z.strictObject({
        action: z.string(),
        data: text,
        expected: z.array(z.string()).default([]).describe('what is to be seen after it, one entry each'),
      }),
    )
    .min(1),
  line: z.int().positive().optional().describe('where it begins in its file, from 1'),
});
export type ImportedCase = z.input<typeof ImportedCaseSchema>;

/** Reads the files of a tool in which test cases are written. */
export interface Importer {
  /** Name on the command line: `--importer NAME`. */
  readonly name: string;
  /** One line for lists: whose files it reads. */
  readonly title: string;
  /** The cases of one file. What it throws is shown with the file. */
  read(file: string, options: { readonly signal: AbortSignal }): Promise<readonly ImportedCase[]>;
}

/** An importer of your own, to be named with `touchstone import test-cases FILES --importer`. */
export function defineImporter(importer: Importer): Importer {
  return importer;
}

/**
 * The cases that an importer reads from a file.
 *
 * @param seen ids of other files with their places; ids of this one are added
 * @throws {TestCaseFileError} for a file that the importer refuses, a case that lacks something, and an id that comes again
 */
export async function readWithImporter(
  importer: Importer,
  file: string,
  { seen, signal }: { readonly seen: Map<string, FilePlace>; readonly signal: AbortSignal },
): Promise<readonly WrittenCase[]> {
  const given: unknown = await importer.read(file, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    if (cause instanceof TouchstoneError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TestCaseFileError(`the importer ${importer.name} cannot read this file: ${why}`, {
      place: { file },
      hint: `It reads: ${importer.title}.`,
      cause,
    });
  });
  const cases = z.array(ImportedCaseSchema).safeParse(given);
  if (!cases.success) {
    const [issue] = cases.error.issues;
    const what = issue === undefined ? '' : `: ${describeIssue(issue)}`;
    throw new TestCaseFileError(`the importer ${importer.name} gives no test cases${what}`, {
      place: { file },
      hint: 'Its `read` gives a list of cases with id, title and steps; see docs/plugins.md.',
    });
  }
  return cases.data.map(({ line, ...written }) => {
    const place = { file, ...(line === undefined ? {} : { line }) };
    const first = seen.get(written.id);
    if (first !== undefined) {
      throw new TestCaseFileError(`the id ${JSON.stringify(written.id)} comes again`, {
        place,
        hint: `It was first given in ${first.file}${first.line === undefined ? '' : `:${first.line}`}.`,
      });
    }
    seen.set(written.id, place);
    return { ...written, place };
  });
}
