import { PERMILLE } from '../coordinate-rules.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { longLine } from '../one-line.js';
import { historyLines, stepText, userTurn } from '../prompt-parts.js';
import { parseGlmV } from './parse-glm-v.js';
import { printGlmVAction } from './print-glm-v.js';

const FAMILY = 'glm_v';

const PROMPTS = {
  turn: `You operate an Android phone for a user, one action at a time. You see the current screen. Numbers of boxes run from 0 to 999 over its width and height.

Task: {{instruction}}
{{step}}

Actions, as JSON of these forms:
- {"action_type": "click", "box_2d": [[xmin,ymin,xmax,ymax]]}: tap the element in the box.
- {"action_type": "long_press", "box_2d": [[xmin,ymin,xmax,ymax]]}: hold it.
- {"action_type": "input_text", "text": "...", "box_2d": [[xmin,ymin,xmax,ymax]], "override": true}: touch the field in the box, type, and press Enter; with override true the field is emptied first.
- {"action_type": "swipe", "direction": "up", "box_2d": [[xmin,ymin,xmax,ymax]]}: move the finger up, down, left or right; without a box over the whole screen.
- {"action_type": "keyboard_enter"}: press Enter.
- {"action_type": "navigate_home"}: go to the home screen.
- {"action_type": "navigate_back"}: go back.
- {"action_type": "open_app", "app_name": "..."}: open the app of this name.
- {"action_type": "wait"}: let the screen settle.
- {"action_type": "answer", "text": "..."}: tell the user the answer, before the task is declared complete.
- {"action_type": "status", "goal_status": "complete"}: end, because the task is done; "infeasible" where it cannot be.

What you have said and done so far:
{{history}}

Answer in this form, with exactly one action:
Memory: what later steps need of what is on the screen.
Reason: why this action comes next.
Action: {"action_type": ...}`,
  step: `What to do now: {{step_instruction}}`,
} as const;

/**
 * GLM-4.5V and GLM-4.1V-Thinking on phones: memory, reason, and one JSON action with a box in thousandths of the screen.
 *
 * Source: GLM-V repository, `examples/gui-agent`. The wording is ours.
 */
export const glmV = defineDialect({
  family: FAMILY,
  title: 'GLM-4.5V and GLM-4.1V-Thinking, on phones',
  variants: ['4.5v', '4.1v'],
  create: ({ coordinates = PERMILLE, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates };
    return {
      // 3: sections behind thinking that is never closed are read; a box and a status that are empty are missing.
      version: '3',
      coordinates,
      history: { steps: null },
      prompts: templates,
      sampling: { temperature: 0.001, maxOutputTokens: 8192 },
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          instruction: input.instruction,
          step: stepText(templates.step, input),
          history:
            historyLines(input, (step, number) => `Step ${number}:\n${saidText(step)}`, 0).join('\n\n') ||
            'Nothing yet.',
        });
        return userTurn(input.screenshot, text);
      },
      parse: (text, context) => parseGlmV(text, context, options),
      words: (action, sizes) => printGlmVAction(action, options, sizes),
      line: longLine,
      answer: (call, { thought }) => saidText({ answer: null, call, thought }),
    };
  },
});

/** An earlier answer as it was given; of a recorded step, what the model would have said. */
export function saidText({ answer, call, thought }: Pick<PromptStep, 'answer' | 'call' | 'thought'>): string {
  return answer ?? `Memory: None\nReason: ${thought ?? ''}\nAction: ${call ?? 'an answer nobody could read'}`;
}
