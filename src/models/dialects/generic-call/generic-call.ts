import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { defineReleases } from '../define-releases.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { callLine } from '../one-line.js';
import { historyLines, userTurn } from '../prompt-parts.js';
import {
  coordinateSpan,
  writePoint,
  type CoordinateRule,
  type PictureSizes,
} from '../reading/resolve-position.js';
import { ALL_CALLS, GENERIC_CALLS, type GenericCallName } from './action-space.js';
import { parseGenericCall, type GenericCallForm } from './parse-generic-call.js';

const FAMILY = 'generic_call';

/** What is offered in the grammar, and what its numbers mean. */
export interface GenericCallRelease {
  readonly calls: readonly GenericCallName[];
  readonly coordinates: CoordinateRule;
  /** Where the call stands: behind `Action:`, or in an answer tag behind thinking; behind the label unless given. */
  readonly form?: GenericCallForm;
  /** Elements of the screen are listed besides the picture; so unless given. */
  readonly listsElements?: boolean;
}

/** The whole prompt, by how it is to be answered. */
const TURNS: Readonly<Record<GenericCallForm, string>> = {
  label: turnWith(
    'Think step by step, but answer with a single line that begins with "Action:" and holds one call from the list.',
  ),
  tagged:
    turnWith(`Think step by step between <think> and </think>, then put one call from the list between <answer> and </answer>, and nothing else there:
<think> ... </think> <answer>CALL</answer>`),
};

function turnWith(format: string): string {
  return `You operate an Android phone for a user. Look at the current screen and choose the one next action.
${format}

Actions:
{{calls}}

{{positions}}

Task: {{instruction}}

{{history}}

{{elements}}
{{screenshot}}`;
}

/**
 * Prompt and grammar for models without a phone dialect of their own: one call per answer, `Action: Click(540, 1200)`.
 * Variant `permille` is for models that answer in 0–1000 even when asked for pixels (Gemini, InternVL).
 *
 * Source: ProBench paper, appendix B, for the grammar; the wording is ours.
 */
export const genericCall = defineReleases<GenericCallRelease>({
  family: FAMILY,
  title:
    'one call per answer: GPT, Claude, Gemini, InternVL and any model without a phone grammar of its own',
  releases: {
    sent: { calls: ALL_CALLS, coordinates: { space: 'sent' } },
    permille: { calls: ALL_CALLS, coordinates: { space: 'norm', span: 1000 } },
  },
  create: ({ coordinates: given, prompts }, release) => {
    const { calls, coordinates: own, form = 'label', listsElements = true } = release;
    const coordinates = given ?? own;
    const list = calls.map((name) => callOnOffer(name, form)).join('\n');
    const templates = { turn: TURNS[form], ...prompts };
    return {
      // 4: two words without brackets are no call, where they were an unknown one.
      version: '4',
      coordinates,
      observation: { text: listsElements ? 'list' : null },
      history: { steps: 20 },
      prompts: templates,
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
        return userTurn(text, input.screenshot);
      },
      parse: (text, context) => parseGenericCall(text, context, { family: FAMILY, calls, coordinates, form }),
      words: (action, sizes) => {
        const { native } = action;
        if (native?.family === FAMILY && native.text !== undefined) return native.text;
        const call = callText(action, coordinates, sizes);
        return calls.some((name) => call?.startsWith(`${name}(`)) ? call : null;
      },
      line: callLine,
      answer: (call, { thought }) =>
        form === 'tagged' ? taggedAnswer(callLine(call), thought) : `${thought}\nAction: ${callLine(call)}`,
    };
  },
});

/** One line of the list; with the tag an example of each call stands in it. */
function callOnOffer(name: GenericCallName, form: GenericCallForm): string {
  const call = GENERIC_CALLS[name];
  const example = form === 'tagged' ? `, for example ${name}(${call.example})` : '';
  return `- ${name}(${call.arguments}): ${call.does}${example}`;
}

/** Null for a call with a text that would close its own tag. */
function taggedAnswer(call: string, thought: string): string | null {
  if (/<\/?(?:answer|think|thought)/i.test(call)) return null;
  return `<think> ${thought} </think> <answer>${call}</answer>`;
}

function positions({ screen, screenshot }: PromptInput, rule: CoordinateRule): string {
  if (rule.space === 'norm') return `Positions run from 0 to ${rule.span} on both axes, origin top left.`;
  const size = coordinateSpan(rule, { screen, sent: screenshot?.size ?? null });
  const range = size === null ? 'pixels' : `pixels of a screen of ${size.width} x ${size.height}`;
  return `Positions are ${range}, x first, origin top left.`;
}

function historyText(input: PromptInput): string {
  if (input.stepsTaken === 0) return 'No action has been taken yet.';
  const omitted = input.stepsTaken - input.history.length;
  return [
    'Actions so far:',
    ...(omitted > 0 ? [`(${omitted} earlier steps left out)`] : []),
    ...historyLines(input, ({ call }, number) => `${number}. ${call ?? 'an answer nobody could read'}`),
  ].join('\n');
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
