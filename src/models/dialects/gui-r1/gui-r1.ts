import { defineReleases } from '../define-releases.js';
import type { ScrollMeaning } from '../dialect.js';
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

/** The actions that a benchmark offers to GUI-R1, and what its numbers and directions mean. */
export interface GuiR1Release {
  readonly actions: readonly string[];
  readonly scroll: ScrollMeaning;
  readonly coordinates: CoordinateRule;
}

/**
 * GUI-R1, and other models asked in its form: a list of one entry in an answer tag, as Python prints it. Its
 * releases are the benchmarks it is tried on, which differ in the actions on offer.
 *
 * Source: GUI-R1 paper and repository. The wording is ours.
 */
export const guiR1 = defineReleases<GuiR1Release>({
  family: FAMILY,
  title: 'GUI-R1; InternVL3 and Qwen2.5-VL asked as GUI-R1 is',
  releases: {},
  create: ({ coordinates: given, scroll, prompts }, release) => {
    const coordinates = given ?? release.coordinates;
    const templates = { ...PROMPTS, ...prompts };
    const offer = {
      family: FAMILY,
      actions: release.actions,
      coordinates,
      scroll: scroll ?? release.scroll,
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
