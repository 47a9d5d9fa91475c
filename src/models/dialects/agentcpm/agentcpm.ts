import type { Action } from '../../../domain/action.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { longLine } from '../one-line.js';
import { printCompactJson } from '../print-json.js';
import { message, stepText } from '../prompt-parts.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import { AGENTCPM_KEYS, DEFAULT_DURATION_MS, agentcpmSchema } from './agentcpm-schema.js';
import { parseAgentcpm } from './parse-agentcpm.js';

const FAMILY = 'agentcpm';
const PRESS_MS = 1000;

const PROMPTS = {
  system: `# Role
你是操作安卓手机的智能体：你看到屏幕的截图，通过触屏替用户完成任务。

# Task
读懂用户的问题和当前的截图，给出下一步的一个操作。

# Rule
- 输出紧凑的JSON，不带多余的空白
- 输出必须符合下面的Schema

# Schema
{{schema}}`,
  turn: `<Question>{{instruction}}</Question>
{{step}}
当前屏幕截图：`,
  step: '这一步：{{step_instruction}}',
} as const;

/** Whether the schema asks for a thought in every answer. */
const SWITCHES: { readonly thought: 'required' | 'optional' } = { thought: 'required' };

/**
 * AgentCPM-GUI: one compact JSON object per answer, positions 0–1000, no history, pictures of at most 1120 pixels a side.
 *
 * Source: AgentCPM-GUI paper and repository. The wording of the prompt is ours, in the language the model was trained in.
 */
export const agentcpm = defineDialect({
  family: FAMILY,
  title: 'AgentCPM-GUI',
  variants: [],
  create: ({ coordinates = { space: 'norm', span: 1000 }, prompts, switches: chosen }) => {
    const templates = { ...PROMPTS, ...prompts };
    const switches = chooseSwitches(SWITCHES, chosen, { thought: ['required', 'optional'] });
    const options = { family: FAMILY, coordinates };
    const schema = agentcpmSchema(switches.thought);
    return {
      coordinates,
      observation: { picture: { resize: { algorithm: 'longest_side', maxSide: 1120 }, format: 'jpeg' } },
      history: { steps: 0 },
      prompts: templates,
      switches,
      sampling: { temperature: 0.1, topP: 0.3, maxOutputTokens: 2048 },
      // An action together with a status that ends the task is carried out before the task ends.
      maxActionsPerStep: 2,
      buildRequest: (input) => {
        const { instruction, screenshot } = input;
        const text = fillTemplate(templates.turn, { instruction, step: stepText(templates.step, input) });
        const system = fillTemplate(templates.system, { schema });
        return { messages: [message('system', system), message('user', text, screenshot)] };
      },
      parse: (text, context) => parseAgentcpm(text, context, options),
      words: (action, sizes) => {
        const fields = fieldsOf(action, coordinates, sizes);
        return fields === null ? null : printCompactJson(fields);
      },
      line: longLine,
      printAnswer: (action, said, sizes) => {
        const fields = fieldsOf(action, coordinates, sizes);
        return fields === null ? null : printCompactJson({ thought: said.thought, ...fields });
      },
    };
  },
});

function fieldsOf(
  action: Action,
  coordinates: CoordinateRule,
  sizes: PictureSizes,
): Readonly<Record<string, unknown>> | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point' || (action.type === 'tap' && (action.count ?? 1) > 1)) return null;
      const POINT = writePoint(action.target.point, coordinates, sizes);
      if (action.type === 'tap') return { POINT };
      return { POINT, duration: Math.max(action.durationMs ?? PRESS_MS, DEFAULT_DURATION_MS + 1) };
    }
    case 'swipe':
      return swipeFields(action, coordinates, sizes);
    case 'type':
      return { TYPE: action.text };
    case 'key': {
      const word = [...AGENTCPM_KEYS].find(([, key]) => key === action.key)?.[0];
      return word === undefined ? null : { PRESS: word };
    }
    case 'clear_text':
      return { CLEAR: null };
    case 'previous_app':
      return { DEEP_LINK: null };
    case 'wait':
      return { duration: Math.round(action.durationMs ?? PRESS_MS) };
    case 'ask_user':
      return { STATUS: 'need_feedback' };
    case 'stop':
      return { STATUS: STATUS_OF[action.status] };
    default:
      return null;
  }
}

const STATUS_OF = {
  success: 'finish',
  unspecified: 'finish',
  failure: 'impossible',
  infeasible: 'impossible',
  interrupted: 'interrupt',
} as const;

function swipeFields(
  { from, to, at, direction, durationMs }: Extract<Action, { type: 'swipe' }>,
  coordinates: CoordinateRule,
  sizes: PictureSizes,
): Readonly<Record<string, unknown>> | null {
  const time = durationMs === undefined ? {} : { duration: Math.round(durationMs) };
  if (from !== undefined && to !== undefined) {
    const [POINT, end] = [writePoint(from, coordinates, sizes), writePoint(to, coordinates, sizes)];
    return { POINT, to: end, ...time };
  }
  if (at === undefined || direction === null) return null;
  return { POINT: writePoint(at, coordinates, sizes), to: direction, ...time };
}
