import type { Action } from '../../../domain/action.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { argumentText, callWriter, type CallGrammar } from '../grammar/call-fields.js';
import { oneLine } from '../one-line.js';
import { historyLines, labelled, message } from '../prompt-parts.js';
import { quoteText } from '../reading/quoted-text.js';
import type { PictureSizes } from '../reading/resolve-position.js';
import { AGUVIS_PROMPTS } from './aguvis-prompts.js';
import { AGUVIS_RULES } from './aguvis-rules.js';
import { parseAguvis } from './parse-aguvis.js';

const FAMILY = 'aguvis';
const VARIANTS = ['self-plan', 'force-plan', 'grounding', 'chat'] as const;
type Variant = (typeof VARIANTS)[number];
const RECIPIENT = '<|recipient|>';

/**
 * Aguvis: one line of Python, positions 0–1. Each of its turns names whom it is for: a plan is for `all`, code for `os`;
 * the answer is begun for the model up to there. `self-plan` leaves the choice to the model, `force-plan` makes it plan
 * first, `grounding` asks for code at once, `chat` begins nothing, for servers that cannot continue an answer.
 *
 * Source: Aguvis paper and published constants; the wording is ours.
 */
export const aguvis = defineDialect({
  family: FAMILY,
  title: 'Aguvis 7B and 72B',
  variants: VARIANTS,
  create: ({ variant: given, coordinates = { space: 'norm', span: 1 }, scroll = 'content', prompts }) => {
    const variant = VARIANTS.find((name) => name === given) ?? 'self-plan';
    const templates = { ...AGUVIS_PROMPTS, ...prompts };
    const grammar: CallGrammar = { family: FAMILY, coordinates, scroll };
    return {
      coordinates,
      scroll,
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 1024, stop: ['<|diff_marker|>'] },
      buildRequest: (input) => {
        const begun = beginning(variant, input.stepInstruction);
        const text = fillTemplate(templates.turn, {
          ...input.notes,
          instruction: input.instruction,
          step: toldStep(variant, input.stepInstruction),
          history: historyText(input),
          elements: labelled('Elements:\n', input.elementText),
        }).trimEnd();
        const messages = [
          message('system', fillTemplate(templates.system, input.notes)),
          message('user', input.screenshot, text),
        ];
        if (begun === null) return { messages };
        return { messages: [...messages, message('assistant', begun)], continuesLast: true };
      },
      parse: (text, context) => parseAguvis(text, context, grammar),
      words: (action, sizes) => codeLine(action, grammar, sizes),
      answer: (code, { thought, summary }) => {
        if (variant === 'grounding' || variant === 'chat') return code;
        const plan = `all\nThought: ${oneLine(thought)}\nAction: ${oneLine(summary)}\n<|im_end|>\n`;
        return `${plan}<|im_start|>assistant${RECIPIENT}os\n${code}`;
      },
    };
  },
});

/** What the answer starts with. A prescribed step takes the place of the plan. */
function beginning(variant: Variant, step: string | null): string | null {
  switch (variant) {
    case 'self-plan':
      return step === null ? RECIPIENT : `${RECIPIENT}all\nAction: ${step}\n`;
    case 'force-plan':
      return step === null ? `${RECIPIENT}all\nThought:` : `${RECIPIENT}all\nAction: ${step}\n`;
    case 'grounding':
      return `${RECIPIENT}os\n`;
    case 'chat':
      return null;
    default:
      return variant satisfies never;
  }
}

/** Where the answer cannot begin with the step, the question holds it. */
function toldStep(variant: Variant, step: string | null): string {
  return step === null || variant === 'self-plan' || variant === 'force-plan' ? '' : `Current step: ${step}`;
}

function historyText(input: PromptInput): string {
  const lines = historyLines(
    input,
    ({ summary, call }, number) => `Step ${number}: ${oneLine(summary ?? call ?? 'unreadable')}`,
  );
  return lines.join('\n') || 'None';
}

function codeLine(action: Action, grammar: CallGrammar, sizes: PictureSizes): string | null {
  const forms = { point: (x: number, y: number) => `[${x}, ${y}]`, text: quoteText };
  const call = AGUVIS_RULES.write(action, callWriter(grammar, sizes, forms));
  return call === null ? null : `${call.name}(${argumentText(call.arguments)})`;
}
