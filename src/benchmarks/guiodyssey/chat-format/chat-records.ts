import { commandOfStep } from '../command-of-step.js';
import type { OdysseyEpisode, OdysseyStep } from '../episode-file.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import type { ByteText } from '../../../formats/record-files/byte-text.js';
import { jsonEscaped } from './json-escaped.js';
import { odysseyPrompt, odysseyScreenPrompt, type OdysseyPromptStep } from './odyssey-prompt.js';
import type { GrowingRepr } from './growing-repr.js';
import { testEntry, trainingEntry } from './record-entry.js';
import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';

/** Instruction in the prompt: the episode's, or each step's own. */
export type OdysseyLevel = 'high' | 'low';

/** A step with all that records say of it. */
export interface OdysseyChatStep {
  readonly step: OdysseyStep;
  readonly image: string;
  readonly instruction: string;
  readonly command: string;
}

export interface OdysseyRecordOptions {
  readonly historyLength: number;
  readonly mode: Mode;
  /** Name of the split file without its ending, such as `random_split`. */
  readonly split: string;
  /** Number of the episode's first step within the file. */
  readonly firstIndex: number;
  readonly histories: OdysseyHistories;
}

/** The history of earlier steps; memory that one episode after the other uses. */
export interface OdysseyHistories {
  readonly actions: GrowingRepr;
  readonly screenshots: GrowingRepr;
}

/**
 * The steps of an episode as prompts need them. `images` holds the path of each step's screenshot, `file` names the annotation
 * in errors.
 *
 * @throws {DatasetError} for a step that is no command, naming file and path
 */
export function odysseyChatSteps(
  episode: OdysseyEpisode,
  { level, mode, images, file }: { level: OdysseyLevel; mode: Mode; images: readonly string[]; file: string },
): OdysseyChatStep[] {
  // Places are made for what fails alone: one for each step would cost more than its command.
  const commands = episode.steps.map((step, index) => {
    try {
      return commandOfStep(step, mode);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      return commandOfStep(step, mode, { file, path: ['steps', index] });
    }
  });
  return episode.steps.map((step, index) => ({
    step,
    image: images[index] ?? step.screenshot,
    instruction: level === 'high' ? episode.task_info.instruction : step.low_level_instruction,
    command: commands[index] ?? '',
  }));
}

/** One record a step. Source: GUIOdyssey reference code, converter. */
export function* trainingRecords(
  steps: readonly OdysseyChatStep[],
  options: OdysseyRecordOptions,
): Generator<EntryPieces> {
  const promptOptions = {
    historyLength: options.historyLength,
    imageHistory: true,
    lineBreak: JSON_LINE_BREAK,
  };
  const history = options.histories.screenshots;
  history.clear();
  for (const [index, step] of textsOf(steps, options.historyLength).entries()) {
    const id = `GUIOdyssey_${options.split}_${options.firstIndex + index}`;
    const { image, command: answer } = step;
    yield trainingEntry({ id, image, question: odysseyPrompt(step, promptOptions), answer }, history);
    history.add(step.step.image);
  }
}

/**
 * Four records a step: description, action, intention and context. `reference` repeats the ids of the published converter, which
 * are the same for all steps; `corrected` numbers the steps.
 */
export function* semanticRecords(
  steps: readonly OdysseyChatStep[],
  { historyLength, mode, split, firstIndex, histories }: OdysseyRecordOptions,
): Generator<EntryPieces> {
  const promptOptions = { historyLength, imageHistory: true, lineBreak: JSON_LINE_BREAK };
  const history = histories.screenshots;
  history.clear();
  for (const [index, step] of textsOf(steps, historyLength).entries()) {
    const { image, command } = step;
    const { description, intention, context } = step.step.step;
    const id = `GUIOdyssey_${split}_${mode === 'reference' ? 0 : firstIndex + index}`;
    const contextId = mode === 'reference' ? `GUIOdyssey_single_${split}_0_context` : `${id}_context`;
    const entry = (id: string, question: string, answer: string): EntryPieces =>
      trainingEntry({ id, image, question, answer }, history);
    yield entry(`${id}_desc`, odysseyScreenPrompt(image, promptOptions), jsonEscaped(description));
    yield entry(`${id}_action`, odysseyPrompt(step, promptOptions), command);
    yield entry(`${id}_intention`, odysseyPrompt(step, promptOptions, 'intention'), jsonEscaped(intention));
    yield entry(contextId, odysseyPrompt(step, promptOptions, 'context'), jsonEscaped(context));
    history.add(step.step.image);
  }
}

/** One record a step, with the bare instruction and everything a scorer needs. */
export function* testRecords(
  episode: OdysseyEpisode,
  steps: readonly OdysseyChatStep[],
  { split, firstIndex, histories }: Pick<OdysseyRecordOptions, 'split' | 'firstIndex' | 'histories'>,
): Generator<EntryPieces> {
  const { actions, screenshots } = histories;
  actions.clear();
  screenshots.clear();
  const category = jsonEscaped(episode.task_info.category);
  for (const [index, { step, image, instruction, command }] of textsOf(steps, 0).entries()) {
    const record = {
      id: `GUIOdyssey_${split}_${firstIndex + index}`,
      image,
      question: instruction,
      answer: command,
      category,
      step_length: episode.step_length,
      sam2_bbox: step.step.sam2_bbox,
      wholeFloats: step.step.wholeFloats,
    };
    yield testEntry(record, histories);
    actions.add(step.command);
    screenshots.add(step.image);
  }
}

/** What records say of a step, as JSON escapes: each text is escaped once, however often prompts repeat it. */
interface StepTexts extends OdysseyPromptStep {
  readonly step: OdysseyChatStep;
  readonly command: ByteText;
}

const JSON_LINE_BREAK = '\\n';

/** @param historyLength earlier commands that prompts tell */
function textsOf(steps: readonly OdysseyChatStep[], historyLength: number): StepTexts[] {
  const commands = steps.map(({ command }) => jsonEscaped(command));
  let instruction = '';
  return steps.map((step, index) => {
    if (steps[index - 1]?.instruction !== step.instruction) instruction = jsonEscaped(step.instruction);
    return {
      step,
      image: jsonEscaped(step.image),
      instruction,
      command: commands[index] ?? '',
      pastCommands: commands.slice(Math.max(index - historyLength, 0), index),
    };
  });
}
