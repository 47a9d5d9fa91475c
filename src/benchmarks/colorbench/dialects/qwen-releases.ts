import type { Sampling } from '../../../models/dialects/dialect.js';
import {
  QWEN25_LOCAL,
  type Qwen25Release,
} from '../../../models/dialects/qwen25-mobile-use/qwen25-mobile-use.js';
import {
  QWEN3_SPAN1000,
  type Qwen3Release,
} from '../../../models/dialects/qwen3-mobile-use/qwen3-mobile-use.js';

/** Source: section 4 of the ColorBench paper. */
const SAMPLING: Sampling = { temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024 };

/** Source: ColorBench reference code, `agent.py` and `agent_qwen3.py`, which say the same. The wording is ours. */
const OPENING = `Apps are opened with the action open and their Chinese name, never by their icon.`;

/** Source: ColorBench reference code, `agent.py`. The wording is ours. */
const QWEN25: Qwen25Release = {
  ...QWEN25_LOCAL,
  coordinates: { space: 'sent' },
  prompts: {
    ...QWEN25_LOCAL.prompts,
    format: `Answer with one call and why you make it, each between its tags:
<action>
{"name": mobile_use, "arguments": <args-json-object>}
</action>
<thinking>
<what the call does and why, in one or two sentences>
</thinking>`,
    reasoning: '',
    reminder: OPENING,
  },
  actions: QWEN25_LOCAL.actions.filter((action) => action !== 'key'),
  buttons: ['Back', 'Home'],
  historyForm: 'action_and_description',
  tag: 'action',
  thinkingIsSummary: true,
  sampling: SAMPLING,
  answer: (call, { summary }) => `<action>\n${call}\n</action>\n<thinking>\n${summary}\n</thinking>`,
};

/**
 * How the benchmark asks Qwen2.5-VL: the call stands in `<action>`, and the size of the picture is stated as it is sent.
 * `colorbench_executor` is the executor of its multi-agent system, which describes its call and gets everything else
 * from the agent.
 *
 * Source: ColorBench reference code, `agent.py` and `plan_reflect_agent.py`. The wording is ours.
 */
export const QWEN25_RELEASES: Readonly<Record<string, Qwen25Release>> = {
  colorbench: QWEN25,
  colorbench_executor: {
    ...QWEN25,
    prompts: {
      ...QWEN25.prompts,
      format: `Answer with one call and what it does, each between its tags:
<action>
{"name": mobile_use, "arguments": <args-json-object>}
</action>
<description>
<what the call does and why, in one or two sentences>
</description>`,
    },
    thinkingIsSummary: false,
    answer: (call, { summary }) => `<action>\n${call}\n</action>\n<description>\n${summary}\n</description>`,
  },
};

/**
 * How the benchmark asks Qwen3-VL: positions are said to be 0–999 and read as 0–1000.
 *
 * Source: ColorBench reference code, `agent_qwen3.py`. The wording is ours.
 */
export const QWEN3_RELEASES: Readonly<Record<string, Qwen3Release>> = {
  colorbench: {
    span: { read: 1000, stated: 999 },
    reminder: OPENING,
    actions: QWEN3_SPAN1000.actions.filter((action) => action !== 'open'),
    historyForm: 'thought_and_action',
    picture: { resize: null, format: 'png' },
    sampling: SAMPLING,
  },
};
