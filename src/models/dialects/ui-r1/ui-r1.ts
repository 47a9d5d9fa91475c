import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import { pictureFor } from '../picture-for.js';
import { parseR1Answer } from '../r1-answer/parse-r1-answer.js';
import { printR1Line, printR1List } from '../r1-answer/print-r1-answer.js';
import type { R1Offer } from '../r1-answer/print-r1-answer.js';
import { r1Request } from '../r1-answer/r1-prompt.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'ui_r1';

const PROMPTS = {
  turn: `This screenshot shows a phone. Continue with the command '{{instruction}}'.
{{step}}
Choose the next action, one of: {{actions}}. A click and a long press need a position in whole pixels of the screenshot; type, scroll and open_app need input_text: the text, the direction, the name.
Think between <think> and </think>, then answer between <answer> and </answer>:
<think> ... </think>
<answer>[{'action': 'click', 'coordinate': [x, y]}]</answer>`,
  step: `What to do now: {{step_instruction}}`,
} as const;

const PROBENCH_PROMPTS = {
  ...PROMPTS,
  turn: `This screenshot shows a phone. Continue with the command '{{instruction}}'.
{{step}}
Choose the next action, one of: {{actions}}. Give the position to click as whole pixels of the screenshot, and a text where the action needs one.
Think between <think> and </think>, then answer between <answer> and </answer>:
<think> ... </think> <answer>['action': 'click', 'point': [x, y], 'input_text': 'no input text']</answer>`,
} as const;

const PAPER_ACTIONS = [
  'click',
  'long_press',
  'type',
  'scroll',
  'open_app',
  'back',
  'wait',
  'complete',
] as const;
const PROBENCH_ACTIONS = ['wait', 'complete', 'click', 'back', 'type', 'enter', 'scroll'] as const;

const RESIZED: CoordinateRule = {
  space: 'resized',
  to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 },
};

/**
 * UI-R1. `paper` names positions `coordinate`; `probench` asks as that benchmark does, whose template forgets the braces
 * (they are not missed in answers). No history; the size of the model's picture is computed, never assumed.
 *
 * Source: UI-R1 paper and repository; ProBench paper, appendix B. The wording is ours.
 */
export const uiR1: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'UI-R1',
  variants: ['paper', 'probench'],
  create: ({ variant = 'paper', coordinates: given, scroll, history, picture, prompts }) => {
    const isProbench = variant === 'probench';
    const coordinates = given ?? RESIZED;
    const templates = { ...(isProbench ? PROBENCH_PROMPTS : PROMPTS), ...prompts };
    const offer: R1Offer = {
      family: FAMILY,
      actions: isProbench ? PROBENCH_ACTIONS : PAPER_ACTIONS,
      coordinates,
      scroll: scroll ?? 'content',
      pointKeys: isProbench ? ['point', 'coordinate'] : ['coordinate', 'point'],
      needsAllKeys: false,
    };
    return {
      family: FAMILY,
      variant,
      version: '1',
      coordinates,
      scroll: offer.scroll,
      observation: {
        screenshot: true,
        marked: null,
        text: null,
        picture: picture ?? pictureFor(coordinates),
      },
      history: { steps: 0, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { maxOutputTokens: 1024 },
      maxActionsPerStep: 1,
      buildRequest: (input) => r1Request(input, templates, offer.actions),
      parse: (text, context) => parseR1Answer(text, context, offer),
      printCall: (action, sizes) => printR1Line(action, offer, sizes),
      printAnswer: (action, { thought }, sizes) => {
        const list = printR1List(action, offer, sizes);
        return list === null ? null : `<think> ${thought} </think>\n<answer>${list}</answer>`;
      },
    };
  },
});
