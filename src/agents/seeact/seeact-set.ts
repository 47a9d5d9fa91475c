import { choiceLetters } from '../../domain/questions/choice-letters.js';
import { SEEACT_ACTIONS } from '../../models/dialects/seeact/parse-seeact.js';
import { message } from '../../models/dialects/prompt-parts.js';
import type { PromptInput } from '../../models/dialects/dialect.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';

const TEXTS = {
  system: 'seeact.system',
  question: 'seeact.question',
  referring: 'seeact.referring',
  format: 'seeact.element-format',
  task: 'seeact.task-head',
  previous: 'seeact.previous-head',
  none: 'seeact.none-option',
} as const;

/** Actions that need no element, in the order of the others; the published code's is another one in every process. */
const WITHOUT_ELEMENT = SEEACT_ACTIONS.filter(
  (name) => !['CLICK', 'LONG PRESS', 'INPUT TEXT', 'SWIPE'].includes(name),
);

/** How SeeAct asks its model. Source: AndroidWorld reference code, `seeact.py` and `seeact_utils.py`. */
export const SEEACT_SET: PromptSet = {
  name: 'seeact',
  title: 'SeeAct on AndroidWorld: any model that sees',
  dialect: 'seeact',
  benchmarks: [],
  agents: ['seeact'],
  texts: Object.values(TEXTS),
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'jpeg', quality: 75 },
  sampling: { temperature: 0, maxOutputTokens: 4096, pictureDetail: 'high' },
  request: (input, { texts }) => {
    const { screenshot, notes } = input;
    const system = message('system', texts.text(TEXTS.system));
    const question = questionText(input, texts);
    const choices = choicesText(input, texts);
    const described = notes['next_action'];
    if (described === undefined) {
      return { messages: [system, message('user', `${question}\n\n${choices}`, screenshot)] };
    }
    return {
      messages: [
        system,
        message('user', question, screenshot),
        message('assistant', described),
        message('user', choices),
      ],
    };
  },
};

function questionText({ instruction, history }: PromptInput, texts: PromptTexts): string {
  const lines = history.map(({ summary, call }) => `${summary ?? call ?? ''}\n`);
  const head = texts.fill(TEXTS.task, { task: instruction });
  return `${head}${texts.text(TEXTS.previous)}${lines.join('')}\n${texts.text(TEXTS.question)}`;
}

function choicesText({ elementText, elements }: PromptInput, texts: PromptTexts): string {
  const format = texts.fill(TEXTS.format, {
    ACTIONS_WITHOUT_ELEMENT: WITHOUT_ELEMENT.join(', '),
    VALID_ACTIONS: SEEACT_ACTIONS.join(', '),
  });
  const none = texts.fill(TEXTS.none, { non_abcd: choiceLetters(elements?.count ?? 0) });
  const choices = elementText ? `${elementText}\n${none}` : '';
  return `${texts.text(TEXTS.referring)}\n\n${choices}${format}`;
}
