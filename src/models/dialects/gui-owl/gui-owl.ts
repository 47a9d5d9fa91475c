import type { ModelMessage } from '../../model.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import {
  MOBILE_USE_PROMPTS,
  historyLine,
  resolutionText,
  systemText,
  turnText,
} from '../mobile-use/mobile-use-prompt.js';
import { parseMobileUse } from '../mobile-use/parse-mobile-use.js';
import { printMobileUse, printMobileUseLine } from '../mobile-use/print-mobile-use.js';
import { pictureFor, pictureParts } from '../picture-for.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'gui_owl';

const V1_PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Before the call, think within <thinking> and </thinking> about what the screen shows and what comes next. Behind the call, say within <conclusion> and </conclusion> in one sentence what it does.`,
} as const;

const V15_PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Answer with a line "Action:" that says in one sentence, in the imperative, what you do, and the tool call behind it. When the task is done, tell the user the answer or terminate.`,
  turn: `{{date}}
The user query: {{instruction}}
{{step}}
{{reasoning}}
Previous actions:
{{progress}}`,
  /** Names the day, where somebody says which it is. */
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

const OFFER = {
  actions: [
    'key',
    'click',
    'long_press',
    'swipe',
    'type',
    'answer',
    'interact',
    'system_button',
    'open',
    'wait',
    'terminate',
  ],
  buttons: ['Back', 'Home', 'Menu', 'Enter'],
} as const;

/**
 * GUI-Owl. `v1.5` answers in 0–1000 and is shown its latest screens as turns, older steps as a list; `v1` answers in
 * pixels of the picture that its processor makes, and is told its conclusions as text.
 *
 * Source: Mobile-Agent-v3 and GUI-Owl reference code. The wording is ours.
 */
export const guiOwl: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'GUI-Owl 1 and 1.5',
  variants: ['v1.5', 'v1'],
  create: ({ variant = 'v1.5', coordinates: given, history, picture, prompts }) => {
    const isFirst = variant === 'v1';
    const coordinates = given ?? RULES[variant] ?? { space: 'norm', span: 1000 };
    const grammar = {
      family: FAMILY,
      answerEnds: true,
      interacts: true,
      coordinates,
      tag: 'tool_call',
      thinkingIsSummary: false,
    } as const;
    const [first, later] = [
      { ...V1_PROMPTS, ...prompts },
      { ...V15_PROMPTS, ...prompts },
    ];
    const templates: Readonly<Record<string, string>> = isFirst ? first : later;
    return {
      family: FAMILY,
      variant,
      version: '1',
      coordinates,
      scroll: null,
      observation: {
        screenshot: true,
        marked: null,
        text: null,
        picture: picture ?? pictureFor(coordinates),
      },
      history: { steps: null, pictures: isFirst ? 0 : 4, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0 },
      maxActionsPerStep: 1,
      buildRequest: (input) => {
        const system = systemText(isFirst ? first : later, OFFER, resolutionText(input, coordinates));
        const turns = isFirst ? [singleTurn(first, input)] : pastTurns(later, input);
        return { messages: [{ role: 'system', content: [{ type: 'text', text: system }] }, ...turns] };
      },
      parse: (text, context) => parseMobileUse(text, context, grammar),
      printCall: (action, sizes) => printMobileUseLine(action, grammar, sizes),
      printAnswer: (action, { thought, summary }, sizes) => {
        const call = printMobileUse(action, grammar, sizes);
        if (call === null) return null;
        return isFirst
          ? `<thinking>\n${thought}\n</thinking>\n<tool_call>\n${call}\n</tool_call>\n<conclusion>\n${summary}\n</conclusion>`
          : `Action: ${summary}\n<tool_call>\n${call}\n</tool_call>`;
      },
    };
  },
});

function singleTurn(
  templates: Readonly<Record<keyof typeof V1_PROMPTS, string>>,
  input: PromptInput,
): ModelMessage {
  const first = input.stepsTaken - input.history.length + 1;
  const text = turnText(templates, input, { steps: historyLine(input.history, first, 'summary') });
  return { role: 'user', content: [{ type: 'text', text }, ...pictureParts(input.screenshot)] };
}

/** The first turn holds the task and the steps without a picture; then screens and answers alternate. */
function pastTurns(
  templates: Readonly<Record<keyof typeof V15_PROMPTS, string>>,
  input: PromptInput,
): ModelMessage[] {
  const { history, stepsTaken, notes } = input;
  const split = firstShown(history);
  const [told, shown] = [history.slice(0, split), history.slice(split)];
  const steps = historyLine(told, stepsTaken - history.length + 1, 'summary');
  const today = notes['date'] ?? '';
  const date = today === '' ? '' : fillTemplate(templates.date, { today });
  const text = turnText(templates, input, { steps: steps === '' ? templates.none : steps, date });
  const messages: ModelMessage[] = [];
  let opening: ModelMessage['content'] = [{ type: 'text', text }];
  for (const step of shown) {
    messages.push(
      { role: 'user', content: [...opening, ...pictureParts(step.picture)] },
      { role: 'assistant', content: [{ type: 'text', text: answerOf(step) ?? '' }] },
    );
    opening = [];
  }
  const screen = pictureParts(input.screenshot);
  const isEmpty = opening.length === 0 && screen.length === 0;
  const last: ModelMessage['content'] = isEmpty
    ? [{ type: 'text', text: 'There is no screenshot.' }]
    : [...opening, ...screen];
  return [...messages, { role: 'user', content: last }];
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
  return call === null ? null : `Action: ${summary ?? 'Go on.'}\n<tool_call>\n${call}\n</tool_call>`;
}
