import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { pictureParts } from '../picture-for.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { parseM3aJson } from './parse-m3a-json.js';
import { printM3aAction, printM3aLine } from './print-m3a-json.js';

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
export const m3aJson: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'M3A and T3A: any model that chooses among numbered elements',
  variants: ['m3a', 't3a'],
  create: ({ variant = 'm3a', coordinates: given, history, picture, prompts }) => {
    const seesPictures = variant !== 't3a';
    const coordinates: CoordinateRule = given ?? { space: 'sent' };
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates };
    return {
      family: FAMILY,
      variant,
      version: '1',
      coordinates,
      scroll: 'content',
      observation: {
        screenshot: seesPictures,
        marked: seesPictures ? 'm3a' : null,
        text: 'm3a',
        picture: picture ?? { resize: null, format: 'png' },
      },
      history: { steps: null, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0, maxOutputTokens: 1000 },
      maxActionsPerStep: 1,
      buildRequest: (input) => {
        const { instruction, stepInstruction, elementText, screenshot, marked } = input;
        const text = fillTemplate(templates.turn, {
          shown: seesPictures ? templates.shown_pictures : templates.shown_text,
          instruction,
          step:
            stepInstruction === null
              ? ''
              : fillTemplate(templates.step, { step_instruction: stepInstruction }),
          history: historyText(input),
          elements: `The elements of the current screen:\n${elementText || 'None is known.'}`,
        });
        const pictures = seesPictures ? pictureParts(screenshot, marked) : [];
        return { messages: [{ role: 'user', content: [{ type: 'text', text }, ...pictures] }] };
      },
      parse: (text, context) => parseM3aJson(text, context, options),
      printCall: (action, sizes) => printM3aLine(action, options, sizes),
      printAnswer: (action, { thought }, sizes) => {
        const call = printM3aAction(action, options, sizes);
        return call === null ? null : `Reason: ${thought}\nAction: ${call}`;
      },
    };
  },
});

/** The two agents ask for a summary of every step in a call of its own; without one, the action itself is told. */
function historyText({ history, stepsTaken }: PromptInput): string {
  if (history.length === 0) return 'Nothing yet.';
  const first = stepsTaken - history.length + 1;
  return history
    .map(
      ({ summary, call }, index) =>
        `Step ${first + index}- ${summary ?? call ?? 'an answer nobody could read'}`,
    )
    .join('\n');
}
