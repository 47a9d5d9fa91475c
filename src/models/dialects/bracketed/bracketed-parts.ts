import { ACTION_MARKS, NUMBERED_TEXTS, type ElementText } from '../../../domain/observation-rule.js';
import type { DialectParts } from '../define-dialect.js';
import { callLine } from '../one-line.js';
import { FINAL_PHRASE, type ExtractedAction } from './extract-action.js';
import { parseBracketed, type BracketedGrammar } from './parse-bracketed.js';
import { bracketedCall } from './print-bracketed.js';
import type { BracketedView } from './bracketed-prompt.js';

const TEXTS: Partial<Record<BracketedView, ElementText>> = NUMBERED_TEXTS;

/** What families of the bracketed grammar share; `extract` finds the action of an answer. */
export function bracketedParts(
  grammar: BracketedGrammar,
  view: BracketedView,
  extract: (answer: string) => ExtractedAction | null,
): Omit<DialectParts, 'history' | 'prompts' | 'buildRequest'> {
  return {
    coordinates: grammar.coordinates,
    scroll: 'finger',
    observation: {
      screenshot: view === 'image',
      marked: view === 'annotated_image' ? ACTION_MARKS : null,
      text: TEXTS[view] ?? null,
    },
    sampling: { temperature: 0.2 },
    parse: (text, context) => parseBracketed(text, context, grammar, extract),
    words: (action, sizes) => bracketedCall(action, grammar, sizes),
    line: callLine,
    answer: (call, { thought }) => `${thought} ${FINAL_PHRASE} \`\`\`${call}\`\`\``,
  };
}
