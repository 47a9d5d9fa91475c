import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { Sampling } from '../dialect.js';
import { concludedCall, mobileUseParts } from '../mobile-use/mobile-use-parts.js';
import {
  CONCLUDED,
  HISTORY_FORMS,
  MOBILE_USE_PROMPTS,
  mobileUseRequest,
  type HistoryForm,
} from '../mobile-use/mobile-use-prompt.js';
import { MOBILE_USE_ACTIONS, MOBILE_USE_BUTTONS } from '../mobile-use/mobile-use-tool.js';
import { pictureFor } from '../picture-for.js';
import { QWEN25_COORDINATES } from '../coordinate-rules.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'qwen25_mobile_use';

const PROMPTS = { ...MOBILE_USE_PROMPTS, reasoning: CONCLUDED } as const;

const COLORBENCH_PROMPTS = {
  ...PROMPTS,
  format: `Answer with one call and why you make it, each between its tags:
<action>
{"name": mobile_use, "arguments": <args-json-object>}
</action>
<thinking>
<what the call does and why, in one or two sentences>
</thinking>`,
  reasoning: '',
  reminder: `Apps are opened with the action open and their Chinese name, never by their icon.`,
} as const;

/** The executor of the multi-agent system describes its call, and is told everything else by the agent. */
const EXECUTOR_PROMPTS = {
  ...COLORBENCH_PROMPTS,
  format: `Answer with one call and what it does, each between its tags:
<action>
{"name": mobile_use, "arguments": <args-json-object>}
</action>
<description>
<what the call does and why, in one or two sentences>
</description>`,
} as const;

const ACTIONS = MOBILE_USE_ACTIONS.filter((action) => action !== 'answer' && action !== 'interact');
const COLORBENCH_ACTIONS = ACTIONS.filter((action) => action !== 'key');

const RULES: Readonly<Record<string, CoordinateRule>> = {
  local: QWEN25_COORDINATES,
  hosted: {
    space: 'resized',
    to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 1_003_520 },
  },
  colorbench: { space: 'sent' },
  colorbench_executor: { space: 'sent' },
};

/** Source: the evaluation of AgentCPM-GUI, and section 4 of the ColorBench paper. */
const SAMPLING: Sampling = { temperature: 0.01, topP: 0.01, topK: 1, maxOutputTokens: 2048 };
const COLORBENCH_SAMPLING: Sampling = { temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024 };

/**
 * Qwen2.5-VL with its tool `mobile_use`. Positions are pixels of the picture that its processor makes. Variants: `local`
 * for servers with the limits of the processor's file, `hosted` for the smaller budget of hosted models, `colorbench` for
 * that benchmark's prompt, which puts the call into `<action>` and states the size of the picture as it is sent,
 * `colorbench_executor` for the same as the executor of that benchmark's multi-agent system is asked.
 *
 * Source: Qwen2.5-VL cookbook; ColorBench reference code `agent.py`, `plan_reflect_agent.py`. The wording is ours.
 */
export const qwen25MobileUse = defineDialect({
  family: FAMILY,
  title: 'Qwen2.5-VL, calling its tool mobile_use',
  variants: ['local', 'hosted', 'colorbench', 'colorbench_executor'],
  create: ({ variant = 'local', coordinates: given, prompts, switches: chosen }) => {
    const isExecutor = variant === 'colorbench_executor';
    const isColorbench = variant === 'colorbench' || isExecutor;
    const coordinates = given ?? RULES[variant] ?? { space: 'sent' };
    const own = isExecutor
      ? EXECUTOR_PROMPTS
      : isColorbench
        ? COLORBENCH_PROMPTS
        : { ...PROMPTS, reminder: '' };
    const templates = { ...own, ...prompts };
    const historyForm: HistoryForm = isColorbench ? 'action_and_description' : 'summary';
    const switches = chooseSwitches({ historyForm }, chosen, { historyForm: HISTORY_FORMS });
    const offer = {
      actions: isColorbench ? COLORBENCH_ACTIONS : ACTIONS,
      buttons: isColorbench ? ['Back', 'Home'] : [...MOBILE_USE_BUTTONS.keys()],
    };
    return {
      ...mobileUseParts({
        family: FAMILY,
        answerEnds: false,
        interacts: false,
        coordinates,
        tag: isColorbench ? 'action' : 'tool_call',
        thinkingIsSummary: isColorbench && !isExecutor,
      }),
      observation: { picture: pictureFor(coordinates) },
      prompts: templates,
      switches,
      sampling: isColorbench ? COLORBENCH_SAMPLING : SAMPLING,
      buildRequest: (input) =>
        mobileUseRequest(templates, input, {
          offer,
          coordinates,
          form: switches.historyForm,
          reminder: templates.reminder,
        }),
      answer: (call, said) => {
        if (!isColorbench) return concludedCall(call, said);
        const tag = isExecutor ? 'description' : 'thinking';
        return `<action>\n${call}\n</action>\n<${tag}>\n${said.summary}\n</${tag}>`;
      },
    };
  },
});
