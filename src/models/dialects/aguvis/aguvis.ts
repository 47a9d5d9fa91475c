import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { fingerDirection } from '../reading/call-arguments.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { isPlainTyping } from '../reading/free-text.js';
import { oneLine } from '../one-line.js';
import { historyLines, labelled, message } from '../prompt-parts.js';
import { quoteText } from '../reading/quoted-text.js';
import { writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { AGUVIS_PROMPTS } from './aguvis-prompts.js';
import { parseAguvis } from './parse-aguvis.js';
import type { AguvisGrammar } from './parse-aguvis.js';

const FAMILY = 'aguvis';
const VARIANTS = ['self-plan', 'force-plan', 'grounding', 'chat'] as const;
type Variant = (typeof VARIANTS)[number];
const RECIPIENT = '<|recipient|>';

/**
 * Aguvis: one line of Python, positions 0–1. Each of its turns names whom it is for: a plan is for `all`, code for `os`;
 * the answer is begun for the model up to there. `self-plan` leaves the choice to the model, `force-plan` makes it plan
 * first, `grounding` asks for code at once, `chat` begins nothing, for servers that cannot go on with an answer.
 *
 * Source: Aguvis paper and published constants; the wording is ours.
 */
export const aguvis = defineDialect({
  family: FAMILY,
  title: 'Aguvis 7B and 72B',
  variants: VARIANTS,
  create: ({ variant: given, coordinates = { space: 'norm', span: 1 }, scroll = 'content', prompts }) => {
    const variant = VARIANTS.find((name) => name === given) ?? 'self-plan';
    const templates = { ...AGUVIS_PROMPTS, ...prompts };
    const grammar: AguvisGrammar = { family: FAMILY, coordinates, scroll };
    return {
      coordinates,
      scroll,
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 1024, stop: ['<|diff_marker|>'] },
      buildRequest: (input) => {
        const begun = beginning(variant, input.stepInstruction);
        const text = fillTemplate(templates.turn, {
          ...input.notes,
          instruction: input.instruction,
          step: toldStep(variant, input.stepInstruction),
          history: historyText(input),
          elements: labelled('Elements:\n', input.elementText),
        }).trimEnd();
        const messages = [
          message('system', fillTemplate(templates.system, input.notes)),
          message('user', input.screenshot, text),
        ];
        if (begun === null) return { messages };
        return { messages: [...messages, message('assistant', begun)], continuesLast: true };
      },
      parse: (text, context) => parseAguvis(text, context, grammar),
      words: (action, sizes) => codeLine(action, grammar, sizes),
      answer: (code, { thought, summary }) => {
        if (variant === 'grounding' || variant === 'chat') return code;
        const plan = `all\nThought: ${oneLine(thought)}\nAction: ${oneLine(summary)}\n<|im_end|>\n`;
        return `${plan}<|im_start|>assistant${RECIPIENT}os\n${code}`;
      },
    };
  },
});

/** What the answer starts with. A prescribed step takes the place of the plan. */
function beginning(variant: Variant, step: string | null): string | null {
  switch (variant) {
    case 'self-plan':
      return step === null ? RECIPIENT : `${RECIPIENT}all\nAction: ${step}\n`;
    case 'force-plan':
      return step === null ? `${RECIPIENT}all\nThought:` : `${RECIPIENT}all\nAction: ${step}\n`;
    case 'grounding':
      return `${RECIPIENT}os\n`;
    case 'chat':
      return null;
    default:
      return variant satisfies never;
  }
}

/** Where the answer cannot begin with the step, the question holds it. */
function toldStep(variant: Variant, step: string | null): string {
  return step === null || variant === 'self-plan' || variant === 'force-plan' ? '' : `Current step: ${step}`;
}

function historyText(input: PromptInput): string {
  const lines = historyLines(
    input,
    ({ summary, call }, number) => `Step ${number}: ${oneLine(summary ?? call ?? 'unreadable')}`,
  );
  return lines.join('\n') || 'None';
}

function codeLine(action: Action, grammar: AguvisGrammar, sizes: PictureSizes): string | null {
  const { coordinates, scroll } = grammar;
  const at = (point: Point): string => place(point, coordinates, sizes);
  const pair = (point: Point): string => `[${writePoint(point, coordinates, sizes).join(', ')}]`;
  switch (action.type) {
    case 'tap':
      return action.target.type === 'point' && (action.count ?? 1) === 1
        ? `pyautogui.click(${at(action.target.point)})`
        : null;
    case 'long_press':
      return action.target.type === 'point' ? `mobile.long_press(${at(action.target.point)})` : null;
    case 'swipe': {
      const { from, to, direction } = action;
      if (from !== undefined && to !== undefined)
        return `mobile.swipe(from_coord=${pair(from)}, to_coord=${pair(to)})`;
      if (direction === null || action.at !== undefined || action.target !== undefined) return null;
      const word = fingerDirection(direction, scroll);
      const name = word === 'up' || word === 'down' ? 'scroll' : 'hscroll';
      return `pyautogui.${name}(page=${word === 'up' || word === 'right' ? '0.5' : '-0.5'})`;
    }
    case 'type':
      return isPlainTyping(action) ? `pyautogui.write(message=${quoteText(action.text)})` : null;
    case 'key':
      if (action.key === 'ENTER') return "pyautogui.press(keys=['enter'])";
      return { BACK: 'mobile.back()', HOME: 'mobile.home()' }[action.key] ?? null;
    case 'open_app':
      return `mobile.open_app(app_name=${quoteText(action.app)})`;
    case 'wait':
      return action.durationMs === undefined
        ? 'mobile.wait()'
        : `mobile.wait(seconds=${action.durationMs / 1000})`;
    case 'stop':
      if (action.answer !== undefined) return null;
      return `mobile.terminate(status='${action.status === 'failure' || action.status === 'infeasible' ? 'failure' : 'success'}')`;
    default:
      return null;
  }
}

function place(point: Point, rule: CoordinateRule, sizes: PictureSizes): string {
  const [x, y] = writePoint(point, rule, sizes);
  return `x=${x}, y=${y}`;
}
