import type { Action } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  malformed,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { NOT_FINITE, type CallGrammar } from '../grammar/call-fields.js';
import { argumentOf, positionArgument } from '../reading/call-arguments.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { firstLabel, labelRule, lastLabel } from '../reading/find-label.js';
import { boxTarget, positionTarget, type PositionContext } from '../reading/position-target.js';
import { scanCall, type ScannedArgument, type ScannedCall } from '../reading/scan-call.js';
import { skipMarks } from '../reading/skip-marks.js';
import { COGAGENT_RULES, type PointTarget } from './cogagent-rules.js';

const OPERATION = labelRule('grounded[ _]operations?', ['Grounded Operation:']);
const STATUS = labelRule('status', ['Status:']);
const PLAN = labelRule('plan', ['Plan:']);
const ACTION = labelRule('actions?', ['Action:']);
const FREE_TEXT: ReadonlySet<string> = new Set([
  'text',
  'app',
  'url',
  'result',
  'prompt',
  'element_type',
  'element_info',
]);
const SHAPES: ReadonlySet<string> = new Set(['[[#,#,#,#]]', '[[#, #, #, #]]']);
const MARK = /^<<\s*(敏感操作|一般操作|sensitive operation|general operation)\s*>>/i;
/**
 * Reads an answer of CogAgent: sections, of which `Grounded Operation:` holds the call, and a mark of sensitive operations.
 *
 * Source: CogAgent `Action_space` and `cli_demo`.
 */
export function parseCogAgent(answer: string, context: ParseContext, grammar: CallGrammar): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = withoutThinking(
    answer,
    warnings,
    () => lastLabel(answer, answer.length, OPERATION)?.start ?? -1,
  );
  const end = answerEnd(text);
  const label = lastLabel(text, end, OPERATION);
  const said = readSections(text, label?.start ?? end, warnings, label !== null);
  const thought = said.thought ?? thinking;
  for (const code of label?.warnings ?? ['lenient_label']) warnings.add(code);
  const start = skipMarks(text, label?.end ?? 0, end, warnings);
  if (label !== null && start >= end) {
    return problemResult(answer, noAction('nothing follows the label'), thought, [label.start, end]);
  }
  const scanned = scanCall(text, start, end, { freeText: FREE_TEXT, escapes: true, warnings });
  const bare = 'problem' in scanned && label !== null ? bareOperation(text, start, end) : null;
  if (bare !== null) warnings.add('missing_tag');
  const call = bare ?? scanned;
  const isWhole =
    label !== null ||
    (!('problem' in call) && /^[A-Z_]+$/.test(call.name) && text.slice(0, start).trim() === '');
  if (!isWhole) return problemResult(answer, noAction('there is no operation'), thought);
  if ('problem' in call) {
    return problemResult(answer, malformed(call.problem), thought, [start, end]);
  }
  const positions = { coordinates: grammar.coordinates, sizes: context, warnings };
  const action = build(call, positions, grammar);
  const span = [call.start, call.end] as const;
  if (isProblem(action)) return problemResult(answer, action, thought, span);
  const isSensitive = readMark(text.slice(call.end, end), warnings);
  const native = { family: grammar.family, name: call.name.toUpperCase(), text: answer.slice(...span) };
  const marked: Action = isSensitive && action.type === 'tap' ? { ...action, sensitive: true } : action;
  return actionsResult([{ ...marked, native }], { thought, summary: said.action }, warnings);
}

/** An operation without its brackets, alone on its line: `END`. */
function bareOperation(text: string, start: number, end: number): ScannedCall | null {
  const [, name = ''] =
    /^([A-Za-z_]{3,20})[ \t]*[.:：]?[ \t]*(?=[\r\n<]|$)/.exec(text.slice(start, end)) ?? [];
  if (COGAGENT_RULES.find(name.toUpperCase()) === null) return null;
  return { name, start, end: start + name.length, arguments: [] };
}

function readSections(
  text: string,
  to: number,
  warnings: Set<string>,
  isLabelled: boolean,
): { thought: string | null; action: string | null } {
  if (!isLabelled) return { thought: null, action: null };
  const [status, plan, action] = [STATUS, PLAN, ACTION].map((rule) => firstLabel(text, 0, to, rule));
  const found = [status, plan, action]
    .filter((section) => section != null)
    .toSorted((a, b) => a.start - b.start);
  for (const section of found) for (const code of section.warnings) warnings.add(code);
  const textOf = (section: (typeof found)[number] | null | undefined): string | null => {
    if (section == null) return null;
    const next = found[found.indexOf(section) + 1];
    return text.slice(section.end, next?.start ?? to).trim();
  };
  if (text.slice(0, found[0]?.start ?? to).trim() !== '') warnings.add('extra_text');
  const thought = [textOf(plan), textOf(action)].filter((part) => part !== null && part !== '').join('\n');
  return { thought: thought === '' ? null : thought, action: textOf(action) };
}

/** Whether the operation is marked as sensitive; other words behind it are noted. */
function readMark(rest: string, warnings: Set<string>): boolean {
  const behind = rest.trim();
  const mark = MARK.exec(behind);
  const more = behind.slice(mark?.[0].length ?? 0).trim();
  if (more !== '') warnings.add(/^[`*]+$/.test(more) ? 'code_fence' : 'extra_text');
  return mark !== null && /^(?:敏感|sensitive)/i.test(mark[1] ?? '');
}

function build(
  call: ScannedCall,
  positions: PositionContext,
  grammar: CallGrammar,
): Action | ArgumentProblem {
  if (call.name !== call.name.toUpperCase()) positions.warnings.add('case');
  const place = placeOf(call, positions);
  if (place !== null && isProblem(place)) return place;
  const found = COGAGENT_RULES.find(call.name.toUpperCase());
  if (found === null) return unknownAction(call.name, 'operation');
  const { name, warning } = found;
  if (warning !== null) positions.warnings.add(warning);
  return COGAGENT_RULES.read(name, { call, positions, shapes: SHAPES, escapes: true, grammar, place });
}

/** `CLICK([[1,2,3,4]])`: the first argument, where it has no name and is a list. */
function namelessBox({ arguments: [first] }: ScannedCall, warnings: Set<string>): ScannedArgument | null {
  if (first === undefined || first.name !== null || !first.text.startsWith('[')) return null;
  warnings.add('alias_argument');
  return first;
}

function placeOf(call: ScannedCall, positions: PositionContext): PointTarget | null | ArgumentProblem {
  const { warnings } = positions;
  const box = argumentOf(call, ['box', 'start_box', 'bbox'], warnings) ?? namelessBox(call, warnings);
  const numbers = positionArgument(call, box, { shapes: SHAPES, warnings });
  if (numbers === null || isProblem(numbers)) return numbers;
  if (box !== null && box.quote !== null) warnings.add('string_coordinate');
  const [a = 0, b = 0, c, d] = numbers;
  if (!numbers.every(Number.isFinite)) return NOT_FINITE;
  return c === undefined || d === undefined
    ? positionTarget([a, b], positions)
    : boxTarget([a, b, c, d], positions);
}
