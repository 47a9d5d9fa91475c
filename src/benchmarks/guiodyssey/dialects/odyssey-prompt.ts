import type { ModelRequest } from '../../../models/model.js';
import { CONTEXT_WORDS } from '../chat-format/odyssey-prompt.js';
import type { PromptInput, SentPicture } from '../../../models/dialects/dialect.js';
import { fillTemplate } from '../../../models/dialects/fill-template.js';
import { labelled, message, userTurn } from '../../../models/dialects/prompt-parts.js';
import { coordinateSpan, type CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';

/** Prompt for models that were not trained on the commands. Order of parts: GUIOdyssey paper, figure 14; words are ours. */
export const CLOSED_TURN = `Somebody wants to do a task on the device in the {{picture}}. From the screen and from what has been done so far, name the next action.

Available actions:
CLICK: {{place}}
LONG_PRESS: {{place}}
TYPE: <text>
SCROLL: UP
SCROLL: DOWN
SCROLL: LEFT
SCROLL: RIGHT
PRESS_BACK
PRESS_HOME
PRESS_RECENT
IMPOSSIBLE
COMPLETE
{{note}}

Instruction: {{instruction}}
{{step}}
{{context}}
Actions so far:
{{history}}

Give the next action directly, in one of these forms and without explanation.`;

export const COORDINATE_NOTE = `A coordinate is (x, y); the top left corner is (0, 0), the bottom right corner {{corner}}. SCROLL names the direction in which the
finger moves.`;

export const MARKS_NOTE = `The first picture is the screen, the second one the same screen with a numeric tag on each element. Choose the tag on the second
picture that is closest to what is meant. SCROLL names the direction in which the finger moves.`;

/**
 * The words that OdysseyAgent was trained with; other words would not be this model's prompt.
 *
 * Source: GUIOdyssey reference code, evaluation prompt.
 */
export const ODYSSEY_AGENT_PROMPTS = {
  system: 'You are a helpful assistant.',
  question: `I'm looking for guidance on how to {{instruction}}`,
  request: 'Provide the command-style action directly.',
} as const;

/** The request for a model that was not trained on the commands: pictures first. */
export function closedTurn(
  input: PromptInput,
  templates: { readonly turn: string; readonly note: string },
  { marks, coordinates }: { readonly marks: boolean; readonly coordinates: CoordinateRule },
): ModelRequest {
  const { screenshot, marked } = input;
  const text = fillTemplate(templates.turn, {
    picture: screenshot !== null && marked !== null ? 'pictures' : 'picture',
    place: marks ? '<element_idx chosen from the second picture>' : '<coordinate>',
    note: fillTemplate(templates.note, { corner: cornerOf(input, coordinates) }),
    instruction: input.instruction,
    step: labelled('At this step: ', input.stepInstruction),
    context: contextOf(input),
    history: listed(input, 'None').trimEnd(),
  });
  return userTurn(screenshot, marked, text);
}

/** What of the history OdysseyAgent is shown. */
export interface OdysseyHistory {
  readonly previousActions: boolean;
  readonly screenshots: boolean;
}

/** The request with pictures in the places that OdysseyAgent was trained to find them in. */
export function odysseyAgentRequest(
  input: PromptInput,
  templates: { readonly system: string; readonly question: string; readonly request: string },
  { previousActions, screenshots }: OdysseyHistory,
): ModelRequest {
  const parts: (string | SentPicture)[] = [];
  if (input.screenshot !== null) parts.push('Picture 1: ', input.screenshot, '\n');
  parts.push(fillTemplate(templates.question, { instruction: input.instruction }));
  if (input.stepInstruction !== null) parts.push(`\nThis step: ${input.stepInstruction}`);
  if (screenshots) {
    const pictures = input.history.map(({ picture }) => picture).filter((picture) => picture !== null);
    parts.push('\nPrevious screenshots: ', ...(pictures.length === 0 ? ['None'] : pictures));
  }
  // Without screenshots an empty history is not mentioned at all.
  if (previousActions && (screenshots || input.history.length > 0)) {
    parts.push(`\nPrevious Actions: ${listed(input, 'None')}`);
  }
  const context = contextOf(input);
  if (context !== '') parts.push(`\n${context}`);
  parts.push(`\n${templates.request}`);
  return { messages: [message('system', templates.system), message('user', ...joined(parts))] };
}

/**
 * Steps renumbered from 1, each with a line feed behind it, as the model was trained; those not shown in words are left
 * out.
 */
function listed({ history }: PromptInput, none: string): string {
  const shown = history.filter(
    ({ call, answer, thought }) => call !== null || answer !== null || thought !== null,
  );
  if (shown.length === 0) return none;
  return shown
    .map(({ call }, index) => `${index + 1}. ${call ?? 'an answer that could not be read'}\n`)
    .join('');
}

function contextOf({ notes }: PromptInput): string {
  const context = notes['context'] ?? '';
  return context === '' ? '' : `${CONTEXT_WORDS}${context}`;
}

function cornerOf({ screen, screenshot }: PromptInput, coordinates: CoordinateRule): string {
  const span = coordinateSpan(coordinates, { screen, sent: screenshot?.size ?? null });
  return span === null ? 'that of the picture' : `(${span.width}, ${span.height})`;
}

/** Texts that follow each other in one piece. */
function joined(parts: readonly (string | SentPicture)[]): (string | SentPicture)[] {
  const pieces: (string | SentPicture)[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (typeof part === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}
