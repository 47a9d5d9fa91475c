import type { Action, Target } from '../../../domain/action.js';
import { defineDialect } from '../../../models/dialects/define-dialect.js';
import type { PromptInput, PromptStep } from '../../../models/dialects/dialect.js';
import { fillTemplate } from '../../../models/dialects/fill-template.js';
import { isPlainTyping, withQuotesKept } from '../../../models/dialects/reading/free-text.js';
import { oneLine } from '../../../models/dialects/one-line.js';
import { historyLines, labelled, userTurn } from '../../../models/dialects/prompt-parts.js';
import { parseColorBenchApi } from './parse-colorbench-api.js';

const FAMILY = 'colorbench_api';

/** Source of the verbs: ColorBench paper and `agent_api.py`. */
const TURN = `You operate an Android phone for a user. From the task, the screenshot and what was done before, choose the one next
action. Another model finds the position of what you want to touch, so describe it and write no numbers.

Task: {{instruction}}
{{step}}
{{screen}}

Actions:
- SWIPE[UP], SWIPE[DOWN], SWIPE[LEFT], SWIPE[RIGHT]: move the finger that way
- CLICK[...]: tap; describe the icon or element: its text, its look, where it is
- LONG_PRESS[...]: press and hold; describe it as for CLICK
- TYPE[text]: type a text into the focused field
- OPEN[app]: open an app from anywhere, by its name on the phone, which is Chinese on a Chinese phone; never by its icon
- WAIT[seconds]: let the screen change
- PRESS_BACK: go back
- PRESS_HOME: go to the home screen
- TASK_COMPLETE[answer]: the task is done; give the answer where one was asked for

History:
{{history}}

{{elements}}
Answer in this form:
Reason: why this action
Action: one action of the list`;

/**
 * ColorBench's planner: a closed model that names a verb and describes what to touch; a grounding model finds the place.
 *
 * Source: ColorBench paper and reference code `agent_api.py`; the wording is ours.
 */
export const colorBenchApi = defineDialect({
  family: FAMILY,
  title: "ColorBench's planner: GPT-4o, Qwen-VL-Max, GLM-4.5V beside a grounding model",
  variants: [],
  create: ({ coordinates = { space: 'sent' }, prompts }) => {
    const templates = { turn: TURN, ...prompts };
    return {
      // 3: a wait of no number is one.
      version: '3',
      coordinates,
      scroll: 'finger',
      prompts: templates,
      sampling: { temperature: 0.1, maxOutputTokens: 2048 },
      buildRequest: (input) => {
        const { screen, stepInstruction, elementText } = input;
        const text = fillTemplate(templates.turn, {
          ...input.notes,
          instruction: input.instruction,
          step: labelled('Current step: ', stepInstruction),
          screen: screen === null ? '' : `Screen: ${screen.width} x ${screen.height} pixels`,
          history: historyText(input),
          elements: elementText === null ? '' : `Elements:\n${elementText}\n`,
        });
        return userTurn(input.screenshot, text);
      },
      parse: (text, context) => parseColorBenchApi(text, context, FAMILY),
      words: verbText,
      answer: (verb, { thought }) => `Reason: ${oneLine(thought)}\nAction: ${verb}`,
    };
  },
});

function historyText(input: PromptInput): string {
  const line = ({ thought, call }: PromptStep, number: number): string =>
    `Step ${number}: Thought: ${oneLine(thought ?? '')}; Action: ${call ?? 'unreadable'}`;
  return historyLines(input, line).join('\n') || 'This is the first step.';
}

function verbText(action: Action): string | null {
  switch (action.type) {
    case 'tap':
      return (action.count ?? 1) === 1 ? touchText('CLICK', action.target) : null;
    case 'long_press':
      return touchText('LONG_PRESS', action.target);
    case 'swipe': {
      const isAnywhere = action.from === undefined && action.at === undefined && action.target === undefined;
      return action.direction === null || !isAnywhere ? null : `SWIPE[${action.direction.toUpperCase()}]`;
    }
    case 'type':
      return isPlainTyping(action) && !/[\r\n]/.test(action.text)
        ? `TYPE[${withQuotesKept(action.text)}]`
        : null;
    case 'open_app':
      return `OPEN[${withQuotesKept(action.app)}]`;
    case 'wait':
      return action.durationMs === undefined ? 'WAIT[]' : `WAIT[${action.durationMs / 1000}]`;
    case 'key':
      return { BACK: 'PRESS_BACK', HOME: 'PRESS_HOME' }[action.key] ?? null;
    case 'stop':
      if (action.status === 'failure' || action.status === 'infeasible') return null;
      return /[\r\n]/.test(action.answer ?? '')
        ? null
        : `TASK_COMPLETE[${withQuotesKept(action.answer ?? '')}]`;
    default:
      return null;
  }
}

/** What to touch is named in words: those of the planner, also where a grounding model has found the place since. */
function touchText(verb: 'CLICK' | 'LONG_PRESS', target: Target): string | null {
  const words =
    target.type === 'description' ? target.text : target.type === 'point' ? target.description : undefined;
  return words === undefined || !/\p{L}/u.test(words) ? null : `${verb}[${oneLine(words)}]`;
}
