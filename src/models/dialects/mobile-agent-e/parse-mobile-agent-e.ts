import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import {
  actionsResult,
  invalid,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { locateSections, sectionText } from '../mobile-agent/locate-sections.js';
import type { PositionContext } from '../reading/position-target.js';
import { findObject, isRecord, readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { findEAction, readEAction, type EArguments } from './read-e-action.js';
import { TAP_TYPE_AND_ENTER, type Shortcut } from './shortcut.js';

export interface MobileAgentEOptions {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  /** `Finish` is a call too. */
  readonly finishes: boolean;
}

/** Ends the task where no manager does: an addition of ours to the grammar. */
export const FINISH = 'Finish';

type Actions = readonly [Action, ...Action[]];

/**
 * Reads `### Thought ###`, `### Action ###` with a JSON call `{"name", "arguments"}`, and `### Description ###`, the summary.
 * A shortcut that the context enables gives all its actions. Ending the task is the manager's business; only where there is
 * none is there a call for it.
 *
 * Source: Mobile-Agent-E repository, `agents.py`; typed `#` and `//` are no comments here.
 */
export function parseMobileAgentE(
  answer: string,
  context: ParseContext,
  options: MobileAgentEOptions,
): ParseResult {
  const warnings = new Set<string>();
  const located = locateSections(answer, warnings);
  const thought = sectionText(located, 'thought') ?? located.thinking;
  const fail = (problem: ArgumentProblem, start: number, end: number): ParseResult =>
    problemResult(answer, problem, thought, [start, end]);
  const section = located.sections.get('action');
  const from = section?.start ?? 0;
  const to = section?.end ?? located.text.length;
  if (section === undefined) warnings.add('missing_tag');
  const object = findObject(located.text, from, to);
  if (object < 0) {
    const isMissing = section === undefined || located.text.slice(from, to).trim() === '';
    return isMissing
      ? fail(noAction('there is no action'), 0, answer.length)
      : fail(malformed('the Action section holds no JSON object'), from, to);
  }
  const summary = sectionText(located, 'description');
  if (sectionText(located, 'thought') === null || summary === null) warnings.add('missing_tag');
  const json = readLooseJson(answer, object, { warnings, to });
  if (json.type === 'problem') return fail(malformed(json.message), object, json.end);
  noteAround(located.text.slice(from, object), located.text.slice(json.end, to), warnings);
  const positions: PositionContext = { coordinates: options.coordinates, sizes: context, warnings };
  const actions = readValue(json.value, answer.slice(object, json.end), positions, options, context);
  return isProblem(actions)
    ? fail(actions, object, json.end)
    : actionsResult(actions, { thought, summary }, warnings);
}

const FENCE = /^\s*```[\w-]*\s*$/;

function noteAround(before: string, after: string, warnings: Set<string>): void {
  if (FENCE.test(before.slice(0, 200)) || FENCE.test(after.slice(0, 200))) warnings.add('code_fence');
  if (isText(before) || isText(after)) warnings.add('extra_text');
}

function isText(text: string): boolean {
  return text.trim() !== '' && !FENCE.test(text);
}

function readValue(
  value: unknown,
  text: string,
  positions: PositionContext,
  { family, finishes }: MobileAgentEOptions,
  context: ParseContext,
): Actions | ArgumentProblem {
  const { warnings } = positions;
  if (!isRecord(value)) return malformed('the call is not an object');
  const { name: named, arguments: given } = value;
  if (named === undefined || named === null) return missing('the name of the action is missing');
  if (typeof named !== 'string') return invalid('a name is a word');
  const written = named.trim();
  if (written === '') return missing('the name of the action is missing');
  const args = argumentsOf(given, warnings);
  if (args === null) return invalid('the arguments are not an object');
  const native: NativeAction = { family, name: written, arguments: args, text };
  const shortcut = enabledShortcut(written, context.shortcuts ?? []);
  if (shortcut !== null) return expand(shortcut, args, native, positions);
  if (finishes && written === FINISH) return [{ ...stop('success'), native }];
  const name = findEAction(written, warnings);
  if (name === null) {
    return unknownAction(quoted(written));
  }
  const action = readEAction(name, args, native, positions);
  return isProblem(action) ? action : [action];
}

function argumentsOf(given: unknown, warnings: Set<string>): EArguments | null {
  if (given === null || given === undefined || given === '') return {};
  let args: unknown = given;
  if (typeof given === 'string') {
    warnings.add('stringified_arguments');
    const inner = readLooseJson(given.trim(), 0, { warnings });
    args = inner.type === 'json' ? inner.value : null;
  }
  return isRecord(args) ? args : null;
}

function enabledShortcut(name: string, shortcuts: NonNullable<ParseContext['shortcuts']>): Shortcut | null {
  for (const shortcut of shortcuts) {
    if (typeof shortcut !== 'string' && shortcut.name === name) return shortcut;
    if (shortcut === name && name === TAP_TYPE_AND_ENTER.name) return TAP_TYPE_AND_ENTER;
  }
  return null;
}

/** The actions of a shortcut, with its arguments in their places. Words that name no argument are meant as they stand. */
function expand(
  shortcut: Shortcut,
  args: EArguments,
  native: NativeAction,
  positions: PositionContext,
): Actions | ArgumentProblem {
  const lacking = shortcut.arguments.find((key) => args[key] === undefined || args[key] === null);
  if (lacking !== undefined) {
    return missing(`${shortcut.name} needs ${lacking}`);
  }
  const actions: Action[] = [];
  for (const step of shortcut.steps) {
    const name = findEAction(step.name, new Set());
    if (name === null) {
      return {
        kind: 'unknown_action',
        message: `${shortcut.name} has a step ${step.name.slice(0, 40)}, which is no action`,
      };
    }
    const filled = Object.fromEntries(
      Object.entries(step.arguments).map(([key, word]) => [
        key,
        Object.hasOwn(args, word) ? args[word] : word,
      ]),
    );
    // Literal numbers of a learned shortcut are words; that is its author's doing, not this answer's.
    const noted = new Set<string>();
    const action = readEAction(name, filled, native, { ...positions, warnings: noted });
    if (isProblem(action)) return { ...action, message: `${shortcut.name}: ${action.message}` };
    if (noted.has('out_of_bounds')) positions.warnings.add('out_of_bounds');
    actions.push(action);
  }
  const [first, ...rest] = actions;
  return first === undefined ? noAction(`${shortcut.name} has no steps`) : [first, ...rest];
}
