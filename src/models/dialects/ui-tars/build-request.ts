import type { ModelMessage, ModelRequest } from '../../model.js';
import { describePositions } from '../describe-positions.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { historyLines, labelled, message, stepText } from '../prompt-parts.js';
import { languageName } from '../language-name.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

export interface UiTarsPrompt {
  readonly prompts: Readonly<Record<'system' | 'turn' | 'step' | 'history', string>>;
  /** Earlier steps as turns with their screenshots, or as numbered lines behind the one picture. */
  readonly history: 'turns' | 'text';
  /** What to do at this very step: as the beginning of the answer, or as a section of the prompt. */
  readonly stepInstruction: 'prefill' | 'section';
  readonly coordinates: CoordinateRule;
}

/**
 * The request: the task, earlier steps, the screen. An answer that is begun for the model ends after `Action:`; the
 * model continues from there.
 */
export function uiTarsRequest(
  input: PromptInput,
  { prompts, history, stepInstruction, coordinates }: UiTarsPrompt,
): ModelRequest {
  const step = input.stepInstruction;
  const values = {
    ...input.notes,
    language: languageName(input.language),
    instruction: input.instruction,
    positions: describePositions(coordinates, input),
    elements: labelled('## Elements\n', input.elementText),
    step: stepInstruction === 'prefill' ? '' : stepText(prompts.step, input),
  };
  const task = fillTemplate(prompts.turn, values).trimEnd();
  const messages = prompts.system === '' ? [] : [message('system', prompts.system)];
  if (history === 'turns') {
    messages.push(message('user', task), ...input.history.flatMap(turnsOf));
    if (input.screenshot !== null) messages.push(message('user', input.screenshot));
  } else {
    const steps = fillTemplate(prompts.history, { steps: stepLines(input) });
    messages.push(message('user', task, input.screenshot, steps));
  }
  if (step === null || stepInstruction === 'section') return { messages };
  return { messages: [...messages, message('assistant', `Thought: ${step}\nAction:`)], continuesLast: true };
}

function turnsOf(step: PromptStep): ModelMessage[] {
  const seen = step.picture === null ? [] : [message('user', step.picture)];
  const answer =
    step.answer ?? (step.call === null ? null : `Thought: ${step.thought ?? ''}\nAction: ${step.call}`);
  // A picture without an answer to it says nothing, and an answer nobody kept cannot be shown.
  return answer === null || answer.trim() === '' ? [] : [...seen, message('assistant', answer)];
}

function stepLines(input: PromptInput): string {
  const lines = historyLines(
    input,
    ({ call, thought }, number) =>
      `Step ${number}: action: ${call ?? 'unreadable'}${labelled(', thought: ', thought)}`,
  );
  return lines.join('\n') || 'None';
}
