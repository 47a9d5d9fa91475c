/** The actions of the executor with their arguments, in the order in which they are offered. Source: Mobile-Agent-v3 reference code. */
export const V3_ACTIONS = {
  answer: ['text'],
  click: ['coordinate'],
  long_press: ['coordinate'],
  type: ['text'],
  system_button: ['button'],
  swipe: ['coordinate', 'coordinate2'],
  open_app: ['text'],
} as const satisfies Record<string, readonly string[]>;
