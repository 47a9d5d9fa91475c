import { z } from 'zod';
import type { DatasetError } from '../../errors.js';
import { FileContentError, FileSchemaError, JsonSyntaxError } from '../../formats/file-errors.js';
import { findJsonProblem, isJson, lineAndColumn } from '../../formats/json-scan.js';
import { withOwnIds } from '../../formats/own-ids.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../../formats/read-json-file.js';

/** A state the task must pass through, or an answer it must give. */
const MilestoneSchema = z
  .object({
    ability: z.string().min(1),
    page_node: z.array(z.string().min(1)).min(1).optional(),
    answer: z.array(z.string()).min(1).optional(),
    raw_ability: z.string().optional(),
  })
  .refine(({ page_node, answer }) => page_node !== undefined || answer !== undefined, {
    message: 'a milestone needs "page_node" or "answer"',
  });

const ColorbenchTaskSchema = z
  .object({
    task_id: z.int().nonnegative(),
    query: z.string().min(1),
    optimal_steps: z.int().nonnegative(),
    app_num: z.int().positive(),
    milestone: z.array(MilestoneSchema).min(1),
  })
  .transform(({ task_id, query, optimal_steps, app_num, milestone }) => ({
    id: String(task_id),
    query,
    /** Steps of the annotators, the final `complete` included as it seems; an annotation, not a bound. */
    optimalSteps: optimal_steps,
    /** Apps the task spans; 1 is single-app. */
    appCount: app_num,
    milestones: milestone.map(({ ability, page_node, answer, raw_ability }) => ({
      ability,
      /** Any one of them suffices; null for a milestone that is an answer. */
      pageNodes: page_node ?? null,
      /** Texts that count as the answer; null for a milestone that is a page. */
      answers: page_node === undefined ? (answer ?? null) : null,
      /** The annotator's own words, where they fit none of the abilities. */
      rawAbility: raw_ability ?? null,
    })),
  }));
export type ColorbenchTask = z.infer<typeof ColorbenchTaskSchema>;

export interface ColorbenchTasks {
  readonly tasks: readonly ColorbenchTask[];
  /** Tasks that cannot be used, and why; the others can. */
  readonly broken: readonly { readonly id: string; readonly error: DatasetError }[];
  /** What was repaired in the text to read it, for the user to see. */
  readonly repairs: readonly string[];
}

export interface ReadTasksOptions {
  /** Inserts a missing comma (the published file lacks one) instead of refusing the file. */
  readonly repair?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * The published list of tasks.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` with line and column when the file as a whole cannot be used. A broken
 * task is set apart.
 */
export async function readColorbenchTasks(
  file: string,
  options: ReadTasksOptions = {},
): Promise<ColorbenchTasks> {
  return parseColorbenchTasks(await readTextFile(file, options), file, options);
}

/** The same from a text already in memory; `file` is only for messages. */
export function parseColorbenchTasks(
  original: string,
  file: string,
  options: ReadTasksOptions = {},
): ColorbenchTasks {
  const { text, repairs } = repairedText(original, file, options.repair ?? false);
  const list = checkSchema(parseJson(text, file, { maxDepth: 16 }), z.array(z.unknown()), { file, text });
  const tasks: ColorbenchTask[] = [];
  const broken: { id: string | null; index: number; error: DatasetError }[] = [];
  const ids = new Set<string>();
  const queries = new Set<string>();
  list.forEach((value, index) => {
    try {
      const task = checkSchema(value, ColorbenchTaskSchema, { file, text, at: [index] });
      const twice = ids.has(task.id) ? 'task_id' : queries.has(task.query) ? 'query' : null;
      if (twice !== null) {
        throw new FileContentError(`this ${twice} is given twice`, {
          place: placeOf(file, text, [index, twice]),
          hint: 'Runs are stored by these, so each task needs its own.',
        });
      }
      ids.add(task.id);
      queries.add(task.query);
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof FileSchemaError || error instanceof FileContentError)) throw error;
      broken.push({ id: idOf(value), index, error });
    }
  });
  return { tasks, broken: withOwnIds(broken, ids), repairs };
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'task_id' in value ? value.task_id : null;
  return typeof id === 'number' ? String(id) : null;
}

function repairedText(
  text: string,
  file: string,
  repair: boolean,
): { text: string; repairs: readonly string[] } {
  const problem = isJson(text) ? null : findJsonProblem(text);
  if (problem === null || problem.kind !== 'missing-comma') return { text, repairs: [] };
  const place = { file, ...lineAndColumn(text, problem.offset) };
  if (!repair) {
    throw new JsonSyntaxError(problem.message, {
      place,
      hint: 'Insert the comma, or ask for the repair with --repair.',
    });
  }
  return {
    text: `${text.slice(0, problem.offset)},${text.slice(problem.offset)}`,
    repairs: [`${file}:${place.line}:${place.column}: a missing comma was inserted`],
  };
}
