import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { fingerDirection } from '../reading/call-arguments.js';
import { PERMILLE, QWEN25_COORDINATES } from '../coordinate-rules.js';
import { defineDialect } from '../define-dialect.js';
import { describePositions } from '../describe-positions.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { isPlainTyping } from '../reading/free-text.js';
import { oneLine } from '../one-line.js';
import { pictureFor } from '../picture-for.js';
import { historyLines, labelled, userTurn } from '../prompt-parts.js';
import { quoteRaw } from '../reading/quoted-text.js';
import { writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { parseUiVenus } from './parse-ui-venus.js';
import type { UiVenusGrammar } from './parse-ui-venus.js';

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
    // Source of 1.0: Qwen2.5-VL processor, which it has. Told one less than it is read by: the last pixel is 999.
    const told: CoordinateRule =
      given ?? (variant === '1.0' ? QWEN25_COORDINATES : { space: 'norm', span: 999 });
    const templates = { turn: TURN, ...prompts };
    const grammar: UiVenusGrammar = { family: FAMILY, coordinates, scroll };
    return {
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
          positions: describePositions(told, input),
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

/** Numbered from 0, as the model was trained to be told. */
function historyText(input: PromptInput): string {
  const line = ({ call, thought }: PromptStep, number: number): string =>
    `Step ${number}: <think>${oneLine(thought ?? '')}</think><action>${call ?? ''}</action>`;
  return historyLines(input, line, 0).join('\n') || 'none';
}

function callText(action: Action, grammar: UiVenusGrammar, sizes: PictureSizes): string | null {
  const at = (point: Point): string => `(${writePoint(point, grammar.coordinates, sizes).join(', ')})`;
  switch (action.type) {
    case 'tap':
      if (action.target.type !== 'point' || (action.count ?? 1) > 2) return null;
      return `${action.count === 2 ? 'DoubleClick' : 'Click'}(box=${at(action.target.point)})`;
    case 'long_press':
      return action.target.type === 'point' ? `LongPress(box=${at(action.target.point)})` : null;
    case 'swipe': {
      const { from, to, direction } = action;
      if (from !== undefined && to !== undefined) {
        return `${action.style === 'drag' ? 'Drag' : 'Scroll'}(start=${at(from)}, end=${at(to)})`;
      }
      if (direction === null || action.at !== undefined || action.target !== undefined) return null;
      return `Scroll(direction='${fingerDirection(direction, grammar.scroll)}')`;
    }
    case 'type':
      return isPlainTyping(action) ? withText('Type(content=', action.text) : null;
    case 'open_app':
      return withText('Launch(app=', action.app);
    case 'open_url':
      return withText('Launch(url=', action.url);
    case 'key': {
      const name = { BACK: 'PressBack', HOME: 'PressHome', ENTER: 'PressEnter', APP_SWITCH: 'PressRecent' };
      const call = Object.entries(name).find(([key]) => key === action.key)?.[1];
      return call === undefined ? null : `${call}()`;
    }
    case 'wait':
      return 'Wait()';
    case 'answer':
      return withText(action.terminal ? 'Finished(content=' : 'CallUser(content=', action.text);
    case 'stop':
      return action.status === 'failure' || action.status === 'infeasible'
        ? null
        : withText('Finished(content=', action.answer ?? '');
    default:
      return null;
  }
}

/** Texts stand raw between their quotes; null for one that would end its own call. */
function withText(start: string, text: string): string | null {
  const quoted = quoteRaw(text, ["'", '"']);
  return quoted === null ? null : `${start}${quoted})`;
}
