export const SYSTEM = 'You are a helpful assistant.';

/** Source of the headings: UI-TARS prompts as published. */
const ROLE = `You operate an Android phone for a user. You see the task, what you did before, and screenshots. Decide on the one
action that comes next.`;

const NOTES = `## Note
- Write the thought in {{language}}.
- Keep the plan short, and end the thought with one sentence that names the next action and what it is aimed at.

## User Instruction
{{instruction}}

{{elements}}
{{step}}`;

/** The prompt of releases that answer in a thought and a call. @param calls on offer, one a line */
export function callsTurn(calls: string): string {
  return `${ROLE}

## Output Format
Thought: ...
Action: ...

## Action Space
${calls}

${NOTES}`;
}

function actionSpace(
  point: string,
  second: string,
  names: { at: string; start: string; end: string },
): string {
  return `click(${names.at}='${point}')
long_press(${names.at}='${point}')
type(content='') # a \\n at the end of the content presses Enter; escape quotes as \\' and \\"
scroll(${names.at}='${point}', direction='down or up or right or left') # shows more of what lies in that direction
drag(${names.start}='${point}', ${names.end}='${second}')
open_app(app_name='')
press_home()
press_back()
wait()
finished(content='') # the task is over; the content answers the user`;
}

export const TURN_POINT_TAG = callsTurn(
  actionSpace('<point>x1 y1</point>', '<point>x2 y2</point>', {
    at: 'point',
    start: 'start_point',
    end: 'end_point',
  }),
);

export const TURN_BOX_TOKEN = callsTurn(
  actionSpace('<|box_start|>(x1,y1)<|box_end|>', '<|box_start|>(x2,y2)<|box_end|>', {
    at: 'start_box',
    start: 'start_box',
    end: 'end_box',
  }),
);

export const TURN_TOOL_CALL = `${ROLE}

## Functions
click: point
long_press: point
type: content (a \\n at its end presses Enter)
scroll: point, direction (down, up, right or left; shows more of what lies there)
drag: start_point, end_point
open_app: app_name
press_home, press_back, wait: nothing
finished: content (the task is over; the content answers the user)

A point is written <point>x y</point>.

## Output Format
<think>what you see and why you act</think><seed:tool_call>
<function=name>
<parameter=key>value</parameter>
</function>
</seed:tool_call>

${NOTES}`;

/** Source of the heading: AndroidLens paper, appendix E.1. */
export const STEP = `## The action you need to take now
 {{step_instruction}}`;

export const HISTORY = `## Action History
{{steps}}

Answer with the thought and the one action that comes next.`;
