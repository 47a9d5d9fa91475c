import { defineReleases } from '../define-releases.js';
import { QWEN25_COORDINATES } from '../coordinate-rules.js';
import { r1Parts } from '../r1-answer/r1-parts.js';

const FAMILY = 'ui_r1';

/** As the paper asks, in our words. */
export const UI_R1_PROMPTS = {
  turn: `This screenshot shows a phone. Continue with the command '{{instruction}}'.
{{step}}
Choose the next action, one of: {{actions}}. A click and a long press need a position in whole pixels of the screenshot; type, scroll and open_app need input_text: the text, the direction, the name.
Think between <think> and </think>, then answer between <answer> and </answer>:
<think> ... </think>
<answer>[{'action': 'click', 'coordinate': [x, y]}]</answer>`,
  step: `What to do now: {{step_instruction}}`,
} as const;

/** How the paper or a benchmark asks UI-R1. */
export interface UiR1Release {
  readonly prompts: Readonly<Record<keyof typeof UI_R1_PROMPTS, string>>;
  readonly actions: readonly string[];
  /** What a position is called, the name to print first. */
  readonly pointKeys: readonly string[];
}

/**
 * UI-R1. `paper` names positions `coordinate`. No history; the size of the model's picture is computed, never assumed.
 *
 * Source: UI-R1 paper and repository. The wording is ours.
 */
export const uiR1 = defineReleases<UiR1Release>({
  family: FAMILY,
  title: 'UI-R1',
  releases: {
    paper: {
      prompts: UI_R1_PROMPTS,
      actions: ['click', 'long_press', 'type', 'scroll', 'open_app', 'back', 'wait', 'complete'],
      pointKeys: ['coordinate', 'point'],
    },
  },
  create: ({ coordinates: given, scroll, prompts }, release) => {
    const coordinates = given ?? QWEN25_COORDINATES;
    const templates = { ...release.prompts, ...prompts };
    const offer = {
      family: FAMILY,
      actions: release.actions,
      coordinates,
      scroll: scroll ?? 'content',
      pointKeys: release.pointKeys,
      needsAllKeys: false,
      anyTextKey: true,
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
