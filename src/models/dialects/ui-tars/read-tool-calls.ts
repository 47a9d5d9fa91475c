import type { Action } from '../../../domain/action.js';
import { actionsResult, isProblem, malformed, noAction, problemResult } from '../reading/parse-result.js';
import type { ParseResult } from '../dialect.js';
import type { ScannedArgument, ScannedCall } from '../reading/scan-call.js';
import { actionOfCall, type CallSource } from './ui-tars-calls.js';

const FUNCTION = /<function=([\w.]{1,64})>/g;
const PARAMETER = /<parameter=([\w.]{1,64})>/g;
const FUNCTION_END = '</function>';
const PARAMETER_END = '</parameter>';
const CONTAINER_END = '</seed:tool_call>';

/**
 * Reads the tool calls of Seed models: `<function=click><parameter=point><point>1 2</point></parameter></function>` within
 * `<seed:tool_call>`. Values are texts, not XML.
 */
export function readToolCalls(
  source: CallSource & { readonly answer: string; readonly text: string },
  from: number,
  to: number,
  thought: string | null,
): ParseResult {
  const { answer, text, warnings } = source;
  const close = text.indexOf(CONTAINER_END, from);
  if (close < 0) warnings.add('missing_tag');
  const end = close < 0 ? to : close;
  const actions: Action[] = [];
  FUNCTION.lastIndex = from;
  for (let match = FUNCTION.exec(text); match !== null && match.index < end; match = FUNCTION.exec(text)) {
    const call = readFunction(text, match.index, FUNCTION.lastIndex, end, match[1] ?? '', warnings);
    const action =
      call === null ? malformed('the parameter is never closed') : actionOfCall(answer, call, source);
    if (isProblem(action)) {
      if (actions.length > 0) break;
      return problemResult(answer, action, thought, [match.index, end]);
    }
    actions.push(action);
    FUNCTION.lastIndex = call?.end ?? end;
  }
  const [first, ...rest] = actions;
  if (first === undefined)
    return problemResult(answer, noAction('the tool call is empty'), thought, [from, end]);
  if (close >= 0 && text.slice(close + CONTAINER_END.length, to).trim() !== '') warnings.add('extra_text');
  if (rest.length > 0) warnings.add('extra_actions');
  return actionsResult([first, ...rest], { thought }, warnings);
}

function readFunction(
  text: string,
  start: number,
  from: number,
  to: number,
  name: string,
  warnings: Set<string>,
): ScannedCall | null {
  const found: ScannedArgument[] = [];
  const close = text.indexOf(FUNCTION_END, from);
  let end = close < 0 || close > to ? to : close;
  if (end === to) warnings.add('missing_tag');
  PARAMETER.lastIndex = from;
  for (let match = PARAMETER.exec(text); match !== null && match.index < end; match = PARAMETER.exec(text)) {
    const inner = PARAMETER.lastIndex;
    const valueEnd = text.indexOf(PARAMETER_END, inner);
    if (valueEnd < 0 || valueEnd > end) return null;
    // Values are texts, so they count as quoted as the grammar quotes.
    found.push({
      name: match[1] ?? '',
      text: valueOf(text.slice(inner, valueEnd)),
      quote: "'",
      start: inner,
    });
    PARAMETER.lastIndex = valueEnd + PARAMETER_END.length;
  }
  end = end === to ? to : end + FUNCTION_END.length;
  return { name, start, end, arguments: found };
}

/** A value on lines of its own has line breaks around it that are not part of it. */
function valueOf(written: string): string {
  return written.length > 1 && written.startsWith('\n') && written.endsWith('\n')
    ? written.slice(1, -1)
    : written;
}
