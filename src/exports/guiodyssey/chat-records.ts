import { commandOfStep } from '../../benchmarks/guiodyssey/command-of-step.js';
import type { OdysseyEpisode, OdysseyStep } from '../../benchmarks/guiodyssey/episode-file.js';
import type { Mode } from '../../domain/mode.js';
import { DatasetError } from '../../errors.js';
import { odysseyPrompt, odysseyScreenPrompt } from './odyssey-prompt.js';
import { GrowingRepr } from './python-repr.js';

/** Instruction told: the episode's, or each step's own. */
export type OdysseyLevel = 'high' | 'low';

/** One training sample; the order of the keys is that of the file. */
export interface OdysseyTrainingRecord {
  readonly id: string;
  readonly image: string;
  readonly conversations: readonly [
    { readonly from: 'user'; readonly value: string },
    { readonly from: 'assistant'; readonly value: string },
  ];
  /** Python `repr` of the paths of all earlier screenshots. */
  readonly history: string;
}

/** One test sample. */
export interface OdysseyTestRecord {
  readonly id: string;
  readonly image: string;
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  readonly step_length: number;
  readonly history_action: string;
  readonly history_screenshot: string;
  readonly sam2_bbox: readonly number[];
}

/** A step with all that records say of it. */
export interface OdysseyChatStep {
  readonly step: OdysseyStep;
  readonly image: string;
  readonly instruction: string;
  readonly command: string;
  readonly pastCommands: readonly string[];
}

export interface OdysseyRecordOptions {
  readonly historyLength: number;
  readonly mode: Mode;
  /** Name of the split file without its ending, such as `random_split`. */
  readonly split: string;
  /** Number of the episode's first step within the file. */
  readonly firstIndex: number;
}

/**
 * The steps of an episode as prompts need them. `images` holds the path of each step's screenshot.
 *
 * @throws {DatasetError} for a step that is no command, naming it
 */
export function odysseyChatSteps(
  episode: OdysseyEpisode,
  { level, mode, images }: { level: OdysseyLevel; mode: Mode; images: readonly string[] },
): OdysseyChatStep[] {
  const commands = episode.steps.map((step) => {
    try {
      return commandOfStep(step, mode);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      throw new DatasetError(`step ${step.step} of episode ${episode.episode_id}: ${error.message}`, {
        hint: error.hint,
        cause: error,
      });
    }
  });
  return episode.steps.map((step, index) => ({
    step,
    image: images[index] ?? step.screenshot,
    instruction: level === 'high' ? episode.task_info.instruction : step.low_level_instruction,
    command: commands[index] ?? '',
    pastCommands: commands.slice(0, index),
  }));
}

/** One record a step. Source: GUIOdyssey reference code, converter. */
export function* trainingRecords(
  steps: readonly OdysseyChatStep[],
  options: OdysseyRecordOptions,
): Generator<OdysseyTrainingRecord> {
  const told = { historyLength: options.historyLength, imageHistory: true };
  const history = new GrowingRepr();
  for (const [index, step] of steps.entries()) {
    const id = `GUIOdyssey_${options.split}_${options.firstIndex + index}`;
    yield trainingRecord(id, step.image, odysseyPrompt(step, told), step.command, history.text());
    history.add(step.image);
  }
}

/**
 * Four records a step: description, action, intention and context. `reference` repeats the ids of the published converter, which
 * are the same for all steps; `corrected` numbers the steps.
 */
export function* semanticRecords(
  steps: readonly OdysseyChatStep[],
  { historyLength, mode, split, firstIndex }: OdysseyRecordOptions,
): Generator<OdysseyTrainingRecord> {
  const told = { historyLength, imageHistory: true };
  const history = new GrowingRepr();
  for (const [index, step] of steps.entries()) {
    const { image, command } = step;
    const { description, intention, context } = step.step;
    const id = `GUIOdyssey_${split}_${mode === 'reference' ? 0 : firstIndex + index}`;
    const contextId = mode === 'reference' ? `GUIOdyssey_single_${split}_0_context` : `${id}_context`;
    const past = history.text();
    yield trainingRecord(`${id}_desc`, image, odysseyScreenPrompt(image), description, past);
    yield trainingRecord(`${id}_action`, image, odysseyPrompt(step, told), command, past);
    yield trainingRecord(`${id}_intention`, image, odysseyPrompt(step, told, 'intention'), intention, past);
    yield trainingRecord(contextId, image, odysseyPrompt(step, told, 'context'), context, past);
    history.add(image);
  }
}

/** One record a step, with the bare instruction and everything a scorer needs. */
export function* testRecords(
  episode: OdysseyEpisode,
  steps: readonly OdysseyChatStep[],
  { split, firstIndex }: Pick<OdysseyRecordOptions, 'split' | 'firstIndex'>,
): Generator<OdysseyTestRecord> {
  const actions = new GrowingRepr();
  const screenshots = new GrowingRepr();
  for (const [index, { step, image, instruction, command }] of steps.entries()) {
    yield {
      id: `GUIOdyssey_${split}_${firstIndex + index}`,
      image,
      question: instruction,
      answer: command,
      category: episode.task_info.category,
      step_length: episode.step_length,
      history_action: actions.text(),
      history_screenshot: screenshots.text(),
      sam2_bbox: step.sam2_bbox,
    };
    actions.add(command);
    screenshots.add(image);
  }
}

function trainingRecord(
  id: string,
  image: string,
  question: string,
  answer: string,
  history: string,
): OdysseyTrainingRecord {
  const conversations = [
    { from: 'user', value: question },
    { from: 'assistant', value: answer },
  ] as const;
  return { id, image, conversations, history };
}
