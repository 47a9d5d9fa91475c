import type { ModelRequest } from '../../model.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { pictureParts } from '../picture-for.js';

/** Places of the templates: `instruction`, `history`, `step`, `actions`. */
export interface R1Templates {
  readonly turn: string;
  readonly step: string;
}

/** One user message: the picture, then the text. */
export function r1Request(
  input: PromptInput,
  templates: R1Templates,
  actions: readonly string[],
): ModelRequest {
  const { instruction, stepInstruction, history, stepsTaken, screenshot } = input;
  const first = stepsTaken - history.length + 1;
  const steps = history.map(
    ({ call }, index) => `Step ${first + index}: ${call ?? 'an answer nobody could read'}`,
  );
  const text = fillTemplate(templates.turn, {
    instruction,
    history: steps.length === 0 ? 'None' : steps.join('; '),
    step: stepInstruction === null ? '' : fillTemplate(templates.step, { step_instruction: stepInstruction }),
    actions: actions.join(', '),
  });
  return { messages: [{ role: 'user', content: [...pictureParts(screenshot), { type: 'text', text }] }] };
}
