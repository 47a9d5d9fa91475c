import { chooseSwitches } from '../choose-switches.js';
import { defineReleases } from '../define-releases.js';
import type { Sampling, SaidWithAction } from '../dialect.js';
import { concludedCall, mobileUseParts } from '../mobile-use/mobile-use-parts.js';
import {
  CONCLUDED,
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
import { pictureFor } from '../picture-for.js';
import { QWEN25_COORDINATES } from '../coordinate-rules.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'qwen25_mobile_use';

const PROMPTS = { ...MOBILE_USE_PROMPTS, reasoning: CONCLUDED, reminder: '' } as const;

/** How one server or benchmark asks Qwen2.5-VL. */
export interface Qwen25Release {
  readonly coordinates: CoordinateRule;
  readonly prompts: Readonly<Record<keyof typeof PROMPTS, string>>;
  /** Actions of the tool, and names of its system buttons, that the prompt offers. */
  readonly actions: readonly MobileUseAction[];
  readonly buttons: readonly string[];
  readonly historyForm: HistoryForm;
  /** What stands around the call. */
  readonly tag: 'tool_call' | 'action';
  readonly thinkingIsSummary: boolean;
  readonly sampling: Sampling;
  /** The whole answer around a call. */
  readonly answer: (call: string, said: SaidWithAction) => string;
}

/** What the model is asked with unless a benchmark asks otherwise. Source of the sampling: the evaluation of AgentCPM-GUI. */
export const QWEN25_LOCAL: Qwen25Release = {
  coordinates: QWEN25_COORDINATES,
  prompts: PROMPTS,
  actions: MOBILE_USE_ACTIONS.filter((action) => action !== 'answer' && action !== 'interact'),
  buttons: [...MOBILE_USE_BUTTONS.keys()],
  historyForm: 'summary',
  tag: 'tool_call',
  thinkingIsSummary: false,
  sampling: { temperature: 0.01, topP: 0.01, topK: 1, maxOutputTokens: 2048 },
  answer: concludedCall,
};

/**
 * Qwen2.5-VL with its tool `mobile_use`. Positions are pixels of the picture that its processor makes. Variants: `local`
 * for servers with the limits of the processor's file, `hosted` for the smaller budget of hosted models.
 *
 * Source: Qwen2.5-VL cookbook. The wording is ours.
 */
export const qwen25MobileUse = defineReleases<Qwen25Release>({
  family: FAMILY,
  title: 'Qwen2.5-VL, calling its tool mobile_use',
  releases: {
    local: QWEN25_LOCAL,
    hosted: {
      ...QWEN25_LOCAL,
      coordinates: {
        space: 'resized',
        to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 1_003_520 },
      },
    },
  },
  create: ({ coordinates: given, prompts, switches: chosen }, release) => {
    const { actions, buttons, historyForm, tag, thinkingIsSummary, sampling, answer } = release;
    const coordinates = given ?? release.coordinates;
    const templates = { ...release.prompts, ...prompts };
    const switches = chooseSwitches({ historyForm }, chosen, { historyForm: HISTORY_FORMS });
    return {
      ...mobileUseParts({
        family: FAMILY,
        answerEnds: false,
        interacts: false,
        coordinates,
        tag,
        thinkingIsSummary,
      }),
      observation: { picture: pictureFor(coordinates) },
      prompts: templates,
      switches,
      sampling,
      buildRequest: (input) =>
        mobileUseRequest(templates, input, {
          offer: { actions, buttons },
          coordinates,
          form: switches.historyForm,
          reminder: templates.reminder,
        }),
      answer,
    };
  },
});
