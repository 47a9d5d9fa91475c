import { join } from 'node:path';
import { z } from 'zod';
import { ActionSchema, type Action } from '../../domain/action.js';
import type { Episode, ItemKey } from '../../domain/episode.js';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { ActivitySchema, type Screen } from '../../domain/screen.js';
import { LabelValueSchema, type LabelValue } from '../../domain/scores/label.js';
import { TaskSchema, type Task } from '../../domain/task.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { fileContent } from '../file-content.js';
import { FolderPathSchema } from '../safe-path.js';

/** Most steps of one trajectory; also bounds the work that a hostile file can ask for. */
export const MAX_EXAM_STEPS = 10_000;

/** A screen as it was seen. Paths are relative to the file's folder. */
const ExamScreenSchema = z.object({
  /** PNG, JPEG or WebP, by the ending of its name. */
  screenshot: FolderPathSchema.nullish(),
  /** UI hierarchy as uiautomator XML. */
  hierarchy: FolderPathSchema.nullish(),
  /** Pixels of the screenshot; needed where actions give positions in parts of the screen. */
  size: SizeSchema.nullish(),
  activity: ActivitySchema.nullish(),
});

/** A screen, and what the agent did on it. */
const ExamStepSchema = ExamScreenSchema.extend({
  /** A unified action, or what was done in plain words. */
  action: z.union([ActionSchema, z.string().min(1)]),
  thought: z.string().nullish(),
  /** What the agent said to its user by this step. */
  answer: z.string().nullish(),
});
export type ExamStep = z.infer<typeof ExamStepSchema>;

/** One trajectory with its label; unknown fields are ignored. */
export const ExamTrajectorySchema = z.object({
  formatVersion: z.literal(1).default(1),
  /** Once per file. */
  id: z.string().min(1),
  instruction: z.string().min(1),
  /** Language tag of the instruction; `und` where nobody says. */
  language: z.string().min(1).nullish(),
  apps: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  /** What people say of it; null or left out where a file of labels has it. */
  label: LabelValueSchema.nullish(),
  labeller: z.string().min(1).nullish(),
  /** Whether the agent declared the end; false where a limit ended it. */
  completed: z.boolean().default(true),
  steps: z.array(ExamStepSchema).max(MAX_EXAM_STEPS),
  /** The screen after the last step. */
  final: ExamScreenSchema.nullish(),
});
export type ExamTrajectory = z.infer<typeof ExamTrajectorySchema>;

/** A trajectory of an exam, as a judge is given it. */
export interface ExamItem {
  /** The trajectory's id, repeat 0. */
  readonly key: ItemKey;
  readonly task: Task;
  /** Pictures and hierarchies are read when somebody looks. */
  readonly episode: Episode;
  /** null where the exam has none. */
  readonly label: LabelValue | null;
  readonly labeller: string | null;
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** A trajectory as task and episode; files that it names lie in `folder`. */
export function examItem(trajectory: ExamTrajectory, folder: string, line: number): ExamItem {
  const { id, instruction, language, apps, tags, label, labeller, completed, final } = trajectory;
  const key = { item: id, repeat: 0 };
  const steps = trajectory.steps.map((step, index) => trajectoryStep(step, `${id}/${index}`, folder));
  const last: readonly TrajectoryStep[] =
    final == null ? [] : [{ screen: screenOf(final, `${id}/final`, folder), state: null, action: null }];
  return {
    key,
    task: TaskSchema.parse({
      id,
      instructions: { [language ?? 'und']: instruction },
      apps: apps ?? [],
      tags: tags ?? [],
    }),
    episode: {
      key,
      trajectory: { steps: [...steps, ...last] },
      end: { reason: completed ? 'agent_stop' : 'step_budget' },
    },
    label: label ?? null,
    labeller: labeller ?? null,
    line,
  };
}

function trajectoryStep(step: ExamStep, id: string, folder: string): TrajectoryStep {
  return {
    screen: screenOf(step, id, folder),
    state: null,
    action: actionOf(step.action),
    ...(step.thought == null ? {} : { thought: step.thought }),
    ...(step.answer == null ? {} : { answer: step.answer }),
  };
}

function actionOf(action: ExamStep['action']): Action {
  if (typeof action !== 'string') return action;
  return { type: 'foreign', native: { family: 'exam', text: action } };
}

function screenOf(
  { screenshot, hierarchy, size, activity }: z.infer<typeof ExamScreenSchema>,
  id: string,
  folder: string,
): Screen {
  return {
    id,
    size: size ?? null,
    activity: activity ?? null,
    picture:
      screenshot == null
        ? null
        : fileContent(join(folder, screenshot), mediaTypeOf(screenshot), { within: folder }),
    hierarchy:
      hierarchy == null ? null : fileContent(join(folder, hierarchy), 'application/xml', { within: folder }),
  };
}

function mediaTypeOf(path: string): string {
  if (/\.jpe?g$/i.test(path)) return 'image/jpeg';
  return /\.webp$/i.test(path) ? 'image/webp' : 'image/png';
}
