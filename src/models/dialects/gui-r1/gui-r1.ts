import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import type { ScrollMeaning } from '../dialect.js';
import { pictureFor } from '../picture-for.js';
import { parseR1Answer } from '../r1-answer/parse-r1-answer.js';
import { printR1Line, printR1List } from '../r1-answer/print-r1-answer.js';
import type { R1Offer } from '../r1-answer/print-r1-answer.js';
import { r1Request } from '../r1-answer/r1-prompt.js';
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
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
const RESIZED: CoordinateRule = {
  space: 'resized',
  to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 },
};

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
  coordinates: RESIZED,
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
    coordinates: RESIZED,
  },
  probench: { actions: PROBENCH, scroll: 'content', coordinates: RESIZED },
  probench_permille: { actions: PROBENCH, scroll: 'content', coordinates: PERMILLE },
};

/**
 * GUI-R1, and other models asked in its form: a list of one entry in an answer tag, as Python prints it. The variants
 * differ in the actions on offer; `probench_permille` is for InternVL3, which answers in 0–1000.
 *
 * Source: GUI-R1 paper and repository; ProBench paper, appendix B. The wording is ours.
 */
export const guiR1: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'GUI-R1; InternVL3 and Qwen2.5-VL as ProBench asks them',
  variants: Object.keys(VARIANTS),
  create: ({ variant = 'androidcontrol', coordinates: given, scroll, history, picture, prompts }) => {
    const chosen = VARIANTS[variant] ?? ANDROIDCONTROL;
    const coordinates = given ?? chosen.coordinates;
    const templates = { ...PROMPTS, ...prompts };
    const offer: R1Offer = {
      family: FAMILY,
      actions: chosen.actions,
      coordinates,
      scroll: scroll ?? chosen.scroll,
      pointKeys: ['point'],
      needsAllKeys: true,
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
      history: { steps: null, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0, maxOutputTokens: 1024 },
      maxActionsPerStep: 1,
      buildRequest: (input) => r1Request(input, templates, offer.actions),
      parse: (text, context) => parseR1Answer(text, context, offer),
      printCall: (action, sizes) => printR1Line(action, offer, sizes),
      printAnswer: (action, { thought }, sizes) => {
        const list = printR1List(action, offer, sizes);
        return list === null ? null : `<think> ${thought} </think> <answer>${list}</answer>`;
      },
    };
  },
});
