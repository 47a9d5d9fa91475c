import type { Action, Target } from '../../../domain/action.js';
import { choiceLetters } from '../../../domain/questions/choice-letters.js';
import { defineDialect } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { longLine } from '../one-line.js';
import { message, stepText } from '../prompt-parts.js';
import { SEEACT_ACTIONS, parseSeeact } from './parse-seeact.js';
import { publishedChoice, SEEACT_READER } from './published-choice.js';

const FAMILY = 'seeact';
/** An earlier step whose agent says nothing of it. */
const UNREAD = 'Nothing: the answer could not be read.';

const PROMPTS = {
  system: `You carry out tasks on an Android phone for a user. At each step you are shown the current screen and told what was done before, and you find the one next action.`,
  describe: `The task: {{instruction}}
{{step}}

Previous actions:
{{history}}

The screenshot shows the current screen. Say what kind of screen it is, whether the previous actions worked, and what to do next. Then describe the next action: its element, where that is, and what is done with it. One action only; a field is typed into without a tap before it.`,
  choose: `Now choose the element and the action. The choices are the elements of the screen that can be acted on:

{{elements}}

{{none}}
If the next action has no element, write None. The actions are {{actions}}. The value is the text of INPUT TEXT and ANSWER, the app of OPEN APP, the finger's direction (up, down, left, right) of SWIPE, and None for any other action. Use ANSWER to tell the user something, TERMINATE when nothing is left to do.

End your answer with exactly these three lines:
ELEMENT: <letters of the choice, or None>
ACTION: <one of the actions>
VALUE: <value, or None>`,
  step: `What to do now: {{step_instruction}}`,
  /** The choice behind those of the screen; left out where there are none. */
  none: `If the element of the next action is none of them, choose {{letter}}.`,
} as const;

/**
 * SeeAct with textual choices: three lines name a lettered element, an action and a value. An agent that asks for a
 * description first passes it as the note `next_action`; the request then continues that conversation.
 *
 * Source: SeeAct paper; AndroidWorld, agent `seeact.py`. The wording is ours.
 */
export const seeact = defineDialect({
  family: FAMILY,
  title: 'SeeAct: any model that sees, choosing among lettered elements',
  variants: [],
  references: { [SEEACT_READER]: publishedChoice },
  create: ({ coordinates = { space: 'sent' }, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    return {
      version: '2',
      coordinates,
      scroll: 'finger',
      observation: { text: 'seeact' },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 4096 },
      buildRequest: (input) => {
        const { instruction, elementText, elements, screenshot, notes } = input;
        const steps = input.history.map(({ summary, call }) => summary ?? call ?? UNREAD);
        const count = elements?.count ?? 0;
        const describe = fillTemplate(templates.describe, {
          instruction,
          step: stepText(templates.step, input),
          history: steps.join('\n') || 'None',
        });
        const choose = fillTemplate(templates.choose, {
          elements: elementText || 'There are no choices.',
          none: count === 0 ? '' : fillTemplate(templates.none, { letter: choiceLetters(count) }),
          actions: SEEACT_ACTIONS.join(', '),
        });
        const described = notes['next_action'];
        const turns =
          described === undefined
            ? [message('user', `${describe}\n\n${choose}`, screenshot)]
            : [
                message('user', describe, screenshot),
                message('assistant', described),
                message('user', choose),
              ];
        return { messages: [message('system', templates.system), ...turns] };
      },
      parse: (text, context) => parseSeeact(text, context, FAMILY),
      words: choiceText,
      line: longLine,
      answer: (call, { thought, summary }) => `${thought}\n${summary}\n${call}`,
    };
  },
});

/** The three lines; null for an action that has no words here. */
function choiceText(action: Action): string | null {
  switch (action.type) {
    case 'tap':
      return (action.count ?? 1) > 1 ? null : onElement('CLICK', action.target, 'None');
    case 'long_press':
      return onElement('LONG PRESS', action.target, 'None');
    case 'type':
      return action.target === undefined ? null : onElement('INPUT TEXT', action.target, action.text);
    case 'swipe':
      if (action.direction === null) return null;
      return action.target === undefined
        ? lines('None', 'SWIPE', action.direction)
        : onElement('SWIPE', action.target, action.direction);
    case 'key': {
      const name = { HOME: 'NAVIGATE HOME', BACK: 'NAVIGATE BACK', ENTER: 'KEYBOARD ENTER' }[action.key];
      return name === undefined ? null : lines('None', name, 'None');
    }
    case 'open_app':
      return lines('None', 'OPEN APP', action.app);
    case 'wait':
      return lines('None', 'WAIT', 'None');
    case 'answer':
      return action.terminal ? null : lines('None', 'ANSWER', action.text);
    case 'stop':
      return lines('None', 'TERMINATE', 'None');
    default:
      return null;
  }
}

function onElement(name: string, target: Target, value: string): string | null {
  const element = target.type === 'element' || target.type === 'point' ? target.element : undefined;
  return element === undefined || element < 0 ? null : lines(choiceLetters(element), name, value);
}

/** A value is one line of text; an empty one, or the word for nothing, would be read as nothing. */
function lines(element: string, name: string, value: string): string | null {
  const flat = value.replaceAll(/\s+/g, ' ').trim();
  if (flat === '' || (/^none\.?$/i.test(flat) && value !== 'None')) return null;
  return `ELEMENT: ${element}\nACTION: ${name}\nVALUE: ${flat}`;
}
