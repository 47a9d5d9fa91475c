import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { userTurn } from '../prompt-parts.js';
import { extractAction, extractActionAsReference } from './extract-action.js';
import { parseSphinxAsReference, type SphinxGrammar } from './parse-sphinx.js';
import { sphinxParts } from './sphinx-parts.js';
import { sphinxPrompts, sphinxText, type SphinxView } from './sphinx-prompt.js';

const FAMILY = 'sphinx_id';
const VIEWS = ['tree', 'simplified', 'leaves', 'annotated_image'] as const satisfies readonly SphinxView[];

/**
 * SPHINX's grammar by element: `click [3]`, `text [3] [hello]`, `press [stop]`, for models that read the UI hierarchy as text
 * or as numbered marks on the screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours.
 */
export const sphinxId = defineDialect({
  family: FAMILY,
  title: 'SPHINX, elements by index: any model that reads text or marks',
  variants: VIEWS,
  references: {
    sphinx: (text, context) =>
      parseSphinxAsReference(text, context, { family: FAMILY, by: 'widget' }, extractActionAsReference),
  },
  create: ({ variant, coordinates = { space: 'sent' }, prompts, switches: given }) => {
    const view = VIEWS.find((name) => name === variant) ?? 'tree';
    const switches = chooseSwitches({ homeAsRestart: false, replan: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'widget', coordinates, ...switches };
    const templates = { ...sphinxPrompts(grammar, view), ...prompts };
    return {
      ...sphinxParts(grammar, view, extractAction),
      // 2: `simplified` shows what the reference code does, and not leaves alone.
      version: view === 'simplified' ? '2' : '1',
      history: { steps: 1, sentences: true },
      prompts: templates,
      switches,
      buildRequest: (input) =>
        userTurn(sphinxText(input, templates, grammar), input.screenshot, input.marked),
    };
  },
});
