import type { TokenFinder, TokenKind } from './transport/stream-times.js';

/** Chat completions: `content` or a refusal, and thinking by the names that servers have for it. */
export const chatToken: TokenFinder = (event) => {
  const { delta } = fields(first(fields(event)['choices']));
  const { content, refusal, reasoning_content: thought, reasoning } = fields(delta);
  if (hasWords(content) || hasWords(refusal)) return 'text';
  return hasWords(thought) || hasWords(reasoning) ? 'reasoning' : null;
};

/** OpenAI's responses: each delta names what it is a part of. */
export const responsesToken: TokenFinder = (event) => {
  const { type, delta } = fields(event);
  if (typeof type !== 'string' || !hasWords(delta)) return null;
  if (/^response\.(?:output_text|refusal)\.delta$/.test(type)) return 'text';
  return /^response\.reasoning(?:_summary)?_text\.delta$/.test(type) ? 'reasoning' : null;
};

/** OpenAI, asked in either way. */
export const openAiToken: TokenFinder = (event) => responsesToken(event) ?? chatToken(event);

/** Anthropic's messages. */
export const anthropicToken: TokenFinder = (event) => {
  const { type, delta } = fields(event);
  const { text, thinking } = fields(delta);
  if (type !== 'content_block_delta') return null;
  return hasWords(text) ? 'text' : hasWords(thinking) ? 'reasoning' : null;
};

/** Google's generateContent; a part says of itself whether it is a thought. */
export const googleToken: TokenFinder = (event) => {
  const { parts } = fields(fields(first(fields(event)['candidates']))['content']);
  const kinds = (Array.isArray(parts) ? parts : []).flatMap((part: unknown): TokenKind[] => {
    const { text, thought } = fields(part);
    return hasWords(text) ? [thought === true ? 'reasoning' : 'text'] : [];
  });
  return kinds.includes('text') ? 'text' : (kinds[0] ?? null);
};

/** Raw completions; SGLang's own interface sends all that there is by then. */
export const completionToken: TokenFinder = (event) => {
  const { choices, text } = fields(event);
  return hasWords(text) || hasWords(fields(first(choices))['text']) ? 'text' : null;
};

/** Parts of a message's content may be lists, with the text within. */
function hasWords(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((part: unknown) => hasWords(fields(part)['text']));
  return typeof value === 'string' && value !== '';
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  // Any object can be read by key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
