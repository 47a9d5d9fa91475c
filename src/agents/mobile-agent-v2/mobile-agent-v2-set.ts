import { officialItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import { message } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { sentSize } from '../../models/prompt-sets/sent-size.js';

/** The texts in which the acting model's helpers are asked, and the hint that all are given. */
export const V2_TEXTS = {
  hint: 'mobile-agent-v2.hint',
  memory: 'mobile-agent-v2.memory',
  reflectSystem: 'mobile-agent-v2.system.reflect',
  reflect: 'mobile-agent-v2.reflect',
  processSystem: 'mobile-agent-v2.system.memory-and-process',
  process: 'mobile-agent-v2.process',
} as const;

/** What the acting model is told besides task, screen and earlier operations, by the name of its place among the notes. */
export type OperationNotes = Partial<
  Record<'hint' | 'keyboard' | 'completed' | 'memory' | 'failed' | 'last_operation' | 'last_action', string>
>;

/**
 * How Mobile-Agent-v2 asks its models. Earlier operations come with their sentences as they are told again; what is known
 * besides comes as notes.
 *
 * Source: Mobile-Agent-v2 reference code, `run.py`, `prompt.py`, `chat.py` and `api.py`.
 */
export const MOBILE_AGENT_V2_SET: PromptSet = {
  name: 'mobile-agent-v2',
  title: 'Mobile-Agent-v2: any model that sees',
  dialect: 'mobile_agent_v2',
  benchmarks: [],
  agents: ['mobile-agent-v2'],
  texts: ['mobile-agent-v2.system.action', 'mobile-agent-v2.action'],
  agentTexts: Object.values(V2_TEXTS),
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'jpeg' },
  sampling: { temperature: 0, maxOutputTokens: 2048, seed: 1234 },
  request: (input, { texts }) => {
    const { instruction, history, elementText, screenshot } = input;
    const notes: OperationNotes = input.notes;
    const { width, height } = sentSize(input);
    const { hint = '', completed = '', memory = '' } = notes;
    const text = texts.build('mobile-agent-v2.action', {
      values: {
        width: `${width}`,
        height: `${height}`,
        instruction,
        add_info: hint,
        completed_content: completed,
        memory,
        last_summary: notes.last_operation ?? '',
        last_action: notes.last_action ?? '',
      },
      conditions: {
        keyboard: notes.keyboard === 'on',
        'add_info != ""': hint !== '',
        'len(action_history) > 0': history.length > 0,
        'completed_content != ""': completed !== '',
        'memory != ""': memory !== '',
        error_flag: notes.failed !== undefined,
      },
      loops: {
        'clickable_info in clickable_infos': officialItems(elementText),
        'i in range(len(action_history))': history.map(({ summary, call }, index) => ({
          values: {
            'i+1': `${index + 1}`,
            'summary_history[i].split(" to ")[0].strip()': summary ?? '',
            'action_history[i]': call ?? '',
          },
        })),
      },
    });
    return {
      messages: [
        message('system', texts.text('mobile-agent-v2.system.action')),
        message('user', text, screenshot),
      ],
    };
  },
};
