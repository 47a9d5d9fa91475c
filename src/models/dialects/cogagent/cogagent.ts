import type { Action } from '../../../domain/action.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { argumentText, callWriter, type CallGrammar } from '../grammar/call-fields.js';
import { oneLine } from '../one-line.js';
import { historyLines, labelled, userTurn } from '../prompt-parts.js';
import { quoteText } from '../reading/quoted-text.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { COGAGENT_RULES } from './cogagent-rules.js';
import { parseCogAgent } from './parse-cogagent.js';

const FAMILY = 'cogagent';
const VARIANTS = ['action-operation', 'status-action-operation', 'status-plan-action-operation'] as const;
type Variant = (typeof VARIANTS)[number];
const FORMATS: Readonly<Record<Variant, string>> = {
  'action-operation': 'Action-Operation',
  'status-action-operation': 'Status-Action-Operation',
  'status-plan-action-operation': 'Status-Plan-Action-Operation',
};
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
/** Largest number that a box is written with. */
const MOST = 999;

/** The form that the model was trained on, to the letter. Source: CogAgent `cli_demo`. */
const TURN = `Task: {{instruction}}
{{step}}
History steps: {{history}}
{{elements}}
(Platform: Mobile)
(Answer in {{format}} format.)`;

/**
 * CogAgent: sections that end in a `Grounded Operation:`, whose boxes are in 0–1000. Variants name the sections that are
 * asked for.
 *
 * Source: CogAgent `Action_space` and `cli_demo`.
 */
export const cogAgent = defineDialect({
  family: FAMILY,
  title: 'CogAgent-9B-20241220',
  variants: VARIANTS,
  create: ({ variant: given, coordinates = PERMILLE, scroll = 'content', prompts, switches }) => {
    const variant = VARIANTS.find((name) => name === given) ?? 'action-operation';
    const chosen = chooseSwitches({ sensitive: true }, switches);
    const templates = { turn: TURN, ...prompts };
    const grammar: CallGrammar = { family: FAMILY, coordinates, scroll };
    return {
      coordinates,
      scroll,
      prompts: templates,
      switches: chosen,
      sampling: { topK: 1, maxOutputTokens: 1024 },
      mostPictures: 1,
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          ...input.notes,
          instruction: input.instruction,
          step: labelled('Current step: ', input.stepInstruction),
          history: historyText(input),
          elements: labelled('Elements:\n', input.elementText),
          format: `${FORMATS[variant]}${chosen.sensitive ? '-Sensitive' : ''}`,
        });
        return userTurn(input.screenshot, text);
      },
      parse: (text, context) => parseCogAgent(text, context, grammar),
      words: (action, sizes) => operation(action, grammar, sizes),
      answer: (call, { thought, summary }, action) => {
        const isSensitive = action.type === 'tap' && action.sensitive === true;
        if (isSensitive && !chosen.sensitive) return null;
        const mark = `<<${isSensitive ? 'sensitive' : 'general'} operation>>`;
        return [
          ...(variant === 'action-operation' ? [] : ['Status: as before']),
          ...(variant === 'status-plan-action-operation' ? [`Plan: ${oneLine(thought)}`] : []),
          `Action: ${oneLine(summary)}`,
          `Grounded Operation: ${call}`,
          ...(chosen.sensitive ? [mark] : []),
        ].join('\n');
      },
    };
  },
});

/** Numbered from 0: the operation, a tab, the action in words. */
function historyText(input: PromptInput): string {
  const line = ({ call, summary, thought }: PromptStep, number: number): string =>
    `\n${number}. ${call ?? ''}\t${oneLine(summary ?? thought ?? '')}`;
  return historyLines(input, line, 0).join('');
}

function operation(action: Action, grammar: CallGrammar, sizes: PictureSizes): string | null {
  const call = COGAGENT_RULES.write(action, callWriter(grammar, sizes, { point: boxText, text: quoteText }));
  return call === null ? null : `${call.name}(${argumentText(call.arguments)})`;
}

/** A box without extent, so that its centre is the point. */
function boxText(...position: readonly [number, number]): string {
  const [x, y] = position.map((value) => String(Math.min(Math.max(value, 0), MOST)).padStart(3, '0'));
  return `[[${x},${y},${x},${y}]]`;
}
