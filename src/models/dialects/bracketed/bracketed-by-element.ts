import { chooseSwitches } from '../choose-switches.js';
import { defineDialect, type DialectDefinition, type DialectFamily } from '../define-dialect.js';
import { userTurn } from '../prompt-parts.js';
import { bracketedParts, CUT_SWITCH, cutTexts } from './bracketed-parts.js';
import { bracketedPrompts, bracketedText, type BracketedView } from './bracketed-prompt.js';
import { extractAction } from './extract-action.js';
import type { BracketedGrammar } from './parse-bracketed.js';

const VIEWS = ['tree', 'simplified', 'leaves', 'annotated_image'] as const satisfies readonly BracketedView[];

/**
 * The family of a name that speaks the bracketed grammar by element: `click [3]`, `text [3] [hello]`, `press [stop]`, for
 * models that read the UI hierarchy as text or as numbered marks on the screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours.
 */
export function bracketedByElement(
  name: Pick<DialectDefinition, 'family' | 'title' | 'references'>,
): DialectFamily {
  const { family } = name;
  return defineDialect({
    ...name,
    variants: VIEWS,
    create: ({ variant, coordinates = { space: 'sent' }, prompts, switches: given }) => {
      const view = VIEWS.find((known) => known === variant) ?? 'tree';
      const switches = chooseSwitches({ homeAsRestart: false, replan: false, ...CUT_SWITCH }, given);
      const grammar: BracketedGrammar = { family, by: 'widget', coordinates, ...switches };
      const templates = { ...bracketedPrompts(grammar, view), ...prompts };
      return {
        ...bracketedParts(grammar, view, extractAction),
        // 2: `simplified` shows what the reference code does, and not leaves alone; `leaves` says where they say nothing.
        // One more: pictures are JPEGs of low detail, and answers are not limited.
        version: view === 'simplified' || view === 'leaves' ? '3' : '2',
        history: { steps: 1, sentences: true },
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
