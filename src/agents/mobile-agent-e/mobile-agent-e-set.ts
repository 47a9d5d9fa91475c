import { officialItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import { E_ACTIONS } from '../../models/dialects/mobile-agent-e/read-e-action.js';
import type { Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import { message } from '../../models/dialects/prompt-parts.js';
import type { FragmentScope } from '../../models/prompt-sources/fill/build-prompt.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { sentSize } from '../../models/prompt-sets/sent-size.js';

/** The texts in which the operator's helpers are asked, and what all are given, by what they are. */
export const E_TEXTS = {
  managerSystem: 'mobile-agent-e.manager.system',
  manager: 'mobile-agent-e.manager.user',
  reflectorSystem: 'mobile-agent-e.actionreflector.system',
  reflector: 'mobile-agent-e.actionreflector.user',
  notetakerSystem: 'mobile-agent-e.notetaker.system',
  notetaker: 'mobile-agent-e.notetaker.user',
  shortcutSystem: 'mobile-agent-e.experiencereflectorshortcut.system',
  shortcut: 'mobile-agent-e.experiencereflectorshortcut.user',
  tipsSystem: 'mobile-agent-e.experiencereflectortips.system',
  tips: 'mobile-agent-e.experiencereflectortips.user',
  initialTips: 'mobile-agent-e.tips.initial',
  shortcutDescription: 'mobile-agent-e.shortcut.description',
  shortcutPrecondition: 'mobile-agent-e.shortcut.precondition',
  logSuccessful: 'mobile-agent-e.operator.log.successful',
  logFailed: 'mobile-agent-e.operator.log.failed',
} as const;

const ACTION_TEXTS = Object.keys(E_ACTIONS).map((name) => `mobile-agent-e.action.${name.toLowerCase()}`);

/** What the operator is told besides task and screen, by the name of its place among the notes. */
export type OperatorNotes = Partial<
  Record<'plan' | 'progress' | 'subgoal' | 'memory' | 'tips' | 'keyboard' | 'outcomes' | 'tap_hint', string>
> & {
  /** A list of shortcuts as JSON: notes are texts. */
  readonly shortcuts?: string;
};

/**
 * How Mobile-Agent-E asks its models. What the operator is told besides task and screen comes as notes from the agent.
 *
 * Source: Mobile-Agent-E reference code, `agents.py`, `inference_agent_E.py` and `api.py`.
 */
export const MOBILE_AGENT_E_SET: PromptSet = {
  name: 'mobile-agent-e',
  title: 'Mobile-Agent-E: any model that sees',
  dialect: 'mobile_agent_e@operator',
  benchmarks: [],
  agents: ['mobile-agent-e'],
  texts: ['mobile-agent-e.operator.system', 'mobile-agent-e.operator.user', ...ACTION_TEXTS],
  agentTexts: Object.values(E_TEXTS),
  history: { steps: 5, pictures: 0 },
  picture: { resize: null, format: 'jpeg' },
  sampling: { temperature: 0, maxOutputTokens: 2048 },
  request: (input, { texts }) => {
    const { instruction, elementText, screenshot } = input;
    const notes: OperatorNotes = input.notes;
    const { width, height } = sentSize(input);
    const { plan = '', progress = '', subgoal = '', memory = '', tips = '', outcomes = '' } = notes;
    const shortcuts = JSON.parse(notes.shortcuts ?? '[]') as readonly Shortcut[];
    const text = texts.build('mobile-agent-e.operator.user', {
      values: {
        'info_pool.instruction': instruction,
        'info_pool.plan': plan,
        'info_pool.progress_status': progress,
        'info_pool.current_subgoal': subgoal,
        'info_pool.width': `${width}`,
        'info_pool.height': `${height}`,
        'info_pool.tips': tips,
        'info_pool.important_notes': memory,
      },
      conditions: {
        'info_pool.progress_status != ""': progress !== '',
        'info_pool.keyboard_pre': notes.keyboard === 'on',
        'info_pool.tips != ""': tips !== '',
        'info_pool.important_notes != ""': memory !== '',
        'info_pool.shortcuts != {}': shortcuts.length > 0,
        'info_pool.action_history != []': outcomes !== '',
        'latest_outcomes[-1] == "C" and "Tap" in action_log_strs[-1] and "Tap" in action_log_strs[-2]':
          notes.tap_hint !== undefined,
      },
      loops: {
        'clickable_info in info_pool.perception_infos_pre': officialItems(elementText),
        ...actionRounds(texts, { width, height }),
        ...shortcutRounds(shortcuts),
        // One round for all: each line is a text of its own, with its line break.
        'act, summ, outcome, err_des in zip(latest_actions, latest_summary, latest_outcomes, error_descriptions)':
          [{ values: { action_log_str: outcomes } }],
      },
    });
    return {
      messages: [
        message('system', texts.text('mobile-agent-e.operator.system')),
        message('user', text, screenshot),
      ],
    };
  },
};

/** The loop over the atomic actions, as a part of a scope. @param size pixels of the picture */
export function actionRounds(
  texts: PromptTexts,
  { width, height }: { readonly width: number; readonly height: number },
): NonNullable<FragmentScope['loops']> {
  const rounds = Object.entries(E_ACTIONS).map(([name, args]) => {
    const id = `mobile-agent-e.action.${name.toLowerCase()}`;
    const description =
      name === 'Swipe'
        ? texts.fill(id, {
            'int(0.5 * info.width)': `${Math.trunc(0.5 * width)}`,
            'int(0.5 * info.height)': `${Math.trunc(0.5 * height)}`,
            'int(0.1 * info.height)': `${Math.trunc(0.1 * height)}`,
          })
        : texts.text(id);
    return {
      values: {
        action: name,
        "', '.join(value['arguments'])": args.join(', '),
        "value['description'](info_pool)": description,
      },
      conditions: { '"Type" not in action': !name.includes('Type') },
    };
  });
  return { 'action, value in ATOMIC_ACTION_SIGNITURES.items()': rounds };
}

/** The loop over the shortcuts, as a part of a scope. */
export function shortcutRounds(shortcuts: readonly Shortcut[]): NonNullable<FragmentScope['loops']> {
  return {
    'shortcut, value in info_pool.shortcuts.items()': shortcuts.map(
      ({ name, arguments: args, description, precondition }) => ({
        values: {
          shortcut: name,
          "', '.join(value['arguments'])": args.join(', '),
          "value['description']": description,
          "value['precondition']": precondition,
        },
      }),
    ),
  };
}
