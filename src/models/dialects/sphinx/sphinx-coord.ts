import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { userTurn } from '../prompt-parts.js';
import { extractAction, extractActionAsReference } from './extract-action.js';
import { parseSphinxAsReference, type SphinxGrammar } from './parse-sphinx.js';
import { sphinxParts } from './sphinx-parts.js';
import { sphinxPrompts, sphinxText } from './sphinx-prompt.js';

const FAMILY = 'sphinx_coord';

/**
 * SPHINX's grammar by position: `click [120,340]`, `swipe [x1,y1] [x2,y2]`, for models that see the bare screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours. Deviation: text can be typed at a position,
 * which a slip in the reference code prevents.
 */
export const sphinxCoord = defineDialect({
  family: FAMILY,
  title: 'SPHINX, positions in pixels of the screenshot: any model that sees',
  variants: [],
  references: {
    sphinx: (text, context) =>
      parseSphinxAsReference(text, context, { family: FAMILY, by: 'point' }, extractActionAsReference),
  },
  create: ({ coordinates = { space: 'sent' }, prompts, switches: given }) => {
    const switches = chooseSwitches({ homeAsRestart: false, replan: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'point', coordinates, ...switches };
    const templates = { ...sphinxPrompts(grammar, 'image'), ...prompts };
    return {
      ...sphinxParts(grammar, 'image', extractAction),
      // The previous action is told as it was written.
      history: { steps: 1 },
      prompts: templates,
      switches,
      buildRequest: (input) =>
        userTurn(sphinxText(input, templates, grammar), input.screenshot, input.marked),
    };
  },
});
