import type { ModelContent } from '../../../models/model.js';
import type { PromptInput, SentPicture } from '../../../models/dialects/dialect.js';
import { fillTemplate } from '../../../models/dialects/fill-template.js';
import { coordinateSpan } from '../../../models/dialects/reading/resolve-position.js';
import type { CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';

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

/** Text and pictures for a model that was not trained on the commands: pictures first. */
export function closedContent(
  input: PromptInput,
  templates: { readonly turn: string; readonly note: string },
  { marks, coordinates }: { readonly marks: boolean; readonly coordinates: CoordinateRule },
): ModelContent[] {
  const pictures = [input.screenshot, input.marked].filter((picture) => picture !== null);
  const text = fillTemplate(templates.turn, {
    picture: pictures.length > 1 ? 'pictures' : 'picture',
    place: marks ? '<element_idx chosen from the second picture>' : '<coordinate>',
    note: fillTemplate(templates.note, { corner: cornerOf(input, coordinates) }),
    instruction: input.instruction,
    step: input.stepInstruction === null ? '' : `At this step: ${input.stepInstruction}`,
    context: contextOf(input),
    history: listed(input, 'None').trimEnd(),
  });
  return [...pictures.map(imageOf), { type: 'text', text }];
}

/** What of the history OdysseyAgent is shown. */
export interface OdysseyHistory {
  readonly previousActions: boolean;
  readonly screenshots: boolean;
}

/** Text with pictures in the places that OdysseyAgent was trained to find them in. */
export function odysseyAgentContent(
  input: PromptInput,
  templates: { readonly question: string; readonly request: string },
  { previousActions, screenshots }: OdysseyHistory,
): ModelContent[] {
  const parts: (string | SentPicture)[] = [];
  if (input.screenshot !== null) parts.push('Picture 1: ', input.screenshot, '\n');
  parts.push(fillTemplate(templates.question, { instruction: input.instruction }));
  if (input.stepInstruction !== null) parts.push(`\nThis step: ${input.stepInstruction}`);
  if (screenshots) {
    const pictures = input.history.map(({ picture }) => picture).filter((picture) => picture !== null);
    parts.push('\nPrevious screenshots: ', ...(pictures.length === 0 ? ['None'] : pictures));
  }
  // Without screenshots an empty history is not told of at all.
  if (previousActions && (screenshots || input.history.length > 0)) {
    parts.push(`\nPrevious Actions: ${listed(input, 'None')}`);
  }
  const context = contextOf(input);
  if (context !== '') parts.push(`\n${context}`);
  parts.push(`\n${templates.request}`);
  return joined(parts);
}

/** Steps renumbered from 1, each with a line feed behind it, as the model was trained; those not told of in words left out. */
function listed({ history }: PromptInput, none: string): string {
  const told = history.filter(
    ({ call, answer, thought }) => call !== null || answer !== null || thought !== null,
  );
  if (told.length === 0) return none;
  return told
    .map(({ call }, index) => `${index + 1}. ${call ?? 'an answer that could not be read'}\n`)
    .join('');
}

function contextOf({ notes }: PromptInput): string {
  const context = notes['context'] ?? '';
  return context === '' ? '' : `What has been done so far: ${context}`;
}

function cornerOf({ screen, screenshot }: PromptInput, coordinates: CoordinateRule): string {
  const span = coordinateSpan(coordinates, { screen, sent: screenshot?.size ?? null });
  return span === null ? 'that of the picture' : `(${span.width}, ${span.height})`;
}

function joined(parts: readonly (string | SentPicture)[]): ModelContent[] {
  const content: ModelContent[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
    } else {
      if (text !== '') content.push({ type: 'text', text });
      text = '';
      content.push(imageOf(part));
    }
  }
  if (text !== '') content.push({ type: 'text', text });
  return content;
}

function imageOf({ mediaType, data }: SentPicture): ModelContent {
  return { type: 'image', mediaType, data };
}
