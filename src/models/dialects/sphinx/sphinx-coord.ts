import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import { extractAction, extractActionAsReference } from './extract-action.js';
import { parseSphinx, parseSphinxAsReference } from './parse-sphinx.js';
import type { SphinxGrammar } from './parse-sphinx.js';
import { printSphinxAnswer, printSphinxCall } from './print-sphinx.js';
import { observed } from './sphinx-id.js';
import { sphinxPrompts, sphinxText, withPictures } from './sphinx-prompt.js';

const FAMILY = 'sphinx_coord';

/**
 * SPHINX's grammar by position: `click [120,340]`, `swipe [x1,y1] [x2,y2]`, for models that see the bare screenshot.
 *
 * Source: SPHINX paper, table 2 and ReAct agent. Wording of prompts is ours. Deviation: text can be typed at a position,
 * which a slip in the reference code prevents.
 */
export const sphinxCoord: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'SPHINX, positions in pixels of the screenshot: any model that sees',
  variants: [],
  references: {
    sphinx: (text, context) =>
      parseSphinxAsReference(text, context, { family: FAMILY, by: 'point' }, extractActionAsReference),
  },
  create: ({ coordinates = { space: 'sent' }, history, picture, prompts, switches: given }) => {
    const switches = chooseSwitches({ homeAsRestart: false, replan: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'point', coordinates, ...switches };
    const templates = { ...sphinxPrompts(grammar, 'image'), ...prompts };
    return {
      family: FAMILY,
      variant: null,
      version: '1',
      coordinates,
      scroll: 'finger',
      observation: { ...observed('image'), picture: picture ?? { resize: null, format: 'png' } },
      // The previous action is told as it was written.
      history: { steps: 1, pictures: 0, ...history },
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
