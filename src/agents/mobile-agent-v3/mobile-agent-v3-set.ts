import { V3_RESIZE } from '../../models/dialects/mobile-agent-v3/mobile-agent-v3.js';
import { V3_ACTIONS } from '../../models/dialects/mobile-agent-v3/v3-actions.js';
import { message } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** The texts in which the executor's helpers are asked, and what the roles are given, by what they are. */
export const V3_TEXTS = {
  manager: 'mobile-agent-v3.manager',
  reflector: 'mobile-agent-v3.actionreflector',
  notetaker: 'mobile-agent-v3.notetaker',
  tips: 'mobile-agent-v3.tips',
  addInfo: 'mobile-agent-v3.manager.add-info',
  noteHtml: 'mobile-agent-v3.manager.note.html',
  noteRecorder: 'mobile-agent-v3.manager.note.recorder',
  logSuccessful: 'mobile-agent-v3.executor.log.successful',
  logFailed: 'mobile-agent-v3.executor.log.failed',
  invalid: 'mobile-agent-v3.invalid',
} as const;

/** What the executor is told besides task and screen, by the name of its place among the notes. */
export type ExecutorNotes = Partial<Record<'plan' | 'subgoal' | 'progress' | 'tips' | 'outcomes', string>>;

/**
 * How Mobile-Agent-v3 asks its models: one message each. What the executor is told besides task and screen comes as notes
 * from the agent.
 *
 * Source: Mobile-Agent-v3 reference code, `android_world_v3`: `mobile_agent_v3.py`, `mobile_agent_v3_agent.py`, `infer_ma3.py`.
 */
export const MOBILE_AGENT_V3_SET: PromptSet = {
  name: 'mobile-agent-v3',
  title: 'Mobile-Agent-v3 as its authors run it on AndroidWorld',
  dialect: 'mobile_agent_v3',
  benchmarks: [],
  agents: ['mobile-agent-v3'],
  texts: [
    'mobile-agent-v3.executor',
    ...Object.keys(V3_ACTIONS).map((name) => `mobile-agent-v3.action.${name}`),
  ],
  agentTexts: Object.values(V3_TEXTS),
  history: { steps: 5, pictures: 0 },
  picture: { resize: V3_RESIZE, format: 'png' },
  sampling: {},
  request: ({ instruction, screenshot, notes: given }, { texts }) => {
    const notes: ExecutorNotes = given;
    const { plan = '', subgoal = '', progress = '', tips = '', outcomes = '' } = notes;
    const text = texts.build('mobile-agent-v3.executor', {
      values: {
        'info_pool.instruction': instruction,
        'info_pool.plan': plan,
        truncated_current_goal: subgoal,
        'info_pool.progress_status': progress,
        'info_pool.additional_knowledge_executor[0]': tips,
      },
      conditions: {
        'info_pool.progress_status != ""': progress !== '',
        'info_pool.additional_knowledge_executor[0] != ""': tips !== '',
        // The script holds its guidelines in a list of one.
        'len(info_pool.additional_knowledge_executor) > 1': false,
        '"exact duplicates" in info_pool.instruction': instruction.includes('exact duplicates'),
        '"Audio Recorder" in info_pool.instruction': instruction.includes('Audio Recorder'),
        'info_pool.action_history != []': outcomes !== '',
      },
      loops: {
        'action, value in ATOMIC_ACTION_SIGNITURES_noxml.items()': Object.entries(V3_ACTIONS).map(
          ([action, args]) => ({
            values: {
              action,
              "', '.join(value['arguments'])": args.join(', '),
              "value['description'](info_pool)": texts.text(`mobile-agent-v3.action.${action}`),
            },
          }),
        ),
        // One round for all: each line is a text of its own, with its line break.
        'act, summ, outcome, err_des in zip(latest_actions, latest_summary, latest_outcomes, error_descriptions)':
          [{ values: { action_log_str: outcomes } }],
      },
    });
    return { messages: [message('user', text, screenshot)] };
  },
};
