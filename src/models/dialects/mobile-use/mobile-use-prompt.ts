import type { ModelRequest } from '../../model.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { historyLines, message, stepText } from '../prompt-parts.js';
import { coordinateSpan, type CoordinateRule } from '../reading/resolve-position.js';
import { mobileUseSignature, type MobileUseOffer } from './mobile-use-tool.js';

/** Templates that the families share; each family brings its own `format` and `reasoning`. */
export const MOBILE_USE_PROMPTS = {
  /** System message around the signature. */
  system: `You are a helpful assistant.

# Tools

There is one function that you can call. Its signature stands between <tools> and </tools>:
<tools>
{{signature}}
</tools>

{{format}}`,
  /** Description of the tool within its signature. */
  tool: `Operates an Android phone by its touchscreen, one action at a time. The screen measures {{resolution}}; positions are pixels of it, counted from the top left corner. An app may take a moment to react: look at the next screenshot, and wait if it has not. Aim at the middle of what you touch.`,
  /** How a call is written. */
  format: `To call it, write a JSON object with its name and its arguments between these tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`,
  /** Text of the user's turn. */
  turn: `The user query: {{instruction}}
{{step}}
{{reminder}}
{{reasoning}}
{{progress}}`,
  /** For a low-level instruction at this very step. */
  step: `Current step query: {{step_instruction}}`,
  /** Earlier steps, where there are some. */
  progress: `Task progress (what was done on this phone so far): {{steps}}`,
} as const;

/** How to reason, for models that think in tags and conclude. */
export const CONCLUDED = `Before the call, think within <thinking> and </thinking> about what the screen shows and what comes next. Behind the call, say within <conclusion> and </conclusion> in one sentence what it does.`;

/**
 * How the prompt shows an earlier step: its own summary, the call, or both in two forms. Source of those: ColorBench's
 * agents.
 */
export const HISTORY_FORMS = ['summary', 'call', 'action_and_description', 'thought_and_action'] as const;
export type HistoryForm = (typeof HISTORY_FORMS)[number];

const UNREADABLE = 'an answer that could not be read';

/** The step without line breaks and double quotes, which would end the line or the quotation it stands in. */
export function historyItem({ summary, call, thought }: PromptStep, form: HistoryForm): string {
  const said = summary ?? call ?? UNREADABLE;
  switch (form) {
    case 'summary':
      return flat(said);
    case 'call':
      return flat(call ?? UNREADABLE);
    case 'action_and_description':
      return `action:${call ?? UNREADABLE}, action_description:${flat(summary ?? 'none')}`;
    case 'thought_and_action':
      return `Thought:${flat(thought ?? 'none')} Action:${flat(said)}`;
    default:
      return form satisfies never;
  }
}

/** `Step 1: …; Step 2: …;` of the earlier steps that the prompt shows. */
export function historyLine(input: PromptInput, form: HistoryForm): string {
  return historyLines(input, (step, number) => `Step ${number}: ${historyItem(step, form)};`).join(' ');
}

function flat(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('"', '')
    .trim();
}

/** Width and height of what the numbers count, in words. */
export function resolutionText({ screen, screenshot }: PromptInput, coordinates: CoordinateRule): string {
  const size = coordinateSpan(coordinates, { screen, sent: screenshot?.size ?? null });
  return size === null ? 'as much as the screenshot' : `${size.width}x${size.height}`;
}

/** The system message: the signature of the tool, and how to call it. */
export function systemText(
  templates: SystemTemplates,
  offer: Omit<MobileUseOffer, 'description'>,
  resolution: string,
): string {
  const description = fillTemplate(templates.tool, { resolution });
  return fillTemplate(templates.system, {
    signature: mobileUseSignature({ ...offer, description }),
    format: templates.format,
  });
}

/** What Qwen's families ask: the system message, then one turn with the earlier steps in words and the screenshot. */
export function mobileUseRequest(
  templates: SystemTemplates & TurnTemplates,
  input: PromptInput,
  asked: {
    readonly offer: Omit<MobileUseOffer, 'description'>;
    readonly coordinates: CoordinateRule;
    readonly form: HistoryForm;
    readonly reminder: string;
  },
): ModelRequest {
  const { offer, coordinates, form, reminder } = asked;
  const system = systemText(templates, offer, resolutionText(input, coordinates));
  const turn = turnText(templates, input, { steps: historyLine(input, form), reminder });
  return { messages: [message('system', system), message('user', turn, input.screenshot)] };
}

type SystemTemplates = Readonly<Record<'system' | 'tool' | 'format', string>>;
type TurnTemplates = Readonly<Record<'turn' | 'step' | 'progress' | 'reasoning', string>>;

/** The user's turn: query, step, reminder, how to reason, progress. `steps` is the earlier steps in words. */
export function turnText(
  templates: TurnTemplates,
  input: PromptInput,
  said: { readonly steps: string; readonly reminder?: string; readonly date?: string },
): string {
  const { steps, reminder = '', date = '' } = said;
  return fillTemplate(templates.turn, {
    date,
    instruction: input.instruction,
    step: stepText(templates.step, input),
    reminder,
    reasoning: templates.reasoning,
    progress: steps === '' ? '' : fillTemplate(templates.progress, { steps }),
  }).trimEnd();
}
