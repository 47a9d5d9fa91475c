import { chooseSwitches } from '../../../models/dialects/choose-switches.js';
import { PERMILLE } from '../../../models/dialects/coordinate-rules.js';
import { defineDialect } from '../../../models/dialects/define-dialect.js';
import { oneLine } from '../../../models/dialects/one-line.js';
import { callText, uiTarsCall, type UiTarsGrammar } from '../../../models/dialects/ui-tars/ui-tars-calls.js';
import { uiTarsRequest } from '../../../models/dialects/ui-tars/build-request.js';
import { parseUiTars } from '../../../models/dialects/ui-tars/parse-ui-tars.js';
import { HISTORY, STEP } from '../../../models/dialects/ui-tars/ui-tars-prompts.js';
import { UI_TARS_CALLS } from '../../../models/dialects/ui-tars/ui-tars-rules.js';

const FAMILY = 'androidlens_general';
const SWITCHES = { invertHorizontal: true };
/** With the current one, the last 5. The paper does not say how many; its prompt is UI-TARS's. */
const EARLIER_PICTURES = 4;

const TURN = `You operate an Android phone for a user. You see the task, what you did before, and screenshots. Decide on the one
action that comes next.

## Output Format
Thought: ...
Action: ...

## Action Space
click(start_box='<|box_start|>(x1,y1)<|box_end|>')
long_press(start_box='<|box_start|>(x1,y1)<|box_end|>', time='')
type(content='')
scroll(start_box='<|box_start|>(x1,y1)<|box_end|>', direction='down or up or right or left') # shows more of what lies in that direction
press_back()
press_home()
wait()
finished() # the task is done, or cannot be done

## Note
- {{positions}}
- Write the thought in {{language}}.
- Keep the plan short, and end the thought with one sentence that names the next action and what it is aimed at.

## User Instruction
{{instruction}}

{{elements}}
{{step}}`;

/**
 * The prompt of AndroidLens for general models: UI-TARS's calls with box tokens. GPT-4o and Claude answer in pixels of the
 * picture they are sent (`absolute`), Gemini in 0–1000 (`permille`).
 *
 * Source: AndroidLens paper, appendix E.1, for the calls and headings; the wording is ours.
 */
export const androidLensGeneral = defineDialect({
  family: FAMILY,
  title: 'GPT-4o, Claude and Gemini, asked as AndroidLens asks general models',
  variants: ['absolute', 'permille'],
  create: ({ variant = 'absolute', coordinates: given, scroll = 'content', prompts, switches }) => {
    const chosen = chooseSwitches(SWITCHES, switches);
    const coordinates = given ?? (variant === 'permille' ? PERMILLE : { space: 'sent' });
    const templates = { system: '', turn: TURN, step: STEP, history: HISTORY, ...prompts };
    const grammar: UiTarsGrammar = {
      family: FAMILY,
      // In the paper's table of actions, though not in its prompt.
      calls: [...UI_TARS_CALLS, 'press_menu'],
      coordinates,
      scroll,
      invertHorizontal: chosen.invertHorizontal,
    };
    return {
      coordinates,
      scroll,
      history: { pictures: EARLIER_PICTURES },
      prompts: templates,
      switches: chosen,
      buildRequest: (input) =>
        uiTarsRequest(input, {
          prompts: templates,
          history: 'turns',
          stepInstruction: 'section',
          coordinates,
        }),
      parse: (text, context) => parseUiTars(text, context, { ...grammar, batch: 1 }),
      words: (action, sizes) => {
        const call = uiTarsCall(action, grammar, 'box_token', sizes);
        return call === null ? null : callText(call);
      },
      answer: (call, { thought }) => `Thought: ${oneLine(thought)}\nAction: ${call}`,
    };
  },
});
