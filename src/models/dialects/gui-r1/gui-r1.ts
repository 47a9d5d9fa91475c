import { defineDialect } from '../define-dialect.js';
import type { ScrollMeaning } from '../dialect.js';
import { PERMILLE, QWEN25_COORDINATES } from '../coordinate-rules.js';
import { r1Parts } from '../r1-answer/r1-parts.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'gui_r1';

const PROMPTS = {
  turn: `This screenshot shows a phone. Continue with the command '{{instruction}}'. Earlier actions: {{history}}
{{step}}
Choose the next action, one of: {{actions}}. Give the position to touch as whole pixels of the screenshot, and a text where the action needs one: type the text itself, scroll the direction (up, down, left, right), open_app the name of the app.
Think between <think> and </think>, then answer between <answer> and </answer> with a list of one entry:
<think> ... </think> <answer>[{'action': 'click', 'point': [x, y], 'input_text': 'no input text'}]</answer>
Where an action has no position, point is [-100, -100]; where it has no text, input_text is 'no input text'. Examples:
[{'action': 'click', 'point': [123, 300], 'input_text': 'no input text'}]
[{'action': 'type', 'point': [-100, -100], 'input_text': 'shanghai shopping mall'}]
[{'action': 'scroll', 'point': [-100, -100], 'input_text': 'down'}]
[{'action': 'complete', 'point': [-100, -100], 'input_text': 'no input text'}]`,
  step: `What to do now: {{step_instruction}}`,
} as const;

const PROBENCH = ['wait', 'complete', 'click', 'back', 'type', 'enter', 'scroll'] as const;
interface Variant {
  readonly actions: readonly string[];
  readonly scroll: ScrollMeaning;
  readonly coordinates: CoordinateRule;
}

const ANDROIDCONTROL: Variant = {
  actions: [
    'click',
    'long_press',
    'type',
    'scroll',
    'open_app',
    'navigate_back',
    'navigate_home',
    'wait',
    'complete',
  ],
  scroll: 'content',
  coordinates: QWEN25_COORDINATES,
};

const VARIANTS: Readonly<Record<string, Variant>> = {
  androidcontrol: ANDROIDCONTROL,
  guiodyssey: {
    actions: [
      'press_back',
      'press_recent',
      'press_home',
      'complete',
      'long_press',
      'scroll',
      'click',
      'impossible',
      'type',
    ],
    scroll: 'finger',
    coordinates: QWEN25_COORDINATES,
  },
  probench: { actions: PROBENCH, scroll: 'content', coordinates: QWEN25_COORDINATES },
  probench_permille: { actions: PROBENCH, scroll: 'content', coordinates: PERMILLE },
};

/**
 * GUI-R1, and other models asked in its form: a list of one entry in an answer tag, as Python prints it. The variants
 * differ in the actions on offer; `probench_permille` is for InternVL3, which answers in 0–1000.
 *
 * Source: GUI-R1 paper and repository; ProBench paper, appendix B. The wording is ours.
 */
export const guiR1 = defineDialect({
  family: FAMILY,
  title: 'GUI-R1; InternVL3 and Qwen2.5-VL as ProBench asks them',
  variants: Object.keys(VARIANTS),
  create: ({ variant = 'androidcontrol', coordinates: given, scroll, prompts }) => {
    const chosen = VARIANTS[variant] ?? ANDROIDCONTROL;
    const coordinates = given ?? chosen.coordinates;
    const templates = { ...PROMPTS, ...prompts };
    const offer = {
      family: FAMILY,
      actions: chosen.actions,
      coordinates,
      scroll: scroll ?? chosen.scroll,
      pointKeys: ['point'],
      needsAllKeys: true,
    };
    return {
      ...r1Parts(offer, templates),
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 1024 },
      answer: (list, { thought }) => `<think> ${thought} </think> <answer>${list}</answer>`,
    };
  },
});
