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

/** An argument of the tool: the actions that take it, in the order in which they are told, and what it is. */
interface Argument {
  readonly of: readonly MobileUseAction[];
  /** @param takers the offered actions that take it, as a list in words */
  readonly schema: (takers: string, offer: MobileUseOffer) => Readonly<Record<string, unknown>>;
}

const ARGUMENTS: Readonly<Record<string, Argument>> = {
  coordinate: {
    of: ['click', 'long_press', 'swipe'],
    schema: (takers) => point(`[x, y] from the left and top edge; for ${takers}`),
  },
  coordinate2: { of: ['swipe'], schema: () => point('[x, y] where a swipe ends') },
  text: {
    of: ['key', 'type', 'answer', 'interact', 'open'],
    schema: (takers) => ({ description: `for ${takers}`, type: 'string' }),
  },
  time: {
    of: ['long_press', 'wait'],
    schema: (takers) => ({ description: `seconds; for ${takers}`, type: 'number' }),
  },
  button: {
    of: ['system_button'],
    schema: (takers, { buttons }) => ({ description: `for ${takers}`, enum: buttons, type: 'string' }),
  },
  status: {
    of: ['terminate'],
    schema: (takers) => ({ description: `for ${takers}`, enum: ['success', 'failure'], type: 'string' }),
  },
};

/**
 * The signature of the tool in the function-call form that the models were trained with: the offered actions, and of the
 * arguments those that one of them takes.
 *
 * Source: Qwen2.5-VL and Qwen3-VL cookbooks, for names and types; the wording is ours.
 */
export function mobileUseSignature(offer: MobileUseOffer): string {
  const { actions, description } = offer;
  const action = {
    description: actions.map((name) => `${name}: ${MEANINGS[name]}`).join('; '),
    enum: actions,
    type: 'string',
  };
  const taken = Object.entries(ARGUMENTS).flatMap(([name, { of, schema }]) => {
    const takers = of.filter((taker) => actions.includes(taker));
    return takers.length === 0 ? [] : [[name, schema(inWords(takers), offer)] as const];
  });
  const parameters = {
    type: 'object',
    properties: { action, ...Object.fromEntries(taken) },
    required: ['action'],
  };
  return JSON.stringify({ type: 'function', function: { name: 'mobile_use', description, parameters } });
}

function point(description: string): Readonly<Record<string, unknown>> {
  return { description, type: 'array', items: { type: 'number' } };
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
