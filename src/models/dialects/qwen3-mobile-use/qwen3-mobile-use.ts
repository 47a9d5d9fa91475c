import { chooseSwitches } from '../choose-switches.js';
import { defineReleases } from '../define-releases.js';
import type { PictureRule } from '../../../domain/observation-rule.js';
import type { Sampling } from '../dialect.js';
import { mobileUseParts } from '../mobile-use/mobile-use-parts.js';
import {
  HISTORY_FORMS,
  MOBILE_USE_PROMPTS,
  mobileUseRequest,
  type HistoryForm,
} from '../mobile-use/mobile-use-prompt.js';
import {
  MOBILE_USE_ACTIONS,
  MOBILE_USE_BUTTONS,
  type MobileUseAction,
} from '../mobile-use/mobile-use-tool.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'qwen3_mobile_use';

const PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Answer in three parts: a line "Thought:" with what you see and plan, a line "Action:" with one sentence in the imperative that says what you do, then the tool call.`,
} as const;

/** How Qwen3-VL is asked by its cookbook or a benchmark. */
export interface Qwen3Release {
  /** Positions run from 0 to this number, in the prompt and in answers. */
  readonly span: { readonly read: number; readonly stated: number };
  /** The last sentence of every turn but the first. */
  readonly reminder: string;
  /** Actions of the tool that the prompt offers. */
  readonly actions: readonly MobileUseAction[];
  readonly historyForm: HistoryForm;
  readonly picture: PictureRule;
  readonly sampling: Sampling;
}

/** What the model is asked with unless a benchmark asks otherwise. */
export const QWEN3_SPAN1000: Qwen3Release = {
  span: { read: 1000, stated: 1000 },
  reminder: '',
  actions: MOBILE_USE_ACTIONS.filter((action) => action !== 'key' && action !== 'interact'),
  historyForm: 'summary',
  // Limits of the processor, so that the picture it sees is the one that was sent.
  picture: {
    resize: { algorithm: 'smart_resize', factor: 32, minPixels: 4096, maxPixels: 16_777_216 },
    format: 'png',
  },
  sampling: { maxOutputTokens: 2048 },
};

/**
 * Qwen3-VL with its tool `mobile_use`. Positions are relative: 0–1000 (`span1000`), or 0–999 as its cookbook has it
 * (`span999`).
 *
 * Source: Qwen3-VL cookbook. The wording is ours.
 */
export const qwen3MobileUse = defineReleases<Qwen3Release>({
  family: FAMILY,
  title: 'Qwen3-VL, calling its tool mobile_use',
  releases: {
    span1000: QWEN3_SPAN1000,
    span999: { ...QWEN3_SPAN1000, span: { read: 999, stated: 999 } },
  },
  create: ({ coordinates: given, prompts, switches: chosen }, release) => {
    const { span, actions, historyForm, picture, sampling } = release;
    const coordinates: CoordinateRule = given ?? { space: 'norm', span: span.read };
    const shown: CoordinateRule = given ?? { space: 'norm', span: span.stated };
    const templates = { ...PROMPTS, reminder: release.reminder, ...prompts };
    const switches = chooseSwitches({ historyForm }, chosen, { historyForm: HISTORY_FORMS });
    return {
      ...mobileUseParts({
        family: FAMILY,
        answerEnds: false,
        interacts: false,
        coordinates,
        tag: 'tool_call',
        thinkingIsSummary: false,
      }),
      observation: { picture },
      prompts: templates,
      switches,
      sampling,
      buildRequest: (input) =>
        mobileUseRequest(templates, input, {
          offer: { actions, buttons: [...MOBILE_USE_BUTTONS.keys()] },
          coordinates: shown,
          form: switches.historyForm,
          reminder: input.stepsTaken === 0 ? '' : templates.reminder,
        }),
      answer: (call, { thought, summary }) =>
        `Thought: ${thought}\nAction: "${summary}"\n<tool_call>\n${call}\n</tool_call>`,
    };
  },
});
