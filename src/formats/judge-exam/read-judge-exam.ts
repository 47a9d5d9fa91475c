import { dirname } from 'node:path';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { parseJsonLine } from '../trajectories/parse-line.js';
import { readLines } from '../trajectories/read-lines.js';
import { examItem, ExamTrajectorySchema, type ExamItem, type ExamTrajectory } from './exam-trajectory.js';
import { examTable, type TableTrajectory } from './exam-table.js';

const HINT =
  'A judge exam is JSON Lines, one labelled trajectory a line, or CSV, one step a row (docs/formats.md).';

/**
 * Labelled trajectories of a judge exam, one after another: CSV (`.csv`) or JSON Lines. Screenshots and hierarchies lie in the
 * file's folder and are read when somebody looks.
 *
 * @throws {DatasetError} naming file and line: a line that cannot be read, an id given twice, or nothing at all
 */
export async function* readJudgeExam(
  file: string,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<ExamItem> {
  const isTable = file.toLowerCase().endsWith('.csv');
  const values = isTable ? examTable(file, { ...options, hint: HINT }) : examLines(file, options);
  const lineOf = new Map<string, number>();
  for await (const { value, line } of values) {
    const trajectory = checked(value, file, line);
    const earlier = lineOf.get(trajectory.id);
    if (earlier !== undefined) {
      throw new FileContentError(`trajectory "${trajectory.id}" is on line ${earlier} already`, {
        place: { file, line },
        hint: isTable
          ? 'Put the rows of one trajectory together; each trajectory has an id of its own.'
          : 'Each trajectory has an id of its own; several labels of one belong in a file of labels.',
      });
    }
    lineOf.set(trajectory.id, line);
    yield examItem(trajectory, dirname(file), line);
  }
  if (lineOf.size === 0) {
    throw new FileContentError('the exam holds no trajectory', { place: { file }, hint: HINT });
  }
}

async function* examLines(
  file: string,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<TableTrajectory> {
  for await (const line of readLines(file, options)) {
    const value = parseJsonLine(line, file);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // The version may be left out, as in trajectories.
    const versioned = isObject ? { formatVersion: 1, ...value } : value;
    const place = { file, line: line.number };
    yield { value: upgradeFormat(versioned, { name: 'judge exam', steps: [] }, place), line: line.number };
  }
}

/** @throws {FileSchemaError | FileContentError} */
function checked(value: unknown, file: string, line: number): ExamTrajectory {
  const read = ExamTrajectorySchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
    throw new FileSchemaError(issue === undefined ? 'the trajectory does not fit' : describeIssue(issue), {
      place: { file, line, path },
      hint: HINT,
    });
  }
  if (read.data.steps.length > 0 || read.data.final != null) return read.data;
  throw new FileContentError('the trajectory has neither a step nor a final screen', {
    place: { file, line },
    hint: HINT,
  });
}
