import { defineDialect, fillTemplate, formatErrorOf } from 'touchstone/models';

const TURN = 'Your task: {{instruction}}\nAnswer with one line: TYPE text, BACK, WAIT or DONE.';
/** @type {Record<string, import('touchstone').Action>} */
const CALLS = {
  BACK: { type: 'key', key: 'BACK' },
  WAIT: { type: 'wait' },
  DONE: { type: 'stop', status: 'success' },
};

/** @param {import('touchstone').Action} action */
function written(action) {
  if (action.type === 'type' && action.target === undefined) return `TYPE ${action.text}`;
  return Object.keys(CALLS).find((name) => JSON.stringify(CALLS[name]) === JSON.stringify(action)) ?? null;
}

/** For a model that answers in one word. */
export const plainWords = defineDialect({
  family: 'one_word',
  title: 'answers in one word',
  variants: [],
  create: ({ history, prompts }) => {
    const templates = { turn: TURN, ...prompts };
    return {
      family: 'one_word',
      variant: null,
      version: '1',
      coordinates: { space: 'norm', span: 1000 },
      scroll: null,
      observation: { screenshot: true, marked: null, text: null, picture: { resize: null, format: 'png' } },
      history: { steps: 0, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0 },
      maxActionsPerStep: 1,
      buildRequest: ({ instruction }) => ({
        messages: [
          { role: 'user', content: [{ type: 'text', text: fillTemplate(templates.turn, { instruction }) }] },
        ],
      }),
      parse: (answer) => {
        const [, name = '', rest = ''] = /^([A-Z]+) ?(.*)$/.exec(answer.trim()) ?? [];
        const text = /** @type {const} */ ({ type: 'type', text: rest });
        const action = name === 'TYPE' && rest !== '' ? text : CALLS[name];
        if (action === undefined)
          return formatErrorOf(answer, 'unknown_action', 'this is no word of the list');
        return { type: 'actions', actions: [action], warnings: [], lenient: false };
      },
      printCall: written,
      printAnswer: written,
    };
  },
});
