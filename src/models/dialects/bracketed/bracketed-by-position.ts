import { chooseSwitches } from '../choose-switches.js';
import { defineDialect, type DialectDefinition, type DialectFamily } from '../define-dialect.js';
import { userTurn } from '../prompt-parts.js';
import { bracketedParts, CUT_SWITCH, cutTexts } from './bracketed-parts.js';
import { bracketedPrompts, bracketedText } from './bracketed-prompt.js';
import { extractAction } from './extract-action.js';
import type { BracketedGrammar } from './parse-bracketed.js';

/**
 * The family of a name that speaks the bracketed grammar by position: `click [120,340]`, `swipe [x1,y1] [x2,y2]`, for models
 * that see the bare screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours.
 */
export function bracketedByPosition(
  name: Pick<DialectDefinition, 'family' | 'title' | 'references'>,
): DialectFamily {
  const { family } = name;
  return defineDialect({
    ...name,
    variants: [],
    create: ({ coordinates = { space: 'sent' }, prompts, switches: given }) => {
      const switches = chooseSwitches({ homeAsRestart: false, replan: false, ...CUT_SWITCH }, given);
      const grammar: BracketedGrammar = { family, by: 'point', coordinates, ...switches };
      const templates = { ...bracketedPrompts(grammar, 'image'), ...prompts };
      return {
        ...bracketedParts(grammar, 'image', extractAction),
        // 2: pictures are JPEGs of low detail, and answers are not limited.
        version: '2',
        // The prompt shows the previous action as it was written.
        history: { steps: 1 },
        prompts: templates,
        switches,
        buildRequest: (input) =>
          cutTexts(
            userTurn(bracketedText(input, templates, grammar), input.screenshot, input.marked),
            switches.textCharacters,
          ),
      };
    },
  });
}
