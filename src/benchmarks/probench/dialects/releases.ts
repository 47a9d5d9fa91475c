import { PERMILLE, QWEN25_COORDINATES } from '../../../models/dialects/coordinate-rules.js';
import type { GenericCallRelease } from '../../../models/dialects/generic-call/generic-call.js';
import type { GuiR1Release } from '../../../models/dialects/gui-r1/gui-r1.js';
import { callsTurn } from '../../../models/dialects/ui-tars/ui-tars-prompts.js';
import { UI_TARS_15, type UiTarsRelease } from '../../../models/dialects/ui-tars/ui-tars.js';
import { UI_R1_PROMPTS, type UiR1Release } from '../../../models/dialects/ui-r1/ui-r1.js';

/** What the benchmark offers to the models that answer in a list. Source: ProBench paper, appendix B. */
const ACTIONS = ['wait', 'complete', 'click', 'back', 'type', 'enter', 'scroll'] as const;

/** The calls of the benchmark alone, asked for over the picture alone. */
const CALLS = {
  calls: ['Click', 'Type', 'Swipe', 'Back', 'Enter', 'Wait', 'Complete'],
  listsElements: false,
} as const satisfies Partial<GenericCallRelease>;

/** The release whose answers have their call in a tag. */
export const PROBENCH_TAGGED = 'probench_tagged';

/** `probench_tagged` is for Qwen2.5-VL-32B, which puts its call in an answer tag. Source: ProBench paper, appendix B. */
export const GENERIC_CALL_RELEASES: Readonly<Record<string, GenericCallRelease>> = {
  probench: { ...CALLS, coordinates: { space: 'sent' } },
  [PROBENCH_TAGGED]: { ...CALLS, coordinates: QWEN25_COORDINATES, form: 'tagged' },
};

/** `probench_permille` is for InternVL3, which answers in 0–1000. Source: ProBench paper, appendix B. */
export const GUI_R1_RELEASES: Readonly<Record<string, GuiR1Release>> = {
  probench: { actions: ACTIONS, scroll: 'content', coordinates: QWEN25_COORDINATES },
  probench_permille: { actions: ACTIONS, scroll: 'content', coordinates: PERMILLE },
};

/**
 * The benchmark's template forgets the braces, which are not missed in answers.
 *
 * Source: ProBench paper, appendix B. The wording is ours.
 */
export const UI_R1_RELEASES: Readonly<Record<string, UiR1Release>> = {
  probench: {
    prompts: {
      ...UI_R1_PROMPTS,
      turn: `This screenshot shows a phone. Continue with the command '{{instruction}}'.
{{step}}
Choose the next action, one of: {{actions}}. Give the position to click as whole pixels of the screenshot, and a text where the action needs one.
Think between <think> and </think>, then answer between <answer> and </answer>:
<think> ... </think> <answer>['action': 'click', 'point': [x, y], 'input_text': 'no input text']</answer>`,
    },
    actions: ACTIONS,
    pointKeys: ['point', 'coordinate'],
  },
};

/**
 * UI-TARS-1.5-7B with the calls of the benchmark: Enter is one, and there is no wait, no scroll and no home.
 *
 * Source: ProBench paper, appendix B.
 */
export const UI_TARS_RELEASES: Readonly<Record<string, UiTarsRelease>> = {
  probench: {
    ...UI_TARS_15,
    turn: callsTurn(`click(point='<point>x1 y1</point>')
type(content='') # escape quotes as \\' and \\", a line break as \\n
drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')
press_back()
press_enter()
finished() # the task is done`),
    calls: ['click', 'type', 'drag', 'press_back', 'press_enter', 'finished'],
    history: 'text',
  },
};
