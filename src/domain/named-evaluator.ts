import { z } from 'zod';
import type { Task } from './task.js';

/** An entry such as `{"evaluator": "my-check", "least": 2}`. */
export interface NamedEvaluator {
  readonly evaluator: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const EntrySchema = z.looseObject({ evaluator: z.string().min(1), type: z.undefined().optional() });

/** The evaluator that an entry of a task's `evaluators` names, with its settings; null for an entry of another kind. */
export function namedEvaluator(entry: unknown): NamedEvaluator | null {
  const read = EntrySchema.safeParse(entry);
  if (!read.success) return null;
  const { evaluator, ...settings } = read.data;
  return { evaluator, settings };
}

/** The settings that a task gives an evaluator it names, of its first entry; undefined where it names it nowhere. */
export function evaluatorSettings(task: Task, name: string): NamedEvaluator['settings'] | undefined {
  return task.evaluators.map(namedEvaluator).find((entry) => entry?.evaluator === name)?.settings;
}
