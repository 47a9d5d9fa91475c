import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { fingerDirection } from '../reading/call-arguments.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { describePositions } from '../describe-positions.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { isPlainTyping, withQuotesKept } from '../reading/free-text.js';
import { oneLine } from '../one-line.js';
import { historyLines, labelled, userTurn } from '../prompt-parts.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import { parseOsAtlas, type OsAtlasGrammar } from './parse-os-atlas.js';

const FAMILY = 'os_atlas';
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
const SWITCHES = {
  /** False: `LEFT` and `RIGHT` are the finger's while `UP` and `DOWN` are the page's. Source: ColorBench's reader. */
  invertHorizontal: true,
};

/** Source of verbs and forms: OS-Atlas action prompts as published. */
const RULES = `You operate an Android phone. From the task, the screenshot and what was done before, choose the one next action.

Basic actions:
1. CLICK <point>[[x, y]]</point>: tap at a position, such as CLICK <point>[[101, 872]]</point>
2. TYPE [text]: type a text into the field that has the focus, such as TYPE [Shanghai shopping mall]
3. SCROLL [direction]: UP, DOWN, LEFT or RIGHT; {{scroll}}

Custom actions:
1. LONG_PRESS <point>[[x, y]]</point>: press and hold at a position
2. OPEN_APP [app name]: open an app by its name
3. PRESS_BACK: go back
4. PRESS_HOME: go to the home screen
5. PRESS_RECENT: show the recent apps
6. ENTER: press Enter
7. WAIT: let the screen load
8. COMPLETE: the task is done
9. IMPOSSIBLE: the task cannot be done

{{positions}}

Answer in two parts, and nothing else:
Thoughts:
what you see, and why you choose the action
Actions:
the action in exactly the form given above`;

const TASK = `Task: {{instruction}}
{{step}}
{{elements}}
History:
{{history}}`;

const PROMPTS = {
  rules: RULES,
  task: TASK,
  scroll_content: 'the direction in which the page holds what you want to see',
  scroll_finger: 'the direction in which the finger moves',
};

/**
 * OS-Atlas Pro: `Thoughts:` and `Actions:` with a verb in capitals, positions in 0–1000, earlier steps as text.
 *
 * Source: OS-Atlas paper and action prompts; the wording is ours. Deviation: the published list of custom actions names
 * one of them twice; here each is named once.
 */
export const osAtlas = defineDialect({
  family: FAMILY,
  title: 'OS-Atlas-Pro 4B and 7B',
  variants: [],
  create: ({ coordinates = PERMILLE, scroll = 'content', prompts, switches }) => {
    const chosen = chooseSwitches(SWITCHES, switches);
    const templates = { ...PROMPTS, ...prompts };
    const grammar: OsAtlasGrammar = { family: FAMILY, coordinates, scroll, ...chosen };
    return {
      coordinates,
      scroll,
      observation: {
        picture: {
          resize: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 1280 * 28 * 28 },
          format: 'png',
        },
      },
      prompts: templates,
      switches: chosen,
      sampling: { maxOutputTokens: 1024 },
      buildRequest: (input) => {
        const rules = fillTemplate(templates.rules, {
          ...input.notes,
          scroll: templates[`scroll_${scroll}`],
          positions: describePositions(coordinates, input),
        });
        const task = fillTemplate(templates.task, {
          ...input.notes,
          instruction: input.instruction,
          step: labelled('Current step: ', input.stepInstruction),
          elements: labelled('Elements:\n', input.elementText),
          history: historyText(input),
        });
        return userTurn(rules, input.screenshot, task);
      },
      parse: (text, context) => parseOsAtlas(text, context, grammar),
      words: (action, sizes) => verbText(action, grammar, sizes),
      answer: (verb, { thought }) => `Thoughts:\n${oneLine(thought)}\nActions:\n${verb}`,
    };
  },
});

function historyText(input: PromptInput): string {
  const line = ({ call, thought }: PromptStep, number: number): string =>
    `Step ${number}: ${call ?? 'unreadable'}${thought === null ? '' : ` (${oneLine(thought)})`}`;
  return historyLines(input, line).join('\n') || 'none';
}

function verbText(action: Action, grammar: OsAtlasGrammar, sizes: PictureSizes): string | null {
  const at = (point: Point): string =>
    `<point>[[${writePoint(point, grammar.coordinates, sizes).join(', ')}]]</point>`;
  switch (action.type) {
    case 'tap':
      return action.target.type === 'point' && (action.count ?? 1) === 1
        ? `CLICK ${at(action.target.point)}`
        : null;
    case 'long_press':
      return action.target.type === 'point' ? `LONG_PRESS ${at(action.target.point)}` : null;
    case 'swipe': {
      const isAnywhere = action.from === undefined && action.at === undefined && action.target === undefined;
      if (action.direction === null || !isAnywhere) return null;
      return `SCROLL [${fingerDirection(action.direction, grammar.scroll, grammar.invertHorizontal).toUpperCase()}]`;
    }
    case 'type':
      return isPlainTyping(action) && !action.text.includes('\n')
        ? `TYPE [${withQuotesKept(action.text)}]`
        : null;
    case 'open_app':
      return `OPEN_APP [${withQuotesKept(action.app)}]`;
    case 'key':
      return (
        { BACK: 'PRESS_BACK', HOME: 'PRESS_HOME', APP_SWITCH: 'PRESS_RECENT', ENTER: 'ENTER' }[action.key] ??
        null
      );
    case 'wait':
      return 'WAIT';
    case 'stop':
      if (action.answer !== undefined) return null;
      return action.status === 'infeasible' || action.status === 'failure' ? 'IMPOSSIBLE' : 'COMPLETE';
    default:
      return null;
  }
}
