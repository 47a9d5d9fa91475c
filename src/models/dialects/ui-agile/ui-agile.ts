import { QWEN25_COORDINATES } from '../coordinate-rules.js';
import { defineDialect } from '../define-dialect.js';
import { r1Parts } from '../r1-answer/r1-parts.js';

const FAMILY = 'ui_agile';

const ACTIONS = ['click', 'open_app', 'scroll', 'navigate_back', 'input_text', 'wait'] as const;

const PROMPTS = {
  turn: `This screenshot shows a phone. Carry out the command '{{instruction}}'. Earlier actions: {{history}}
{{step}}
Choose the next action, one of: {{actions}}. A click needs a position in whole pixels of the screenshot, input_text the text, open_app the name of the app, scroll the direction (up, down, left, right): down shows what is further down the page.
Think between <think> and </think>, then answer between <answer> and </answer> with a list of one entry:
<think> ... </think> <answer>[{'action': 'click', 'coordinate': [x, y]}]</answer>
Examples:
[{'action': 'click', 'coordinate': [123, 300]}]
[{'action': 'input_text', 'input_text': 'hello'}]
[{'action': 'open_app', 'app': 'Maps'}]
[{'action': 'scroll', 'direction': 'down'}]
[{'action': 'navigate_back'}]
[{'action': 'wait'}]`,
  step: `What to do now: {{step_instruction}}`,
} as const;

/**
 * UI-AGILE. A list of one entry in an answer tag; what an action needs has a name of its own: `coordinate`, `input_text`,
 * `app`, `direction`. There is no word for the end of a task, nor for a long press.
 *
 * Source: UI-AGILE repository, `eval/android_control`. The wording is ours.
 */
export const uiAgile = defineDialect({
  family: FAMILY,
  title: 'UI-AGILE 3B and 7B',
  variants: [],
  create: ({ coordinates = QWEN25_COORDINATES, scroll = 'content', prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    const offer = {
      family: FAMILY,
      actions: ACTIONS,
      coordinates,
      scroll,
      pointKeys: ['coordinate'],
      textKeys: { type: 'input_text', scroll: 'direction', open_app: 'app' },
      needsAllKeys: false,
      anyTextKey: true,
    };
    return {
      ...r1Parts(offer, templates),
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 256 },
      answer: (list, { thought }) => `<think> ${thought} </think> <answer>${list}</answer>`,
    };
  },
});
