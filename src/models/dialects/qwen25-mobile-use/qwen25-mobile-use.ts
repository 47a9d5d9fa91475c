import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import type { Sampling } from '../dialect.js';
import {
  HISTORY_FORMS,
  MOBILE_USE_PROMPTS,
  historyLine,
  resolutionText,
  systemText,
  turnText,
} from '../mobile-use/mobile-use-prompt.js';
import type { HistoryForm } from '../mobile-use/mobile-use-prompt.js';
import { parseMobileUse } from '../mobile-use/parse-mobile-use.js';
import { printMobileUse, printMobileUseLine } from '../mobile-use/print-mobile-use.js';
import { pictureFor, pictureParts } from '../picture-for.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

const FAMILY = 'qwen25_mobile_use';

const PROMPTS = {
  ...MOBILE_USE_PROMPTS,
  reasoning: `Before the call, think within <thinking> and </thinking> about what the screen shows and what comes next. Behind the call, say within <conclusion> and </conclusion> in one sentence what it does.`,
} as const;

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

const ACTIONS = [
  'key',
  'click',
  'long_press',
  'swipe',
  'type',
  'system_button',
  'open',
  'wait',
  'terminate',
] as const;
const COLORBENCH_ACTIONS = ACTIONS.filter((action) => action !== 'key');

const RULES: Readonly<Record<string, CoordinateRule>> = {
  local: {
    space: 'resized',
    to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 },
  },
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
export const qwen25MobileUse: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'Qwen2.5-VL, calling its tool mobile_use',
  variants: ['local', 'hosted', 'colorbench', 'colorbench_executor'],
  create: ({ variant = 'local', coordinates: given, history, picture, prompts, switches: chosen }) => {
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
    const grammar = {
      family: FAMILY,
      answerEnds: false,
      interacts: false,
      coordinates,
      tag: isColorbench ? 'action' : 'tool_call',
      thinkingIsSummary: isColorbench && !isExecutor,
    } as const;
    return {
      family: FAMILY,
      variant,
      version: '1',
      coordinates,
      scroll: null,
      observation: {
        screenshot: true,
        marked: null,
        text: null,
        picture: picture ?? pictureFor(coordinates),
      },
      history: { steps: null, pictures: 0, ...history },
      prompts: templates,
      switches,
      sampling: isColorbench ? COLORBENCH_SAMPLING : SAMPLING,
      maxActionsPerStep: 1,
      buildRequest: (input) => {
        const offer = {
          actions: isColorbench ? COLORBENCH_ACTIONS : ACTIONS,
          buttons: isColorbench ? ['Back', 'Home'] : ['Back', 'Home', 'Menu', 'Enter'],
        };
        const first = input.stepsTaken - input.history.length + 1;
        const steps = historyLine(input.history, first, switches.historyForm);
        return {
          messages: [
            {
              role: 'system',
              content: [
                { type: 'text', text: systemText(templates, offer, resolutionText(input, coordinates)) },
              ],
            },
            {
              role: 'user',
              content: [
                { type: 'text', text: turnText(templates, input, { steps, reminder: templates.reminder }) },
                ...pictureParts(input.screenshot),
              ],
            },
          ],
        };
      },
      parse: (text, context) => parseMobileUse(text, context, grammar),
      printCall: (action, sizes) => printMobileUseLine(action, grammar, sizes),
      printAnswer: (action, { thought, summary }, sizes) => {
        const call = printMobileUse(action, grammar, sizes);
        if (call === null) return null;
        const tag = isExecutor ? 'description' : 'thinking';
        return isColorbench
          ? `<action>\n${call}\n</action>\n<${tag}>\n${summary}\n</${tag}>`
          : `<thinking>\n${thought}\n</thinking>\n<tool_call>\n${call}\n</tool_call>\n<conclusion>\n${summary}\n</conclusion>`;
      },
    };
  },
});
