import { defineDialect } from '../define-dialect.js';
import { QWEN25_COORDINATES } from '../coordinate-rules.js';
import { r1Parts } from '../r1-answer/r1-parts.js';

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

/**
 * UI-R1. `paper` names positions `coordinate`; `probench` asks as that benchmark does, whose template forgets the braces
 * (they are not missed in answers). No history; the size of the model's picture is computed, never assumed.
 *
 * Source: UI-R1 paper and repository; ProBench paper, appendix B. The wording is ours.
 */
export const uiR1 = defineDialect({
  family: FAMILY,
  title: 'UI-R1',
  variants: ['paper', 'probench'],
  create: ({ variant = 'paper', coordinates: given, scroll, prompts }) => {
    const isProbench = variant === 'probench';
    const coordinates = given ?? QWEN25_COORDINATES;
    const templates = { ...(isProbench ? PROBENCH_PROMPTS : PROMPTS), ...prompts };
    const offer = {
      family: FAMILY,
      actions: isProbench ? PROBENCH_ACTIONS : PAPER_ACTIONS,
      coordinates,
      scroll: scroll ?? 'content',
      pointKeys: isProbench ? ['point', 'coordinate'] : ['coordinate', 'point'],
      needsAllKeys: false,
    };
    return {
      ...r1Parts(offer, templates),
      history: { steps: 0 },
      prompts: templates,
      sampling: { maxOutputTokens: 1024 },
      answer: (list, { thought }) => `<think> ${thought} </think>\n<answer>${list}</answer>`,
    };
  },
});
