import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { Sampling } from '../dialect.js';
import { mobileUseParts } from '../mobile-use/mobile-use-parts.js';
import {
  HISTORY_FORMS,
  MOBILE_USE_PROMPTS,
  mobileUseRequest,
  type HistoryForm,
} from '../mobile-use/mobile-use-prompt.js';
import { MOBILE_USE_ACTIONS, MOBILE_USE_BUTTONS } from '../mobile-use/mobile-use-tool.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'qwen3_mobile_use';

const PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Answer in three parts: a line "Thought:" with what you see and plan, a line "Action:" with one sentence in the imperative that says what you do, then the tool call.`,
  reminder: '',
} as const;
const COLORBENCH_REMINDER = `Apps are opened by their name, never by their icon.`;

const ACTIONS = MOBILE_USE_ACTIONS.filter((action) => action !== 'key' && action !== 'interact');
const COLORBENCH_ACTIONS = ACTIONS.filter((action) => action !== 'open');

/** What the numbers are read by, and what the prompt says they are. */
const SPANS: Readonly<Record<string, { readonly read: number; readonly stated: number }>> = {
  span1000: { read: 1000, stated: 1000 },
  span999: { read: 999, stated: 999 },
  colorbench: { read: 1000, stated: 999 },
};

/** Processor limits of Qwen3-VL, so that the picture it sees is the one that was sent. */
const PICTURE = {
  resize: { algorithm: 'smart_resize', factor: 32, minPixels: 4096, maxPixels: 16_777_216 },
  format: 'png',
} as const;

/** Source: section 4 of the ColorBench paper. */
const COLORBENCH_SAMPLING: Sampling = { temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024 };

/**
 * Qwen3-VL with its tool `mobile_use`. Positions are relative: 0–1000 (`span1000`), 0–999 as its cookbook has it
 * (`span999`), or said to be 0–999 and read as 0–1000 (`colorbench`).
 *
 * Source: Qwen3-VL cookbook; ColorBench reference code `agent_qwen3.py`. The wording is ours.
 */
export const qwen3MobileUse = defineDialect({
  family: FAMILY,
  title: 'Qwen3-VL, calling its tool mobile_use',
  variants: ['span1000', 'span999', 'colorbench'],
  create: ({ variant = 'span1000', coordinates: given, prompts, switches: chosen }) => {
    const isColorbench = variant === 'colorbench';
    const { read, stated } = SPANS[variant] ?? { read: 1000, stated: 1000 };
    const coordinates: CoordinateRule = given ?? { space: 'norm', span: read };
    const shown: CoordinateRule = given ?? { space: 'norm', span: stated };
    const templates = { ...PROMPTS, ...(isColorbench ? { reminder: COLORBENCH_REMINDER } : {}), ...prompts };
    const historyForm: HistoryForm = isColorbench ? 'thought_and_action' : 'summary';
    const switches = chooseSwitches({ historyForm }, chosen, { historyForm: HISTORY_FORMS });
    const offer = {
      actions: isColorbench ? COLORBENCH_ACTIONS : ACTIONS,
      buttons: [...MOBILE_USE_BUTTONS.keys()],
    };
    return {
      ...mobileUseParts({
        family: FAMILY,
        answerEnds: false,
        interacts: false,
        coordinates,
        tag: 'tool_call',
        thinkingIsSummary: false,
      }),
      observation: { picture: isColorbench ? { resize: null, format: 'png' } : PICTURE },
      prompts: templates,
      switches,
      sampling: isColorbench ? COLORBENCH_SAMPLING : { maxOutputTokens: 2048 },
      buildRequest: (input) =>
        mobileUseRequest(templates, input, {
          offer,
          coordinates: shown,
          form: switches.historyForm,
          reminder: input.stepsTaken === 0 ? '' : templates.reminder,
        }),
      answer: (call, { thought, summary }) =>
        `Thought: ${thought}\nAction: "${summary}"\n<tool_call>\n${call}\n</tool_call>`,
    };
  },
});
