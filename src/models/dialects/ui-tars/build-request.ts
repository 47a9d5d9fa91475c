import type { ModelContent, ModelMessage, ModelRequest } from '../../model.js';
import { describePositions } from '../describe-positions.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { pictureParts } from '../picture-for.js';
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
 * The request: the task, earlier steps, the screen. An answer that is begun for the model ends behind `Action:`; the model
 * goes on from there.
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
    elements: input.elementText === null ? '' : `## Elements\n${input.elementText}`,
    step:
      step === null || stepInstruction === 'prefill'
        ? ''
        : fillTemplate(prompts.step, { step_instruction: step }),
  };
  const task: ModelContent = { type: 'text', text: fillTemplate(prompts.turn, values).trimEnd() };
  const messages: ModelMessage[] = prompts.system === '' ? [] : [said('system', prompts.system)];
  if (history === 'turns') {
    messages.push({ role: 'user', content: [task] }, ...input.history.flatMap(turnsOf));
    if (input.screenshot !== null) messages.push({ role: 'user', content: pictureParts(input.screenshot) });
  } else {
    const text = fillTemplate(prompts.history, { steps: stepLines(input) });
    messages.push({
      role: 'user',
      content: [task, ...pictureParts(input.screenshot), { type: 'text', text }],
    });
  }
  if (step === null || stepInstruction === 'section') return { messages };
  return { messages: [...messages, said('assistant', `Thought: ${step}\nAction:`)], continuesLast: true };
}

function turnsOf(step: PromptStep): ModelMessage[] {
  const seen: ModelMessage[] =
    step.picture === null ? [] : [{ role: 'user', content: pictureParts(step.picture) }];
  const answer =
    step.answer ?? (step.call === null ? null : `Thought: ${step.thought ?? ''}\nAction: ${step.call}`);
  // A picture without an answer to it says nothing, and an answer nobody kept cannot be shown.
  return answer === null || answer.trim() === '' ? [] : [...seen, said('assistant', answer)];
}

function stepLines({ history, stepsTaken }: PromptInput): string {
  const first = stepsTaken - history.length;
  const lines = history.map(
    ({ call, thought }, index) =>
      `Step ${first + index + 1}: action: ${call ?? 'unreadable'}${thought === null ? '' : `, thought: ${thought}`}`,
  );
  return lines.length === 0 ? 'None' : lines.join('\n');
}

function said(role: ModelMessage['role'], text: string): ModelMessage {
  return { role, content: [{ type: 'text', text }] };
}
