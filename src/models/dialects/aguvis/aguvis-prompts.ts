/** Names and parameters of the functions. Source: Aguvis constants as published. */
const FUNCTIONS: readonly (readonly [
  name: string,
  does: string,
  parameters: Readonly<Record<string, string>>,
])[] = [
  ['pyautogui.click', 'tap at this position', { x: 'number', y: 'number' }],
  ['pyautogui.write', 'type into the focused field', { message: 'string' }],
  ['pyautogui.press', 'press a key such as enter', { keys: 'array' }],
  ['pyautogui.scroll', 'scroll by this share of the page; negative shows what is below', { page: 'number' }],
  ['pyautogui.hscroll', 'scroll sideways; positive shows what is to the right', { page: 'number' }],
  ['mobile.swipe', 'move the finger along this path', { from_coord: 'array', to_coord: 'array' }],
  ['mobile.long_press', 'press and hold at this position', { x: 'number', y: 'number' }],
  ['mobile.home', 'go to the home screen', {}],
  ['mobile.back', 'go back', {}],
  ['mobile.wait', 'let the screen change', { seconds: 'number' }],
  ['mobile.open_app', 'open an app', { app_name: 'string' }],
  ['mobile.terminate', 'end the task and report success or failure', { status: 'string' }],
];

const LIST = FUNCTIONS.map(([name, description, parameters]) => {
  const properties = Object.fromEntries(Object.entries(parameters).map(([key, type]) => [key, { type }]));
  const required = Object.keys(parameters);
  return `- ${JSON.stringify({ name, description, parameters: { type: 'object', properties, required } })}`;
}).join('\n');

export const AGUVIS_PROMPTS = {
  system: `You are a GUI agent. For a task and a screenshot you call functions, one at a time, until the task is done.
Positions are shares of the picture, from 0 at the top left to 1.

Functions:
${LIST}`,
  turn: `Choose the next move from the screenshot, the instruction and what was done before.

Instruction: {{instruction}}
{{step}}

Previous actions:
{{history}}

{{elements}}`,
};
