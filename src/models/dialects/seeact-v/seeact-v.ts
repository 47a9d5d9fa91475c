import { defineDialect } from '../define-dialect.js';
import type { PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { parseM3aJson } from '../m3a-json/parse-m3a-json.js';
import { longLine } from '../one-line.js';
import { historyLines, stepText, userTurn } from '../prompt-parts.js';
import { printSeeActVAction } from './print-seeact-v-action.js';
import { publishedSeeActVAction, SEEACT_V_READER } from './published-seeact-v-action.js';
import { readSeeActVAction } from './read-seeact-v-action.js';

const FAMILY = 'seeact_v';

const PROMPTS = {
  turn: `You operate an Android phone for a user: you answer questions and carry out tasks by acting on the phone, one action at a time. At each step you get the current screenshot, and in words what you have done so far. Choose one of these actions, as JSON of the given form. Another model finds on the screenshot what you describe, so describe it well enough for somebody who sees nothing else:
- The task is done, nothing is left to do: \`{"action_type": "status", "goal_status": "complete"}\`
- The task cannot be done: \`{"action_type": "status", "goal_status": "infeasible"}\`
- Answer the user's question: \`{"action_type": "answer", "text": "<answer_text>"}\`
- Tap something: \`{"action_type": "click", "element": "<its description>"}\`
- Hold something: \`{"action_type": "long_press", "element": "<its description>"}\`
- Type into a field; it is touched first, and Enter is pressed at the end: \`{"action_type": "input_text", "text": "<text_input>", "element": "<description of the field>"}\`
- Press Enter: \`{"action_type": "keyboard_enter"}\`
- Go to the home screen: \`{"action_type": "navigate_home"}\`
- Go back: \`{"action_type": "navigate_back"}\`
- Show more of the screen, or of one element where it is described: \`{"action_type": "scroll", "direction": <up, down, left, right>, "element": "<optional description>"}\`
- Open an app: \`{"action_type": "open_app", "app_name": <name>}\`
- Let the screen settle: \`{"action_type": "wait"}\`

The user's goal: {{instruction}}
{{step}}

What you have done so far:
{{history}}

Guidelines:
- Prefer the shortest way: open apps with open_app instead of looking for their icons.
- When an action changed nothing, try another way instead of repeating it; when the wrong place was touched, describe it in other words.
- A question is answered with the answer action before the task is declared complete.
- What you describe must be on the current screenshot; what you want may have to be scrolled into view first.
- direction says which part of the page to show: down shows what is further down.
- Check a field before typing into it, and do not tap it first: input_text does.

Answer in exactly this form, the reason on why this action comes next, the action as JSON of one of the forms above:
Reason: ...
Action: {"action_type": ...}`,
  step: `What to do now: {{step_instruction}}`,
} as const;

/**
 * SeeAct-V's planner: a reason and one JSON action, what it touches in words that a grounding model finds the place of.
 *
 * Source: Gou et al. 2024 (UGround), SeeAct-V on AndroidWorld, `seeact_v.py`. The wording is ours.
 */
export const seeactV = defineDialect({
  family: FAMILY,
  title: 'SeeAct-V: any model that sees, with a grounding model',
  variants: [],
  references: { [SEEACT_V_READER]: publishedSeeActVAction },
  create: ({ coordinates = { space: 'sent' }, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates, readAction: readSeeActVAction };
    return {
      version: '1',
      coordinates,
      scroll: 'content',
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 1000, pictureDetail: 'high' },
      buildRequest: (input) => {
        const line = ({ summary, call }: PromptStep, number: number): string =>
          `Step ${number}- ${summary ?? call ?? 'an answer nobody could read'}`;
        const text = fillTemplate(templates.turn, {
          instruction: input.instruction,
          step: stepText(templates.step, input),
          history: historyLines(input, line).join('\n') || 'Nothing yet.',
        });
        return userTurn(text, input.screenshot);
      },
      parse: (text, context) => parseM3aJson(text, context, options),
      words: (action, sizes) => printSeeActVAction(action, options, sizes),
      line: longLine,
      // An answer without a reason counts for nothing: what it does stands there where nobody recorded one.
      answer: (call, { thought, summary }) => `Reason: ${thought || summary || call}\nAction: ${call}`,
    };
  },
});
