import type { Action } from '../../../domain/action.js';
import { PERMILLE, QWEN25_COORDINATES } from '../coordinate-rules.js';
import { defineDialect } from '../define-dialect.js';
import { describePositions } from '../describe-positions.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { argumentText, callWriter, type CallGrammar } from '../grammar/call-fields.js';
import { oneLine } from '../one-line.js';
import { pictureFor } from '../picture-for.js';
import { historyLines, labelled, userTurn } from '../prompt-parts.js';
import { quoteRaw } from '../reading/quoted-text.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { parseUiVenus } from './parse-ui-venus.js';
import { UI_VENUS_RULES } from './ui-venus-rules.js';

const FAMILY = 'ui_venus';

/** Source of the calls: UI-Venus `models/navigation`. */
const TURN = `You operate a phone for a user. Do what the task asks, one action at a time.

### Available Actions
Click(box=(x1, y1))
Drag(start=(x1, y1), end=(x2, y2))
Scroll(start=(x1, y1), end=(x2, y2), direction='down/up/right/left')
Type(content='')
Launch(app='')
Wait()
Finished(content='')
CallUser(content='')
LongPress(box=(x1, y1))
PressBack()
PressHome()
PressEnter()
PressRecent()

### User Task
{{instruction}}
{{step}}

### Previous Actions
{{history}}

{{elements}}
### Output Format
<think> why this action </think>
<action> one call from the list </action>
<conclusion> one sentence: what the action does </conclusion>

### Hints
- {{positions}}
- A Scroll has a path of the finger, or the direction in which there is more to see.
- Answers to the user go into CallUser or Finished.`;

/**
 * UI-Venus Navi: thinking, one call and a conclusion in tags, earlier steps as text. 1.0 answers in pixels of the resized
 * picture, 1.5 is asked for 0–999 and read by the thousand.
 *
 * Source: UI-Venus paper and repository; the wording is ours.
 */
export const uiVenus = defineDialect({
  family: FAMILY,
  title: 'UI-Venus-Navi 7B and 72B (1.0), UI-Venus-1.5',
  variants: ['1.0', '1.5'],
  create: ({ variant = '1.0', coordinates: given, scroll = 'content', prompts }) => {
    const coordinates = given ?? (variant === '1.0' ? QWEN25_COORDINATES : PERMILLE);
    // Source of 1.0: Qwen2.5-VL processor, which it has. The prompt names one less than answers are read by: the last
    // pixel is 999.
    const stated: CoordinateRule =
      given ?? (variant === '1.0' ? QWEN25_COORDINATES : { space: 'norm', span: 999 });
    const templates = { turn: TURN, ...prompts };
    const grammar: CallGrammar = { family: FAMILY, coordinates, scroll };
    return {
      // 3: a call without its tag is read with words behind it too.
      version: '3',
      coordinates,
      scroll,
      observation: { picture: pictureFor(coordinates) },
      history: { steps: variant === '1.0' ? 10 : null },
      prompts: templates,
      sampling: { temperature: 0 },
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          ...input.notes,
          instruction: input.instruction,
          step: labelled('Now: ', input.stepInstruction),
          history: historyText(input),
          elements: input.elementText === null ? '' : `### Elements\n${input.elementText}\n`,
          positions: describePositions(stated, input),
        });
        return userTurn(text, input.screenshot);
      },
      parse: (text, context) => parseUiVenus(text, context, grammar),
      words: (action, sizes) => callText(action, grammar, sizes),
      answer: (call, { thought, summary }) =>
        `<think>${oneLine(thought)}</think>\n<action>${call}</action>\n<conclusion>${oneLine(summary)}</conclusion>`,
    };
  },
});

/** Numbered from 0, as in the model's training. */
function historyText(input: PromptInput): string {
  const line = ({ call, thought }: PromptStep, number: number): string =>
    `Step ${number}: <think>${oneLine(thought ?? '')}</think><action>${call ?? ''}</action>`;
  return historyLines(input, line, 0).join('\n') || 'none';
}

function callText(action: Action, grammar: CallGrammar, sizes: PictureSizes): string | null {
  const call = UI_VENUS_RULES.write(
    action,
    callWriter(grammar, sizes, {
      point: (x, y) => `(${x}, ${y})`,
      // Texts stand raw between their quotes.
      text: (text) => quoteRaw(text, ["'", '"']),
    }),
  );
  return call === null ? null : `${call.name}(${argumentText(call.arguments)})`;
}
