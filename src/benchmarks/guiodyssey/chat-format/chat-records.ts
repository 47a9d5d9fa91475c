import { commandOfStep } from '../command-of-step.js';
import type { OdysseyEpisode, OdysseyStep } from '../episode-file.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import type { ByteText } from '../../../formats/record-files/byte-text.js';
import { jsonEscaped } from './json-escaped.js';
import {
  odysseyPrompt,
  odysseyScreenPrompt,
  type OdysseyPromptOptions,
  type OdysseyPromptStep,
} from './odyssey-prompt.js';
import {
  ODYSSEY_ANNOTATIONS,
  type HistoryPart,
  type OdysseyAnnotation,
  type OdysseyLevel,
} from './training-set.js';
import type { GrowingRepr } from './growing-repr.js';
import { testEntry, trainingEntry } from './record-entry.js';
import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';

/** A step with all that records say of it. */
export interface OdysseyChatStep {
  readonly step: OdysseyStep;
  readonly image: string;
  readonly instruction: string;
  readonly command: string;
}

export interface OdysseyRecordOptions {
  readonly historyLength: number;
  /** What prompts show of earlier steps. */
  readonly history: readonly HistoryPart[];
  /** Whether a step is wanted, by its place in the episode; the history of others is told all the same. */
  readonly isWanted: (index: number) => boolean;
  readonly mode: Mode;
  /** Before the ids of records. */
  readonly dataset: string;
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
  const promptOptions = promptOptionsOf(options);
  const history = options.histories.screenshots;
  history.clear();
  for (const [index, step] of textsOf(steps, options).entries()) {
    const id = `${options.dataset}_${options.split}_${options.firstIndex + index}`;
    const { image, command: answer } = step;
    if (options.isWanted(index)) {
      yield trainingEntry({ id, image, question: odysseyPrompt(step, promptOptions), answer }, history);
    }
    history.add(step.step.image);
  }
}

/**
 * Up to four records a step: description, action, intention and context, those that are asked for and always the action.
 * `reference` repeats the ids of the published converter, which are the same for all steps; `corrected` numbers the steps.
 */
export function* semanticRecords(
  steps: readonly OdysseyChatStep[],
  annotations: readonly OdysseyAnnotation[],
  options: OdysseyRecordOptions,
): Generator<EntryPieces> {
  const { mode, dataset, split, firstIndex, histories, isWanted } = options;
  const promptOptions = promptOptionsOf(options);
  const [asksDescription, asksIntention, asksContext] = ODYSSEY_ANNOTATIONS.map((one) =>
    annotations.includes(one),
  );
  const history = histories.screenshots;
  history.clear();
  for (const [index, step] of textsOf(steps, options).entries()) {
    if (!isWanted(index)) {
      history.add(step.step.image);
      continue;
    }
    const { image, command } = step;
    const { description, intention, context } = step.step.step;
    const id = `${dataset}_${split}_${mode === 'reference' ? 0 : firstIndex + index}`;
    const contextId = mode === 'reference' ? `${dataset}_single_${split}_0_context` : `${id}_context`;
    const entry = (id: string, question: string, answer: string): EntryPieces =>
      trainingEntry({ id, image, question, answer }, history);
    if (asksDescription === true) {
      yield entry(`${id}_desc`, odysseyScreenPrompt(image, promptOptions), jsonEscaped(description));
    }
    yield entry(`${id}_action`, odysseyPrompt(step, promptOptions), command);
    if (asksIntention === true) {
      yield entry(`${id}_intention`, odysseyPrompt(step, promptOptions, 'intention'), jsonEscaped(intention));
    }
    if (asksContext === true) {
      yield entry(contextId, odysseyPrompt(step, promptOptions, 'context'), jsonEscaped(context));
    }
    history.add(step.step.image);
  }
}

/** One record a step, with the bare instruction and everything a scorer needs. */
export function* testRecords(
  episode: OdysseyEpisode,
  steps: readonly OdysseyChatStep[],
  {
    dataset,
    split,
    firstIndex,
    histories,
    isWanted,
    hasContext,
  }: Pick<OdysseyRecordOptions, 'dataset' | 'split' | 'firstIndex' | 'histories' | 'isWanted'> & {
    /** Whether records hold the summary of the steps so far, which the published ones do not. */
    readonly hasContext: boolean;
  },
): Generator<EntryPieces> {
  const { actions, screenshots } = histories;
  actions.clear();
  screenshots.clear();
  const category = jsonEscaped(episode.task_info.category);
  const shown = { historyLength: 0, history: hasContext ? ['context' as const] : [] };
  for (const [index, text] of textsOf(steps, shown).entries()) {
    const { step, image, instruction, command, context } = text;
    const record = {
      id: `${dataset}_${split}_${firstIndex + index}`,
      image,
      question: instruction,
      answer: command,
      category,
      step_length: episode.step_length,
      ...(context === undefined ? {} : { context }),
      sam2_bbox: step.step.sam2_bbox,
      wholeFloats: step.step.wholeFloats,
    };
    if (isWanted(index)) yield testEntry(record, histories);
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

function promptOptionsOf({
  historyLength,
  history,
}: Pick<OdysseyRecordOptions, 'historyLength' | 'history'>): OdysseyPromptOptions {
  return {
    historyLength,
    imageHistory: history.includes('screenshots'),
    actionHistory: history.includes('actions'),
    lineBreak: JSON_LINE_BREAK,
  };
}

function textsOf(
  steps: readonly OdysseyChatStep[],
  { historyLength, history }: Pick<OdysseyRecordOptions, 'historyLength' | 'history'>,
): StepTexts[] {
  const hasContext = history.includes('context');
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
      ...(hasContext ? { context: jsonEscaped(step.step.context) } : {}),
    };
  });
}
