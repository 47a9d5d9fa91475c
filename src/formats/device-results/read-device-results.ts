import { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { FileSchemaError } from '../file-errors.js';
import { readJsonRecords } from '../json-records.js';
import { readTextFile } from '../read-json-file.js';
import { DelimitedScanner } from '../test-cases/scan-delimited.js';
import { isBlankRow, type TableRow } from '../test-cases/table-row.js';

/** What became of one attempt at a task on a real device, as somebody wrote it down. */
export interface DeviceAttempt {
  /** The task's id, or its instruction word for word. */
  readonly task: string;
  readonly passed: boolean;
  /** Why it failed, in the writer's words; empty where nobody says. */
  readonly reason: string;
  /** Whether it failed here for the reason for which the run failed, where somebody has judged that. */
  readonly sameCause: boolean | null;
  /** Where it stands, from 1. */
  readonly line: number;
}

const YES = new Set(['true', 'yes', '1', 'passed', 'success', '成功', '是']);
const NO = new Set(['false', 'no', '0', 'failed', 'failure', '失败', '否']);

const VerdictSchema = z.unknown().transform((value, context): boolean => {
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  context.addIssue({
    code: 'custom',
    message: 'expected yes or no (also true, false, 1, 0, passed, failed)',
  });
  return z.NEVER;
});

const AttemptSchema = z.object({
  task: z
    .union([z.string(), z.number()])
    .transform((task) => String(task).trim())
    .refine((task) => task !== '', { message: 'expected the id of a task, or its instruction' }),
  success: VerdictSchema,
  reason: z.string().default(''),
  same_cause: z.union([z.literal('').transform(() => null), z.null(), VerdictSchema]).default(null),
});

const COLUMNS = ['task', 'success', 'reason', 'same_cause'] as const;

const HINT =
  'Write a CSV file with the columns task, success, reason and, where somebody has judged it, same_cause; or JSON Lines with these names.';

/**
 * Outcomes of tasks on a real device: CSV (`.csv`) whose first row names its columns, in any order and case, or JSON, an array
 * or one object a line. Several rows of a task are attempts at it.
 *
 * @throws {FileSchemaError} naming file and line
 */
export async function readDeviceResults(
  file: string,
  options: { readonly signal: AbortSignal },
): Promise<readonly DeviceAttempt[]> {
  const rows = file.toLowerCase().endsWith('.csv') ? csvRows(file, options) : jsonRows(file, options);
  const attempts: DeviceAttempt[] = [];
  for await (const { value, line } of rows) {
    const read = AttemptSchema.safeParse(value);
    if (!read.success) {
      const [issue] = read.error.issues;
      const what = issue === undefined ? 'unusable' : `${issue.path.join('.')}: ${describeIssue(issue)}`;
      throw new FileSchemaError(`this is no outcome of a task: ${what}`, {
        place: { file, line },
        hint: HINT,
      });
    }
    const { task, success, reason, same_cause: sameCause } = read.data;
    attempts.push({ task, passed: success, reason: reason.trim(), sameCause, line });
  }
  if (attempts.length > 0) return attempts;
  throw new FileSchemaError('the file holds no outcome', { place: { file }, hint: HINT });
}

interface RawRow {
  readonly value: unknown;
  readonly line: number;
}

async function* jsonRows(file: string, options: { readonly signal: AbortSignal }): AsyncGenerator<RawRow> {
  yield* readJsonRecords(file, options);
}

async function* csvRows(file: string, options: { readonly signal: AbortSignal }): AsyncGenerator<RawRow> {
  const scanner = new DelimitedScanner(file, ',');
  const text = await readTextFile(file, options);
  const [heading, ...rows] = [...scanner.push(text), ...scanner.end()].filter((row) => !isBlankRow(row));
  if (heading === undefined) return;
  const names = headingNames(heading, file);
  for (const { cells, line } of rows) {
    const given = cells.flatMap(({ text: cell }, index) => {
      const name = names[index];
      return name === undefined ? [] : [[name, cell.trim()] as const];
    });
    yield { value: Object.fromEntries(given), line };
  }
}

/** The name of each column, undefined for those that nobody reads. @throws {FileSchemaError} without task and success */
function headingNames({ cells, line }: TableRow, file: string): readonly (string | undefined)[] {
  const names = cells.map(({ text }) => {
    const name = text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    return COLUMNS.find((column) => column === name);
  });
  const missing = (['task', 'success'] as const).filter((name) => !names.includes(name));
  if (missing.length === 0) return names;
  throw new FileSchemaError(`the first row names no column ${missing.join(' and ')}`, {
    place: { file, line },
    hint: HINT,
  });
}
