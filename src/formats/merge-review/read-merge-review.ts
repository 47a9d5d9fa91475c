import { isThere } from '../../files/is-there.js';
import { checkLine, parseJsonLine } from '../trajectories/parse-line.js';
import { readLines } from '../trajectories/read-lines.js';
import { MergeCaseSchema, type MergeCase } from './merge-review.js';

/**
 * The cases of a review of a merge; none where there is no file.
 *
 * @throws {DatasetError} naming file and line, for a line that is no case
 */
export async function readMergeReview(
  file: string,
  options: { readonly signal: AbortSignal },
): Promise<readonly MergeCase[]> {
  if (!(await isThere(file))) return [];
  const cases: MergeCase[] = [];
  for await (const line of readLines(file, options)) {
    const value = parseJsonLine(line, file);
    cases.push(checkLine<MergeCase>(value, MergeCaseSchema, { file, line: line.number }));
  }
  return cases;
}
