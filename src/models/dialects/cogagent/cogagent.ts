import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { fingerDirection } from '../reading/call-arguments.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput, PromptStep } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { oneLine } from '../one-line.js';
import { historyLines, labelled, userTurn } from '../prompt-parts.js';
import { quoteText } from '../reading/quoted-text.js';
import { writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { parseCogAgent } from './parse-cogagent.js';
import type { CogAgentGrammar } from './parse-cogagent.js';

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
const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'Return',
  DELETE: 'Backspace',
  BACK: 'Back',
  HOME: 'Home',
};

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
    const grammar: CogAgentGrammar = { family: FAMILY, coordinates, scroll };
    return {
      coordinates,
      scroll,
      prompts: templates,
      switches: chosen,
      sampling: { topK: 1, maxOutputTokens: 1024 },
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

function operation(action: Action, grammar: CogAgentGrammar, sizes: PictureSizes): string | null {
  const box = (point: Point): string => boxText(point, grammar.coordinates, sizes);
  switch (action.type) {
    case 'tap': {
      if (action.target.type !== 'point' || (action.count ?? 1) > 2) return null;
      return `${action.count === 2 ? 'DOUBLE_CLICK' : 'CLICK'}(${box(action.target.point)})`;
    }
    case 'type': {
      if (action.text === '' || action.clear === true || action.submit === true) return null;
      if (action.target === undefined) return `TYPE(text=${quoteText(action.text)})`;
      return action.target.type === 'point'
        ? `TYPE(${box(action.target.point)}, text=${quoteText(action.text)})`
        : null;
    }
    case 'swipe': {
      if (action.from !== undefined || action.direction === null || action.target !== undefined) return null;
      const parts = [
        ...(action.at === undefined ? [] : [box(action.at)]),
        ...(action.steps === undefined ? [] : [`step_count=${action.steps}`]),
      ];
      return `SCROLL_${fingerDirection(action.direction, grammar.scroll).toUpperCase()}(${parts.join(', ')})`;
    }
    case 'key': {
      const key = KEYS[action.key] ?? action.key;
      return `KEY_PRESS(key='${key}')`;
    }
    case 'open_app':
      return `LAUNCH(app=${quoteText(action.app)}, url='None')`;
    case 'open_url':
      return `LAUNCH(app='None', url=${quoteText(action.url)})`;
    case 'memo':
      if (action.op === 'quote') return `QUOTE_TEXT(result=${quoteText(action.text ?? '')})`;
      return action.op === 'llm' ? `LLM(prompt=${quoteText(action.text ?? '')})` : null;
    case 'stop':
      return action.answer !== undefined || action.status === 'failure' || action.status === 'infeasible'
        ? null
        : 'END()';
    default:
      return null;
  }
}

/** A box without extent, so that its centre is the point. */
function boxText(point: Point, rule: CoordinateRule, sizes: PictureSizes): string {
  const [x, y] = writePoint(point, rule, sizes).map((value) =>
    String(Math.min(Math.max(value, 0), MOST)).padStart(3, '0'),
  );
  return `box=[[${x},${y},${x},${y}]]`;
}
