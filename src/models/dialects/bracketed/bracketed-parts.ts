import {
  ACTION_MARKS,
  NUMBERED_TEXTS,
  type ElementText,
  type PictureRule,
} from '../../../domain/observation-rule.js';
import type { ModelContent, ModelRequest } from '../../model.js';
import type { Sampling } from '../dialect.js';
import type { DialectParts } from '../define-dialect.js';
import { callLine } from '../one-line.js';
import { FINAL_PHRASE, type ExtractedAction } from './extract-action.js';
import { parseBracketed, type BracketedGrammar } from './parse-bracketed.js';
import { bracketedCall } from './print-bracketed.js';
import type { BracketedView } from './bracketed-prompt.js';

/**
 * What every model is sent besides the messages, and how its pictures are encoded: JPEG as OpenCV writes it. No limit of the
 * answer, no seed.
 *
 * Source: SPHINX reference code, `LLMs/Base.py`.
 */
export const WRAPPER = {
  sampling: { temperature: 0.2, pictureDetail: 'low' },
  picture: { resize: null, format: 'jpeg', quality: 95 },
} as const satisfies { readonly sampling: Sampling; readonly picture: PictureRule };

/**
 * The switch `textCharacters` of these families: code points that each text is cut to; 0 is no cut. The published code cuts for
 * models with short contexts.
 *
 * Source: SPHINX reference code, `LLMs/Qwen.py` and `LLMs/Llama.py`.
 */
export const CUT_SWITCH = { textCharacters: 0 } as const;

/** The request with each of its texts cut to so many code points; 0 leaves them as they are. */
export function cutTexts(request: ModelRequest, characters: number): ModelRequest {
  if (characters <= 0) return request;
  const messages = request.messages.map((message) => ({
    ...message,
    content: cutParts(message.content, characters),
  }));
  return { ...request, messages };
}

/** Parts of a message with each text cut to so many code points; 0 leaves them as they are. */
export function cutParts(parts: readonly ModelContent[], characters: number): readonly ModelContent[] {
  if (characters <= 0) return parts;
  return parts.map((part) =>
    part.type === 'text' ? { ...part, text: Array.from(part.text).slice(0, characters).join('') } : part,
  );
}

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
      picture: WRAPPER.picture,
    },
    sampling: WRAPPER.sampling,
    isUnlimited: true,
    parse: (text, context) => parseBracketed(text, context, grammar, extract),
    words: (action, sizes) => bracketedCall(action, grammar, sizes),
    line: callLine,
    answer: (call, { thought }) => `${thought} ${FINAL_PHRASE} \`\`\`${call}\`\`\``,
  };
}
