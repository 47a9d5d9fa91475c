/** Names of the actions of the tool, as its `action` argument has them. `interact` is GUI-Owl's. */
export const MOBILE_USE_ACTIONS = [
  'key',
  'click',
  'long_press',
  'swipe',
  'type',
  'answer',
  'interact',
  'system_button',
  'open',
  'wait',
  'terminate',
] as const;
export type MobileUseAction = (typeof MOBILE_USE_ACTIONS)[number];

/** Words of the `button` argument. */
export const MOBILE_USE_BUTTONS: ReadonlyMap<string, string> = new Map([
  ['Back', 'BACK'],
  ['Home', 'HOME'],
  ['Menu', 'MENU'],
  ['Enter', 'ENTER'],
]);

const MEANINGS: Readonly<Record<MobileUseAction, string>> = {
  key: 'send the key event `text`, such as volume_up, power or camera',
  click: 'tap the point `coordinate`',
  long_press: 'hold the point `coordinate` for `time` seconds',
  swipe: 'move the finger from `coordinate` to `coordinate2`',
  type: 'enter `text` into the field that has the focus',
  answer: 'tell the user `text`',
  interact: 'ask the user `text`',
  system_button: 'press the system button `button`',
  open: 'open the app named `text`',
  wait: 'let `time` seconds pass',
  terminate: 'end the task with `status`',
};

/** What a prompt offers of the tool. */
export interface MobileUseOffer {
  readonly actions: readonly MobileUseAction[];
  readonly buttons: readonly string[];
  /** What the tool is for and how large its screen is, in words. */
  readonly description: string;
}

/**
 * The signature of the tool in the function-call form that the models were trained with.
 *
 * Source: Qwen2.5-VL and Qwen3-VL cookbooks, for names and types; the wording is ours.
 */
export function mobileUseSignature({ actions, buttons, description }: MobileUseOffer): string {
  const point = (text: string): unknown => ({ description: text, type: 'array', items: { type: 'number' } });
  const has = (...names: readonly MobileUseAction[]): boolean => names.some((name) => actions.includes(name));
  const properties = {
    action: {
      description: actions.map((action) => `${action}: ${MEANINGS[action]}`).join('; '),
      enum: actions,
      type: 'string',
    },
    coordinate: point('[x, y] from the left and top edge; for click, long_press and swipe'),
    coordinate2: point('[x, y] where a swipe ends'),
    text: {
      description: `for ${['key', 'type', 'answer', 'interact', 'open'].filter((name) => has(name as MobileUseAction)).join(', ')}`,
      type: 'string',
    },
    time: { description: 'seconds; for long_press and wait', type: 'number' },
    button: { description: 'for system_button', enum: buttons, type: 'string' },
    status: { description: 'for terminate', enum: ['success', 'failure'], type: 'string' },
  };
  return JSON.stringify({
    type: 'function',
    function: {
      name: 'mobile_use',
      description,
      parameters: { type: 'object', properties, required: ['action'] },
    },
  });
}
