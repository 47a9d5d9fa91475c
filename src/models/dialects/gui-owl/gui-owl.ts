import type { ModelMessage } from '../../model.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { concludedCall, mobileUseParts } from '../mobile-use/mobile-use-parts.js';
import {
  CONCLUDED,
  MOBILE_USE_PROMPTS,
  historyLine,
  resolutionText,
  systemText,
  turnText,
} from '../mobile-use/mobile-use-prompt.js';
import { MOBILE_USE_ACTIONS, MOBILE_USE_BUTTONS } from '../mobile-use/mobile-use-tool.js';
import { pictureFor } from '../picture-for.js';
import { message } from '../prompt-parts.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'gui_owl';

const V1_PROMPTS = { ...MOBILE_USE_PROMPTS, reasoning: CONCLUDED } as const;

const V15_PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Answer with a line "Action:" that says in one sentence, in the imperative, what you do, and the tool call behind it. When the task is done, tell the user the answer or terminate.`,
  turn: `{{date}}
The user query: {{instruction}}
{{step}}
{{reasoning}}
Previous actions:
{{progress}}`,
  /** Names the day, where it is given. */
  date: `Today's date is: {{today}}`,
  progress: `{{steps}}`,
  /** In place of earlier steps where there are none. */
  none: 'No previous action.',
} as const;

const RULES: Readonly<Record<string, CoordinateRule>> = {
  'v1.5': { space: 'norm', span: 1000 },
  v1: {
    space: 'resized',
    to: {
      algorithm: 'smart_resize_gui_owl',
      factor: 28,
      minPixels: 784,
      maxPixels: 10_035_200,
      maxLongSide: 50_000,
    },
  },
};

/** Words that the vendor's own loops take, for the release and on AndroidWorld. */
const ALIASES = { open_app: 'open', scroll: 'swipe', call_user: 'interact', calluser: 'interact' } as const;

const OFFER = { actions: MOBILE_USE_ACTIONS, buttons: [...MOBILE_USE_BUTTONS.keys()] };

/**
 * GUI-Owl. `v1.5` answers in 0–1000 and is shown its latest screens as turns, older steps as a list; `v1` answers in
 * pixels of the picture that its processor makes, and gets its earlier conclusions as text.
 *
 * Source: Mobile-Agent-v3 and GUI-Owl reference code. The wording is ours.
 */
export const guiOwl = defineDialect({
  family: FAMILY,
  title: 'GUI-Owl 1 and 1.5',
  variants: ['v1.5', 'v1'],
  create: ({ variant = 'v1.5', coordinates: given, prompts }) => {
    const isFirst = variant === 'v1';
    const coordinates = given ?? RULES[variant] ?? { space: 'norm', span: 1000 };
    const [first, later] = [
      { ...V1_PROMPTS, ...prompts },
      { ...V15_PROMPTS, ...prompts },
    ];
    const templates: Readonly<Record<string, string>> = isFirst ? first : later;
    return {
      ...mobileUseParts({
        family: FAMILY,
        answerEnds: true,
        interacts: true,
        aliases: ALIASES,
        coordinates,
        tag: 'tool_call',
        thinkingIsSummary: false,
      }),
      observation: { picture: pictureFor(coordinates) },
      history: { pictures: isFirst ? 0 : 4 },
      prompts: templates,
      sampling: { temperature: 0 },
      buildRequest: (input) => {
        const system = systemText(isFirst ? first : later, OFFER, resolutionText(input, coordinates));
        const turns = isFirst ? [singleTurn(first, input)] : pastTurns(later, input);
        return { messages: [message('system', system), ...turns] };
      },
      answer: (call, said) => (isFirst ? concludedCall(call, said) : actionAndCall(call, said.summary)),
    };
  },
});

function singleTurn(
  templates: Readonly<Record<keyof typeof V1_PROMPTS, string>>,
  input: PromptInput,
): ModelMessage {
  const text = turnText(templates, input, { steps: historyLine(input, 'summary') });
  return message('user', text, input.screenshot);
}

/** The first turn holds the task and the steps without a picture; then screens and answers alternate. */
function pastTurns(
  templates: Readonly<Record<keyof typeof V15_PROMPTS, string>>,
  input: PromptInput,
): ModelMessage[] {
  const { history, stepsTaken, notes } = input;
  const split = firstShown(history);
  const [listed, shown] = [history.slice(0, split), history.slice(split)];
  const steps = historyLine({ ...input, history: listed, stepsTaken: stepsTaken - shown.length }, 'summary');
  const today = notes['date'] ?? '';
  const date = today === '' ? '' : fillTemplate(templates.date, { today });
  const text = turnText(templates, input, { steps: steps === '' ? templates.none : steps, date });
  const opening = (index: number): string[] => (index === 0 ? [text] : []);
  const messages = shown.flatMap((step, index) => [
    message('user', ...opening(index), step.picture),
    message('assistant', answerOf(step) ?? ''),
  ]);
  const screen = input.screenshot ?? (shown.length > 0 ? 'There is no screenshot.' : null);
  return [...messages, message('user', ...opening(shown.length), screen)];
}

/** Index of the earliest step from which on every step has its picture and an answer. */
function firstShown(history: readonly PromptStep[]): number {
  let index = history.length;
  while (index > 0) {
    const step = history[index - 1];
    if (step === undefined || step.picture === null || answerOf(step) === null) break;
    index -= 1;
  }
  return index;
}

function answerOf({ answer, call, summary }: PromptStep): string | null {
  if (answer !== null) return answer;
  return call === null ? null : actionAndCall(call, summary ?? 'Go on.');
}

function actionAndCall(call: string, summary: string): string {
  return `Action: ${summary}\n<tool_call>\n${call}\n</tool_call>`;
}
