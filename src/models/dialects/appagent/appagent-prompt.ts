import type { ModelRequest } from '../../model.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { labelled, userTurn } from '../prompt-parts.js';

/** Functions over numbered elements. */
export const ELEMENT_FUNCTIONS = `1. tap(element: int)
Taps the element with this number, for instance tap(5).
{{text}}
3. long_press(element: int)
Presses and holds the element with this number, for instance long_press(5).
4. swipe(element: int, direction: str, dist: str)
Swipes over the element with this number, for instance swipe(21, "up", "medium"). The direction is that of the finger: "up", "down",
"left" or "right"; the distance is "short", "medium" or "long".
5. grid()
Lays a grid over the screen, for when what you want to touch has no number.`;

export const TEXT_INTO_FOCUS = `2. text(text_input: str)
Types the text into the field that has the focus, for instance text("Hello, world!"). Only where a keyboard is shown.`;

export const TEXT_INTO_ELEMENT = `2. text(element: int, text_input: str)
Taps the field with this number and types the text into it, for instance text(5, "Hello, world!").`;

/** Functions over the areas of a grid. */
export const GRID_FUNCTIONS = `1. tap(area: int, subarea: str)
Taps a part of the area with this number, for instance tap(5, "center"). The parts are "center", "top-left", "top", "top-right",
"left", "right", "bottom-left", "bottom" and "bottom-right".
2. long_press(area: int, subarea: str)
Presses and holds a part of the area with this number, for instance long_press(7, "top-left").
3. swipe(start_area: int, start_subarea: str, end_area: int, end_subarea: str)
Swipes from one part to another, for instance swipe(21, "center", 25, "right").`;

export const ELEMENT_MARKS = `The picture shows the current screen. Every element that can be touched carries a number from 1 upwards.`;
export const GRID_MARKS = `The picture shows the current screen under a grid. Every area carries a number in its top left corner, from 1 upwards.`;

/** The whole prompt; `documents` is empty where there are none. */
export const APPAGENT_TURN = `You operate a smartphone for a user, one function call at a time. {{marks}}

Functions:
{{functions}}

{{documents}}
The task: {{instruction}}
{{step}}
What you have done so far: {{past_actions}}

Answer with these four lines, each on one line, and nothing else:
Observation: what you see on the picture
Thought: what to do next, and why
Action: one function call, or FINISH where the task is done
Summary: what you have done so far, this action included, in one or two sentences without numbers of elements`;

/** The request of one round: prompt, then the pictures there are. */
export function appAgentRequest(
  input: PromptInput,
  templates: { readonly turn: string; readonly functions: string; readonly marks: string },
  text: string,
): ModelRequest {
  const { notes, history, instruction, stepInstruction, screenshot, marked } = input;
  const documents = notes['documents'] ?? '';
  const filled = fillTemplate(templates.turn, {
    marks: templates.marks,
    functions: fillTemplate(templates.functions, { text }),
    documents: documents === '' ? '' : `What is known about elements of this screen:\n${documents}\n`,
    instruction,
    step: labelled('What to do now: ', stepInstruction),
    past_actions: notes['past_actions'] ?? history.at(-1)?.summary ?? 'None',
  });
  return userTurn(filled, screenshot, marked);
}
