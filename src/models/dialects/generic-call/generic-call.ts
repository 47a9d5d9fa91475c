import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import type { ModelContent } from '../../model.js';
import type { Dialect, PromptInput } from '../dialect.js';
import type { CoordinateRule } from '../resolve-position.js';
import { ALL_CALLS, GENERIC_CALLS } from './action-space.js';
import type { GenericCallName } from './action-space.js';
import { parseGenericCall } from './parse-generic-call.js';

export interface GenericCallSettings {
  /** Calls the model may use; all that the grammar has words for unless given. */
  readonly calls?: readonly GenericCallName[];
  /** What its numbers mean; pixels of the picture as sent unless given. */
  readonly coordinates?: CoordinateRule;
}

const FAMILY = 'generic_call';
const LONGEST_LINE = 500;

/** Fixed part of the prompt. */
const RULES = [
  'You operate an Android phone for a user. Look at the current screen and choose the one next action.',
  'Think step by step, but answer with a single line that begins with "Action:" and holds one call from the list.',
].join('\n');

/**
 * Prompt and grammar for models without a phone dialect of their own: one call per answer, `Action: Click(540, 1200)`.
 *
 * Source: ProBench paper, appendix B, for the grammar; the wording is ours.
 */
export function genericCall(settings: GenericCallSettings = {}): Dialect {
  const calls = settings.calls ?? ALL_CALLS;
  const coordinates = settings.coordinates ?? { space: 'sent' };
  const list = calls
    .map((name) => `- ${name}(${GENERIC_CALLS[name].arguments}): ${GENERIC_CALLS[name].does}`)
    .join('\n');
  return {
    family: FAMILY,
    version: '1',
    coordinates,
    prompts: { rules: RULES, calls: list },
    buildMessages: (input) => {
      const text = [
        RULES,
        `Actions:\n${list}`,
        positions(input, coordinates),
        `Task: ${input.instruction}`,
        historyText(input),
        ...(input.hierarchy === null ? [] : [`Elements of the current screen:\n${input.hierarchy}`]),
        input.picture === null ? 'There is no screenshot.' : 'The screenshot shows the current screen.',
      ].join('\n\n');
      const content: ModelContent[] = [{ type: 'text', text }];
      if (input.picture !== null) {
        const { mediaType, data } = input.picture;
        content.push({ type: 'image', mediaType, data });
      }
      return [{ role: 'user', content }];
    },
    parse: (text, context) => parseGenericCall(text, context, { family: FAMILY, calls, coordinates }),
    print: (action) => oneLine(action.native?.family === FAMILY ? action.native.text : printCall(action)),
  };
}

function positions(input: PromptInput, rule: CoordinateRule): string {
  if (rule.space === 'norm') return `Positions run from 0 to ${rule.span} on both axes, origin top left.`;
  const size = rule.space === 'resized' ? rule : (input.picture?.size ?? input.screen);
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
    ...history.map((line, index) => `${first + index + 1}. ${line}`),
  ].join('\n');
}

function oneLine(call: string | null | undefined): string | null {
  return call?.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE) ?? null;
}

function printCall(action: Action): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      return `${action.type === 'tap' ? 'Click' : 'LongPress'}(${numbers(action.target.point)})`;
    }
    case 'swipe':
      if (action.from === undefined || action.to === undefined) return null;
      return `Swipe(${numbers(action.from)}, ${numbers(action.to)})`;
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

/** The recorded numbers, not their pixels. */
function numbers(point: Point): string {
  return `${point.x}, ${point.y}`;
}
