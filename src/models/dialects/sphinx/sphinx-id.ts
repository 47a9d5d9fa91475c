import type { ElementText, ObservationRule } from '../../../domain/observation-rule.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import { extractAction, extractActionAsReference } from './extract-action.js';
import { parseSphinx, parseSphinxAsReference } from './parse-sphinx.js';
import type { SphinxGrammar } from './parse-sphinx.js';
import { printSphinxAnswer, printSphinxCall } from './print-sphinx.js';
import { sphinxPrompts, sphinxText, withPictures } from './sphinx-prompt.js';
import type { SphinxView } from './sphinx-prompt.js';

const FAMILY = 'sphinx_id';
const VIEWS = ['tree', 'simplified', 'leaves', 'annotated_image'] as const satisfies readonly SphinxView[];

/**
 * SPHINX's grammar by element: `click [3]`, `text [3] [hello]`, `press [stop]`, for models that read the UI hierarchy as text
 * or as numbered marks on the screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours.
 */
export const sphinxId: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'SPHINX, elements by index: any model that reads text or marks',
  variants: VIEWS,
  references: {
    sphinx: (text, context) =>
      parseSphinxAsReference(text, context, { family: FAMILY, by: 'widget' }, extractActionAsReference),
  },
  create: ({ variant, coordinates = { space: 'sent' }, history, picture, prompts, switches: given }) => {
    const view = VIEWS.find((name) => name === variant) ?? 'tree';
    const switches = chooseSwitches({ homeAsRestart: false, replan: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'widget', coordinates, ...switches };
    const templates = { ...sphinxPrompts(grammar, view), ...prompts };
    return {
      family: FAMILY,
      variant: view,
      // 2: `simplified` shows what the reference code does, and not leaves alone.
      version: view === 'simplified' ? '2' : '1',
      coordinates,
      scroll: 'finger',
      observation: { ...observed(view), picture: picture ?? { resize: null, format: 'png' } },
      history: { steps: 1, pictures: 0, sentences: true, ...history },
      prompts: templates,
      switches,
      sampling: { temperature: 0.2 },
      maxActionsPerStep: 1,
      buildRequest: (input) => ({
        messages: [{ role: 'user', content: withPictures(sphinxText(input, templates, grammar), input) }],
      }),
      parse: (text, context) => parseSphinx(text, context, grammar, extractAction),
      printCall: (action, sizes) => printSphinxCall(action, grammar, sizes),
      printAnswer: (action, { thought }, sizes) => printSphinxAnswer(action, thought, grammar, sizes),
    };
  },
});

const TEXTS: Partial<Record<SphinxView, ElementText>> = {
  tree: 'sphinx_tree',
  simplified: 'sphinx_simplified',
  leaves: 'sphinx_leaves',
};

/** The parts of a screen that a view shows. */
export function observed(view: SphinxView): Pick<ObservationRule, 'screenshot' | 'marked' | 'text'> {
  return {
    screenshot: view === 'image',
    marked: view === 'annotated_image' ? 'sphinx' : null,
    text: TEXTS[view] ?? null,
  };
}
