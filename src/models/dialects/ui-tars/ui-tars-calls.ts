import type { Action } from '../../../domain/action.js';
import type { ParseContext } from '../dialect.js';
import type { WrittenCall } from '../grammar/action-rules.js';
import { argumentText, callWriter, type CallGrammar } from '../grammar/call-fields.js';
import { unknownAction, type ArgumentProblem } from '../reading/parse-result.js';
import { quoteText } from '../reading/quoted-text.js';
import type { PictureSizes } from '../reading/resolve-position.js';
import type { ScannedCall } from '../reading/scan-call.js';
import { UI_TARS_RULES, findUiTarsCall } from './ui-tars-rules.js';

/** What the calls of a family that speaks as UI-TARS does mean. */
export interface UiTarsGrammar extends CallGrammar {
  readonly calls: readonly string[];
}

/** What the calls of one answer share. */
export interface CallSource {
  readonly context: ParseContext;
  readonly reading: UiTarsGrammar;
  readonly warnings: Set<string>;
}

const SHAPES: ReadonlySet<string> = new Set(['(#,#)', '<|box_start|>(#,#)<|box_end|>', '<point># #</point>']);

/** The action that a call means, or why it means none. `answer` is the text that the call's offsets belong to. */
export function actionOfCall(
  answer: string,
  call: ScannedCall,
  source: CallSource,
): Action | ArgumentProblem {
  const { reading, warnings, context } = source;
  const found = findUiTarsCall(call.name);
  if (found === null || !reading.calls.includes(found.name)) return unknownAction(call.name);
  const { name, warning } = found;
  if (warning !== null) warnings.add(warning);
  for (const { name: key, quote } of call.arguments) {
    if (quote !== "'" || key === null) warnings.add('alias_argument');
  }
  const positions = { coordinates: reading.coordinates, sizes: context, warnings };
  const args = { call, positions, shapes: SHAPES, escapes: true, grammar: reading };
  const native = { family: reading.family, name, text: answer.slice(call.start, call.end) };
  return UI_TARS_RULES.read(name, args, native);
}

/** How a release writes positions: `<|box_start|>(1,2)<|box_end|>` or `<point>1 2</point>`. */
export type UiTarsPointForm = 'box_token' | 'point_tag';

const BOX_NAMES: Readonly<Record<string, string>> = {
  point: 'start_box',
  start_point: 'start_box',
  end_point: 'end_box',
};

/** The call that means this action, texts as they are meant; null where the grammar has none. */
export function uiTarsCall(
  action: Action,
  grammar: UiTarsGrammar,
  form: UiTarsPointForm,
  sizes: PictureSizes,
): WrittenCall<string> | null {
  const isBox = form === 'box_token';
  const forms = {
    point: (x: number, y: number) =>
      isBox ? `<|box_start|>(${x},${y})<|box_end|>` : `<point>${x} ${y}</point>`,
    text: (text: string) => text,
  };
  const call = UI_TARS_RULES.write(action, callWriter(grammar, sizes, forms));
  if (call === null || !grammar.calls.includes(call.name)) return null;
  if (!isBox) return call;
  return {
    name: call.name,
    arguments: call.arguments.map(([name, text]) => [BOX_NAMES[name] ?? name, text]),
  };
}

/** `click(point='<point>1 2</point>')` */
export function callText({ name, arguments: all }: WrittenCall<string>): string {
  return `${name}(${argumentText(all.map(([key, text]) => [key, quoteText(text)]))})`;
}

/** A whole answer in the form of Seed models; null for a text that would close its own parameter. */
export function toolCallText({ name, arguments: all }: WrittenCall<string>, thought: string): string | null {
  if (all.some(([, text]) => /<\/?(?:parameter|function|seed|think|thought)/i.test(text))) return null;
  const parameters = all.map(([key, text]) => `<parameter=${key}>${encoded(text)}</parameter>\n`);
  return `<think>${thought}</think><seed:tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</seed:tool_call>`;
}

function encoded(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
