import type { Action } from '../../../domain/action.js';
import type { ModelMessage } from '../../model.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { argumentText, callWriter, type CallGrammar } from '../grammar/call-fields.js';
import { oneLine } from '../one-line.js';
import { labelled, message } from '../prompt-parts.js';
import { quoteRaw } from '../reading/quoted-text.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { AUTOGLM_PROMPTS } from './autoglm-prompts.js';
import { AUTOGLM_RULES, FINISH } from './autoglm-rules.js';
import { parseAutoGlm } from './parse-autoglm.js';

const FAMILY = 'autoglm';
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
type Prompts = Readonly<Record<keyof typeof AUTOGLM_PROMPTS, string>>;

/**
 * AutoGLM: `do(action="Tap", element=[x,y])` or `finish(message="…")` behind thinking, positions 0–999 read by the
 * thousand, every earlier step as a turn without its picture. Prompts in English or Chinese, as the task is.
 *
 * Source: Open-AutoGLM `phone_agent`; the wording is ours. Deviation: the prompt holds the date only where a note
 * `date` gives it, since equal inputs must make equal prompts.
 */
export const autoGlm = defineDialect({
  family: FAMILY,
  title: 'AutoGLM-Phone-9B and the models of Open-AutoGLM',
  variants: [],
  create: ({ coordinates = PERMILLE, prompts }) => {
    const templates: Prompts = { ...AUTOGLM_PROMPTS, ...prompts };
    const grammar = { family: FAMILY, coordinates };
    return {
      // 3: an empty duration is one second, as any that is no number.
      version: '3',
      coordinates,
      prompts: templates,
      sampling: { temperature: 0, topP: 0.85, maxOutputTokens: 3000 },
      buildRequest: (input) => ({ messages: conversation(input, templates) }),
      parse: (text, context) => parseAutoGlm(text, context, grammar),
      words: (action, sizes) => callText(action, grammar, sizes),
      answer: (call, { thought }) => `<think>${oneLine(thought)}</think>\n<answer>${call}</answer>`,
    };
  },
});

function conversation(input: PromptInput, prompts: Prompts): ModelMessage[] {
  const isChinese = input.language.toLowerCase().startsWith('zh');
  const today = input.notes['date'] ?? '';
  const date = today === '' ? '' : fillTemplate(isChinese ? prompts.date_zh : prompts.date_en, { today });
  const system = fillTemplate(isChinese ? prompts.system_zh : prompts.system_en, { ...input.notes, date });
  const messages = [message('system', system)];
  const steps = input.history
    .map((step) => ({ step, answer: answerOf(step) }))
    .filter(({ answer }) => answer !== '');
  for (const [index, { step, answer }] of steps.entries()) {
    const text = turnText(input, prompts, { isFirst: index === 0, app: null, isCurrent: false });
    messages.push(message('user', step.picture, text), message('assistant', answer));
  }
  const text = turnText(input, prompts, { isFirst: steps.length === 0, app: input.app, isCurrent: true });
  return [...messages, message('user', input.screenshot, text)];
}

function turnText(
  input: PromptInput,
  prompts: Prompts,
  turn: { readonly isFirst: boolean; readonly isCurrent: boolean; readonly app: string | null },
): string {
  const { stepInstruction, elementText } = input;
  return fillTemplate(turn.isFirst ? prompts.first : prompts.next, {
    ...input.notes,
    instruction: input.instruction,
    screen: JSON.stringify(turn.app === null ? {} : { current_app: turn.app }),
    step: turn.isCurrent ? labelled('Now: ', stepInstruction) : '',
    elements: turn.isCurrent ? labelled('Elements:\n', elementText) : '',
  }).trimEnd();
}

/** An earlier answer as the client stores it, in its two tags. */
function answerOf({ answer, call, thought }: PromptStep): string {
  if (call !== null) return `<think>${thought ?? ''}</think><answer>${call}</answer>`;
  return answer?.trim() ?? '';
}

function callText(action: Action, grammar: CallGrammar, sizes: PictureSizes): string | null {
  // Texts stand raw between their quotes.
  const forms = {
    point: (x: number, y: number) => `[${x},${y}]`,
    text: (text: string) => quoteRaw(text, ['"']),
  };
  const call = AUTOGLM_RULES.write(action, callWriter(grammar, sizes, forms));
  if (call === null) return null;
  const { name, arguments: written } = call;
  if (name === FINISH) return `finish(${argumentText(written)})`;
  return `do(${argumentText([['action', `"${name}"`], ...written])})`;
}
