/** Words of PRESS, by the key that they mean. The prompt offers the first three; recorded answers use the fourth too. */
export const AGENTCPM_KEYS: ReadonlyMap<string, string> = new Map([
  ['HOME', 'HOME'],
  ['BACK', 'BACK'],
  ['ENTER', 'ENTER'],
  ['APPSELECT', 'APP_SWITCH'],
]);

/** Words of STATUS. The first two go with an action, the others end the task. */
export const AGENTCPM_STATUSES = [
  'continue',
  'start',
  'finish',
  'satisfied',
  'impossible',
  'interrupt',
  'need_feedback',
] as const;
export type AgentcpmStatus = (typeof AGENTCPM_STATUSES)[number];

/** Milliseconds that count where no duration is given; a longer touch is a long press. */
export const DEFAULT_DURATION_MS = 200;

const POSITION = {
  type: 'array',
  description: '相对屏幕左上角的位置，横纵坐标都从0到1000',
  items: { type: 'integer', minimum: 0, maximum: 1000 },
  minItems: 2,
  maxItems: 2,
} as const;

/**
 * The schema that answers obey, as text for the prompt.
 *
 * Source: AgentCPM-GUI paper and repository, for keys, types and limits; the descriptions are ours.
 *
 * @param thought whether an answer must hold a thought, or may leave it out
 */
export function agentcpmSchema(thought: 'required' | 'optional'): string {
  return JSON.stringify({
    type: 'object',
    description: '下一步操作，以及任务的状态',
    additionalProperties: false,
    properties: {
      thought: { type: 'string', description: '为什么这样做' },
      POINT: { $ref: '#/$defs/Location', description: '点击的位置' },
      to: {
        description: '从POINT滑动到的位置，或手指移动的方向',
        oneOf: [{ enum: ['up', 'down', 'left', 'right'] }, { $ref: '#/$defs/Location' }],
      },
      duration: {
        type: 'integer',
        description: '操作或等待的时间，毫秒',
        minimum: 0,
        default: DEFAULT_DURATION_MS,
      },
      PRESS: { type: 'string', description: '按键', enum: ['HOME', 'BACK', 'ENTER'] },
      TYPE: { type: 'string', description: '输入的文本' },
      STATUS: {
        type: 'string',
        description: '任务的状态',
        enum: AGENTCPM_STATUSES,
        default: 'continue',
      },
    },
    $defs: { Location: POSITION },
    ...(thought === 'required' ? { required: ['thought'] } : {}),
  });
}
