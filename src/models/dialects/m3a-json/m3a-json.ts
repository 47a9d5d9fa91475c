import { defineDialect } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { longLine } from '../one-line.js';
import { historyLines, stepText, userTurn } from '../prompt-parts.js';
import { parseM3aJson } from './parse-m3a-json.js';
import { printM3aAction } from './print-m3a-json.js';
import { M3A_READER, publishedM3aAction } from './published-m3a-action.js';

const FAMILY = 'm3a_json';

const PROMPTS = {
  turn: `You operate an Android phone for a user: you answer questions and carry out tasks by acting on the phone, one action at a time. At each step you get {{shown}}. Choose one of these actions, as JSON of the given form:
- The task is done, nothing is left to do: \`{"action_type": "status", "goal_status": "complete"}\`
- The task cannot be done: \`{"action_type": "status", "goal_status": "infeasible"}\`
- Answer the user's question: \`{"action_type": "answer", "text": "<answer_text>"}\`
- Tap an element; the index is its number: \`{"action_type": "click", "index": <target_index>}\`
- Hold an element: \`{"action_type": "long_press", "index": <target_index>}\`
- Type into a field; it is touched first, and Enter is pressed at the end: \`{"action_type": "input_text", "text": <text_input>, "index": <target_index>}\`
- Press Enter: \`{"action_type": "keyboard_enter"}\`
- Go to the home screen: \`{"action_type": "navigate_home"}\`
- Go back: \`{"action_type": "navigate_back"}\`
- Show more of the screen, or of one element where there is an index: \`{"action_type": "scroll", "direction": <up, down, left, right>, "index": <optional_target_index>}\`
- Open an app: \`{"action_type": "open_app", "app_name": <name>}\`
- Let the screen settle: \`{"action_type": "wait"}\`

The user's goal: {{instruction}}
{{step}}

What you have done so far:
{{history}}

{{elements}}

Guidelines:
- Prefer the shortest way: open apps with open_app instead of looking for their icons.
- When an action changed nothing, try another way instead of repeating it.
- A question is answered with the answer action before the task is declared complete.
- An index must be one of the elements listed; what you want may have to be scrolled into view first.
- direction says which part of the page to show: down shows what is further down.
- Check a field before typing into it, and do not tap it first: input_text does.

Answer in exactly this form, the reason on why this action comes next, the action as JSON of one of the forms above:
Reason: ...
Action: {"action_type": ...}`,
  step: `What to do now: {{step_instruction}}`,
  /** What the model gets, with pictures. */
  shown_pictures: `the current screenshot, the same screenshot with numbered boxes around its elements (a number may be hard to see: use the list as well), and a list of the elements`,
  /** What the model gets, without. */
  shown_text: `a list of the elements of the current screen`,
} as const;

/**
 * M3A, and T3A, which sees no pictures: a reason and one JSON action, elements by the numbers of the whole element list.
 *
 * Source: AndroidWorld, agents `m3a.py` and `t3a.py`. The wording is ours.
 */
export const m3aJson = defineDialect({
  family: FAMILY,
  title: 'M3A and T3A: any model that chooses among numbered elements',
  variants: ['m3a', 't3a'],
  references: { [M3A_READER]: publishedM3aAction },
  create: ({ variant = 'm3a', coordinates = { space: 'sent' }, prompts }) => {
    const seesPictures = variant !== 't3a';
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates };
    return {
      // 3: an empty reason is none, and an argument that no action has is an error.
      version: '3',
      coordinates,
      scroll: 'content',
      observation: {
        screenshot: seesPictures,
        marked: seesPictures ? 'm3a' : null,
        text: seesPictures ? 'm3a' : 't3a',
      },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 1000 },
      buildRequest: (input) => {
        const { instruction, elementText, screenshot, marked } = input;
        const text = fillTemplate(templates.turn, {
          shown: seesPictures ? templates.shown_pictures : templates.shown_text,
          instruction,
          step: stepText(templates.step, input),
          history: historyText(input, seesPictures ? '- ' : ': '),
          elements: `The elements of the current screen:\n${elementText || 'None is known.'}`,
        });
        return seesPictures ? userTurn(text, screenshot, marked) : userTurn(text);
      },
      parse: (text, context) => parseM3aJson(text, context, options),
      words: (action, sizes) => printM3aAction(action, options, sizes),
      line: longLine,
      // An answer without a reason counts for nothing: what it does stands there where nobody recorded one.
      answer: (call, { thought, summary }) => `Reason: ${thought || summary || call}\nAction: ${call}`,
    };
  },
});

/**
 * The two agents ask for a summary of every step in a separate call; without one, the prompt shows the action itself.
 */
function historyText(input: PromptInput, colon: string): string {
  const line = ({ summary, call }: PromptStep, number: number): string =>
    `Step ${number}${colon}${summary ?? call ?? 'an answer nobody could read'}`;
  return historyLines(input, line).join('\n') || 'Nothing yet.';
}
