import { z } from 'zod';
import { MilestoneSchema } from './milestones/milestone.js';
import { ObligationSchema, PreconditionSchema, ProhibitionSchema } from './task-fields/condition.js';
import { ForbiddenKindSchema } from './task-fields/forbidden-kind.js';
import { ScriptedUserSchema } from './task-fields/scripted-user.js';
import { TaskEventSchema } from './task-fields/task-event.js';
import { TestCaseSchema } from './test-case.js';

/** An instruction, where it starts, and what the benchmark knows about it. The success rule is never shown to an agent. */
export const TaskSchema = z.object({
  id: z.string().min(1),
  /** Language tag → text, at least one. */
  instructions: z.record(z.string(), z.string()).refine((texts) => Object.keys(texts).length > 0, {
    message: 'a task needs an instruction in at least one language',
  }),
  apps: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  /** Node the episode starts on; the graph's root when absent. */
  start: z.string().optional(),
  /** Steps of the annotated best route; an annotation, not a bound. */
  optimalSteps: z.int().nonnegative().optional(),
  /** Step budget of this task alone; the benchmark's applies otherwise. */
  maxSteps: z.int().positive().optional(),
  milestones: z.array(MilestoneSchema).default([]),
  /** Rule evaluators (`docs/tree-rules.md`), all of which must hold; checked by the evaluator itself. */
  evaluators: z.array(z.unknown()).default([]),
  /** The written test case it was drafted from (docs/test-cases.md). */
  testCase: TestCaseSchema.optional(),
  /** Hold on the start screen; where one does not, the episode is void before a model is asked. */
  preconditions: z.array(PreconditionSchema).optional(),
  /** Must not happen. */
  prohibitions: z.array(ProhibitionSchema).optional(),
  /** Must have happened at some time. */
  obligations: z.array(ObligationSchema).optional(),
  /** Unexpected events that may happen to the phone. */
  events: z.array(TaskEventSchema).optional(),
  /** What the user says when the agent asks; without it nobody answers. */
  user: ScriptedUserSchema.optional(),
  /** Kinds of forbidden actions that the task asks for. */
  permits: z.array(ForbiddenKindSchema).optional(),
});
export type Task = z.infer<typeof TaskSchema>;

/** The instruction in the asked language, else in the first language the task has. */
export function instructionOf(task: Task, language?: string): string {
  const asked = language === undefined ? undefined : task.instructions[language];
  return asked ?? Object.values(task.instructions)[0] ?? '';
}
