import type { ModelMessage, ModelRequest } from '../model.js';
import type { PromptInput, PromptStep, SentPicture } from './dialect.js';
import { fillTemplate } from './fill-template.js';

/** A message of these texts and pictures in their order, less the pictures that are not there. */
export function message(
  role: ModelMessage['role'],
  ...parts: readonly (string | SentPicture | null)[]
): ModelMessage {
  const content = parts.flatMap((part): ModelMessage['content'][number][] => {
    if (part === null) return [];
    if (typeof part === 'string') return [{ type: 'text', text: part }];
    return [{ type: 'image', mediaType: part.mediaType, data: part.data }];
  });
  return { role, content };
}

/** A request of one turn of the user. */
export function userTurn(...parts: readonly (string | SentPicture | null)[]): ModelRequest {
  return { messages: [message('user', ...parts)] };
}

/** What to do at this very step, in the words of the template; empty where it is not given. */
export function stepText(template: string, { stepInstruction }: PromptInput): string {
  return stepInstruction === null ? '' : fillTemplate(template, { step_instruction: stepInstruction });
}

/** Words before a text that may not be there; nothing then. */
export function labelled(label: string, text: string | null): string {
  return text === null ? '' : `${label}${text}`;
}

/** A line for each earlier step that is kept; the task's first step has the number `from`. */
export function historyLines(
  { history, stepsTaken }: PromptInput,
  line: (step: PromptStep, number: number) => string,
  from = 1,
): string[] {
  return history.map((step, index) => line(step, stepsTaken - history.length + index + from));
}
