import type { ElementText } from '../../../domain/observation-rule.js';
import type { DialectParts } from '../define-dialect.js';
import { callLine } from '../one-line.js';
import { FINAL_PHRASE, type ExtractedAction } from './extract-action.js';
import { parseSphinx, type SphinxGrammar } from './parse-sphinx.js';
import { sphinxCall } from './print-sphinx.js';
import type { SphinxView } from './sphinx-prompt.js';

const TEXTS: Partial<Record<SphinxView, ElementText>> = {
  tree: 'sphinx_tree',
  simplified: 'sphinx_simplified',
  leaves: 'sphinx_leaves',
};

/** What SPHINX's families share; `extract` finds the action of an answer. */
export function sphinxParts(
  grammar: SphinxGrammar,
  view: SphinxView,
  extract: (answer: string) => ExtractedAction | null,
): Omit<DialectParts, 'history' | 'prompts' | 'buildRequest'> {
  return {
    coordinates: grammar.coordinates,
    scroll: 'finger',
    observation: {
      screenshot: view === 'image',
      marked: view === 'annotated_image' ? 'sphinx' : null,
      text: TEXTS[view] ?? null,
    },
    sampling: { temperature: 0.2 },
    parse: (text, context) => parseSphinx(text, context, grammar, extract),
    words: (action, sizes) => sphinxCall(action, grammar, sizes),
    line: callLine,
    answer: (call, { thought }) => `${thought} ${FINAL_PHRASE} \`\`\`${call}\`\`\``,
  };
}
