import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import type { ModelContent } from '../../model.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { coordinateSpan, writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { ALL_CALLS, GENERIC_CALLS, PROBENCH_CALLS } from './action-space.js';
import type { GenericCallName } from './action-space.js';
import { parseGenericCall } from './parse-generic-call.js';

const FAMILY = 'generic_call';
const LONGEST_LINE = 500;
const COORDINATES: Readonly<Record<string, CoordinateRule>> = {
  sent: { space: 'sent' },
  permille: { space: 'norm', span: 1000 },
};

/** The whole prompt. */
const TURN = `You operate an Android phone for a user. Look at the current screen and choose the one next action.
Think step by step, but answer with a single line that begins with "Action:" and holds one call from the list.

Actions:
{{calls}}

{{positions}}

Task: {{instruction}}

{{history}}

{{elements}}
{{screenshot}}`;

/**
 * Prompt and grammar for models without a phone dialect of their own: one call per answer, `Action: Click(540, 1200)`.
 * Variant `permille` is for models that answer in 0–1000 whatever they are asked (Gemini, InternVL), `probench` offers
 * the calls of that benchmark only.
 *
 * Source: ProBench paper, appendix B, for the grammar; the wording is ours.
 */
export const genericCall: DialectFamily = defineDialect({
  family: FAMILY,
  title:
    'one call per answer: GPT, Claude, Gemini, InternVL and any model without a phone grammar of its own',
  variants: ['sent', 'permille', 'probench'],
  create: ({ variant = 'sent', coordinates: given, history, picture, prompts }) => {
    const calls = variant === 'probench' ? PROBENCH_CALLS : ALL_CALLS;
    const coordinates = given ?? COORDINATES[variant] ?? { space: 'sent' };
    const list = calls
      .map((name) => `- ${name}(${GENERIC_CALLS[name].arguments}): ${GENERIC_CALLS[name].does}`)
      .join('\n');
    const templates = { turn: TURN, ...prompts };
    return {
      family: FAMILY,
      variant,
      version: '2',
      coordinates,
      scroll: null,
      observation: {
        screenshot: true,
        marked: null,
        text: 'list',
        picture: picture ?? { resize: null, format: 'png' },
      },
      history: { steps: 20, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: {},
      maxActionsPerStep: 1,
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          calls: list,
          positions: positions(input, coordinates),
          instruction: input.instruction,
          history: historyText(input),
          elements:
            input.elementText === null ? '' : `Elements of the current screen:\n${input.elementText}\n`,
          screenshot:
            input.screenshot === null
              ? 'There is no screenshot.'
              : 'The screenshot shows the current screen.',
        });
        const content: ModelContent[] = [{ type: 'text', text }];
        if (input.screenshot !== null) {
          const { mediaType, data } = input.screenshot;
          content.push({ type: 'image', mediaType, data });
        }
        return { messages: [{ role: 'user', content }] };
      },
      parse: (text, context) => parseGenericCall(text, context, { family: FAMILY, calls, coordinates }),
      printCall: (action, sizes) => printCall(action, { calls, coordinates }, sizes),
      printAnswer: (action, { thought }, sizes) => {
        const call = printCall(action, { calls, coordinates }, sizes);
        return call === null ? null : `${thought}\nAction: ${call}`;
      },
    };
  },
});

function positions({ screen, screenshot }: PromptInput, rule: CoordinateRule): string {
  if (rule.space === 'norm') return `Positions run from 0 to ${rule.span} on both axes, origin top left.`;
  const size = coordinateSpan(rule, { screen, sent: screenshot?.size ?? null });
  const range = size === null ? 'pixels' : `pixels of a screen of ${size.width} x ${size.height}`;
  return `Positions are ${range}, x first, origin top left.`;
}

function historyText({ history, stepsTaken }: PromptInput): string {
  if (stepsTaken === 0) return 'No action has been taken yet.';
  const first = stepsTaken - history.length;
  const omitted = first > 0 ? [`(${first} earlier steps left out)`] : [];
  return [
    'Actions so far:',
    ...omitted,
    ...history.map(({ call }, index) => `${first + index + 1}. ${call ?? 'an answer nobody could read'}`),
  ].join('\n');
}

function printCall(
  action: Action,
  { calls, coordinates }: { calls: readonly GenericCallName[]; coordinates: CoordinateRule },
  sizes: PictureSizes,
): string | null {
  const own = action.native?.family === FAMILY ? action.native.text : undefined;
  const call = own ?? callText(action, coordinates, sizes);
  const isOffered = own !== undefined || calls.some((name) => call?.startsWith(`${name}(`));
  if (call === null || !isOffered) return null;
  return call.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE);
}

function callText(action: Action, rule: CoordinateRule, sizes: PictureSizes): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      return `${action.type === 'tap' ? 'Click' : 'LongPress'}(${numbers(action.target.point, rule, sizes)})`;
    }
    case 'swipe':
      if (action.from === undefined || action.to === undefined) return null;
      return `Swipe(${numbers(action.from, rule, sizes)}, ${numbers(action.to, rule, sizes)})`;
    case 'type':
      return `Type(${action.text})`;
    case 'key':
      return { BACK: 'Back()', HOME: 'Home()', ENTER: 'Enter()' }[action.key] ?? null;
    case 'open_app':
      return `Open(${action.app})`;
    case 'wait':
      return 'Wait()';
    case 'stop':
      return action.answer === undefined ? 'Complete()' : `Answer(${action.answer})`;
    default:
      return null;
  }
}

function numbers(point: Point, rule: CoordinateRule, sizes: PictureSizes): string {
  return writePoint(point, rule, sizes).join(', ');
}
