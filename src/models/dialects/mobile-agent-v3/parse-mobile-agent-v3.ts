import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { between } from '../../readers/published-section.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import type { ActionRules } from '../grammar/action-rules.js';
import type { MobileUseArguments } from '../mobile-use/mobile-use-rules.js';
import {
  actionsResult,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import type { PositionContext } from '../reading/position-target.js';
import { findObject, isRecord, readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

export interface MobileAgentV3Grammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  /** Positions count pixels of the screen, whatever the size of the picture. */
  readonly countsScreen: boolean;
  readonly rules: ActionRules<MobileUseArguments, unknown>;
}

/** The sections of an answer as the published code cuts them: each on one line. */
export interface V3Sections {
  readonly thought: string;
  readonly action: string;
  readonly description: string;
}

/** Source: Mobile-Agent-v3 reference code, `Executor.parse_response`. */
export function v3Sections(answer: string): V3Sections {
  return {
    thought: unmarked(between(answer, '### Thought', '### Action')),
    action: unmarked(between(answer, '### Action', '### Description')),
    description: unmarked(between(answer, '### Description')),
  };
}

/** A section on one line, without the marks of headings. Source: Mobile-Agent-v3 reference code, `parse_response` of all roles. */
export function unmarked(section: string): string {
  return pythonStrip(section.replaceAll('\n', ' ').replaceAll('  ', ' ').replaceAll('###', ''));
}

/** Names for the end of a task that the published code takes although they are not on offer. */
export const ENDS: ReadonlySet<string> = new Set(['done', 'terminate', 'status']);
/** The same for keys. */
export const KEYS: Readonly<Record<string, string>> = {
  navigate_back: 'BACK',
  navigate_home: 'HOME',
  keyboard_enter: 'ENTER',
};

/**
 * Reads `### Thought`, `### Action` with one JSON call `{"action": …}`, and `### Description`, the summary. Without a thought an
 * answer counts for nothing.
 *
 * Source: Mobile-Agent-v3 reference code, `mobile_agent_v3.py` and `mobile_agent_v3_agent.py`.
 */
export function parseMobileAgentV3(
  answer: string,
  context: ParseContext,
  grammar: MobileAgentV3Grammar,
): ParseResult {
  const { thought, action: written, description } = v3Sections(answer);
  const fail = (problem: ArgumentProblem): ParseResult =>
    problemResult(answer, problem, thought || null, [0, answer.length]);
  if (!answer.includes('### Action')) return fail(noAction('there is no Action section'));
  if (thought === '') return fail(malformed('the Thought section is empty'));
  if (written === '') return fail(noAction('the Action section is empty'));
  const warnings = new Set<string>();
  const object = findObject(written);
  if (object < 0) return fail(malformed('the Action section holds no JSON object'));
  const json = readLooseJson(written, object, { warnings });
  if (json.type === 'problem') return fail(malformed(json.message));
  const around = [written.slice(0, object), written.slice(json.end)].map((text) => text.trim());
  if (around.some((text) => /^```(?:json)?$/.test(text))) warnings.add('code_fence');
  if (around.some((text) => text !== '' && !/^```(?:json)?$/.test(text))) warnings.add('extra_text');
  if (!isRecord(json.value)) return fail(malformed('the call is not an object'));
  const sizes = grammar.countsScreen ? { screen: context.screen } : context;
  const positions: PositionContext = { coordinates: grammar.coordinates, sizes, warnings };
  const action = readCall(json.value, written.slice(object, json.end), positions, grammar);
  if (isProblem(action)) return fail(action);
  return actionsResult([action], { thought, summary: description }, warnings);
}

function readCall(
  value: Readonly<Record<string, unknown>>,
  text: string,
  positions: PositionContext,
  { family, rules }: MobileAgentV3Grammar,
): Action | ArgumentProblem {
  const { action: named, ...given } = value;
  if (named === undefined || named === null || named === '') return missing('the action is missing');
  if (typeof named !== 'string') return malformed('an action is a word');
  const native: NativeAction = { family, name: named, arguments: given, text };
  if (ENDS.has(named)) return { ...stop('success'), native };
  const key = Object.hasOwn(KEYS, named) ? KEYS[named] : undefined;
  if (key !== undefined) return { type: 'key', key, native };
  // The tool that the grammar is made of calls it by another name.
  const found = named === 'open' ? null : rules.find(named === 'open_app' ? 'open' : named);
  if (found === null) return unknownAction(quoted(named));
  if (found.warning !== null) positions.warnings.add(found.warning);
  const read = rules.read(found.name, { name: found.name, given, positions }, native);
  // A press is as long as the phone makes it, and a wait as long as the screen needs.
  positions.warnings.delete('default_duration');
  // Its environment presses Enter behind every text. Source: `actuation.py` in the same repository.
  return !isProblem(read) && read.type === 'type' ? { ...read, submit: true } : read;
}
