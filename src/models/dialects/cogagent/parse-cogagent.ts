import { stop } from '../../../domain/action.js';
import type { Action, Target } from '../../../domain/action.js';
import {
  actionsResult,
  invalid,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  quoted,
} from '../reading/parse-result.js';
import type { ArgumentProblem } from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { argumentOf, fingerDirection, positionArgument } from '../reading/call-arguments.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../dialect.js';
import { firstLabel, labelRule, lastLabel } from '../reading/find-label.js';
import { keyNamed } from '../key-names.js';
import { boxTarget, positionTarget } from '../reading/position-target.js';
import { decodeEscapes } from '../reading/quoted-text.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { scanCall } from '../reading/scan-call.js';
import type { ScannedCall } from '../reading/scan-call.js';
import { skipMarks } from '../reading/skip-marks.js';

export interface CogAgentGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
}

interface Source {
  readonly context: ParseContext;
  readonly grammar: CogAgentGrammar;
  readonly warnings: Set<string>;
}

type PointTarget = Extract<Target, { type: 'point' }>;

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
const KEYS: Readonly<Record<string, string>> = {
  return: 'ENTER',
  backspace: 'DELETE',
  escape: 'BACK',
  esc: 'BACK',
};
const SCROLLS = {
  SCROLL_UP: 'up',
  SCROLL_DOWN: 'down',
  SCROLL_LEFT: 'left',
  SCROLL_RIGHT: 'right',
} as const;

/**
 * Reads an answer of CogAgent: sections, of which `Grounded Operation:` holds the call, and a mark of sensitive operations.
 *
 * Source: CogAgent `Action_space` and `cli_demo`.
 */
export function parseCogAgent(answer: string, context: ParseContext, grammar: CogAgentGrammar): ParseResult {
  const warnings = new Set<string>();
  let text = answer;
  let thinking: string | null = null;
  if (/<\/?(?:think|thought)/i.test(answer)) {
    const cut = cutThinking(answer, (offset) => {
      const label = lastLabel(answer, answer.length, OPERATION)?.start ?? -1;
      return label >= offset ? label : null;
    });
    ({ text, thought: thinking } = cut);
    if (cut.unclosed) warnings.add('missing_tag');
  }
  const end = answerEnd(text);
  const label = lastLabel(text, end, OPERATION);
  const said = readSections(text, label?.start ?? end, warnings, label !== null);
  const thought = said.thought ?? thinking;
  for (const code of label?.warnings ?? ['lenient_label']) warnings.add(code);
  const start = skipMarks(text, label?.end ?? 0, end, warnings);
  if (label !== null && start >= end) {
    return problemResult(answer, noAction('nothing follows the label'), thought, [label.start, end]);
  }
  const call = scanCall(text, start, end, { freeText: FREE_TEXT, escapes: true, warnings });
  const isWhole =
    label !== null ||
    (!('problem' in call) && /^[A-Z_]+$/.test(call.name) && text.slice(0, start).trim() === '');
  if (!isWhole) return problemResult(answer, noAction('there is no operation'), thought);
  if ('problem' in call) {
    return problemResult(answer, malformed(call.problem), thought, [start, end]);
  }
  const action = build(call, { context, grammar, warnings });
  const span = [call.start, call.end] as const;
  if (isProblem(action)) return problemResult(answer, action, thought, span);
  const isSensitive = readMark(text.slice(call.end, end), warnings);
  const native = { family: grammar.family, name: call.name.toUpperCase(), text: answer.slice(...span) };
  const marked: Action = isSensitive && action.type === 'tap' ? { ...action, sensitive: true } : action;
  return actionsResult([{ ...marked, native }], { thought, summary: said.action }, warnings);
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

function build(call: ScannedCall, source: Source): Action | ArgumentProblem {
  const { warnings, grammar } = source;
  const name = call.name.toUpperCase();
  const textOf = (...names: string[]): string => decodeEscapes(argumentOf(call, names, warnings)?.text ?? '');
  if (name !== call.name) warnings.add('case');
  const target = placeOf(call, source);
  if (target !== null && isProblem(target)) return target;
  switch (name) {
    case 'CLICK':
    case 'DOUBLE_CLICK':
      if (target === null) return missing(`${name} needs a box`);
      return name === 'CLICK' ? { type: 'tap', target } : { type: 'tap', target, count: 2 };
    case 'TYPE': {
      const text = textOf('text', 'content');
      if (text === '') return missing('TYPE needs a text');
      return { type: 'type', text, ...(target === null ? {} : { target }) };
    }
    case 'SCROLL_UP':
    case 'SCROLL_DOWN':
    case 'SCROLL_LEFT':
    case 'SCROLL_RIGHT': {
      const count = argumentOf(call, ['step_count'], warnings)?.text.trim() ?? '';
      if (count !== '' && !/^\d{1,6}$/.test(count)) {
        return invalid(`${quoted(count)} is no number of steps`);
      }
      const direction = fingerDirection(SCROLLS[name], grammar.scroll);
      const at = target === null ? {} : { at: target.point };
      return { type: 'swipe', direction, ...at, ...(count === '' ? {} : { steps: Number(count) }) };
    }
    case 'KEY_PRESS': {
      const word = textOf('key', 'keys').trim();
      if (word === '') return missing('KEY_PRESS needs a key');
      const key = KEYS[word.toLowerCase()] ?? keyNamed(word);
      return key === null ? invalid(`${quoted(word)} is no key`) : { type: 'key', key };
    }
    case 'LAUNCH': {
      const [app, url] = [present(textOf('app')), present(textOf('url'))];
      if (url !== '') return { type: 'open_url', url };
      return app === '' ? missing('LAUNCH needs an app or an address') : { type: 'open_app', app };
    }
    case 'QUOTE_TEXT':
    case 'QUOTE_CLIPBOARD':
      return memo('quote', textOf('result'));
    case 'LLM':
      return memo('llm', textOf('prompt'));
    case 'END':
      return stop('success');
    default:
      return { kind: 'unknown_action', message: `there is no operation ${call.name}` };
  }
}

function memo(op: 'quote' | 'llm', text: string): Action {
  return { type: 'memo', op, ...(text === '' ? {} : { text }) };
}

/** Python's `None`, quoted, stands for nothing. */
function present(text: string): string {
  const trimmed = text.trim();
  return trimmed === 'None' ? '' : trimmed;
}

function placeOf(
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): PointTarget | null | ArgumentProblem {
  const box = argumentOf(call, ['box', 'start_box', 'bbox'], warnings);
  const numbers = positionArgument(call, box, { shapes: SHAPES, warnings });
  if (numbers === null || isProblem(numbers)) return numbers;
  if (box !== null && box.quote !== null) warnings.add('string_coordinate');
  const position = { coordinates: grammar.coordinates, sizes: context, warnings };
  const [a = 0, b = 0, c, d] = numbers;
  if (!numbers.every(Number.isFinite)) return invalid('the numbers are not finite');
  return c === undefined || d === undefined
    ? positionTarget([a, b], position)
    : boxTarget([a, b, c, d], position);
}
