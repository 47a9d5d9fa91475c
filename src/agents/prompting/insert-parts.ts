import type { ModelContent, ModelRequest } from '../../models/model.js';

/**
 * The request with more parts in the user's last message: text before the pictures where these end it, else behind the text;
 * pictures before all others, so that the current screen stays the last one. So an agent can tell any family of models what
 * that family's own prompt has no place for.
 */
export function insertParts(request: ModelRequest, parts: readonly ModelContent[]): ModelRequest {
  if (parts.length === 0) return request;
  const { messages } = request;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[last];
  if (message === undefined) return { ...request, messages: [...messages, { role: 'user', content: parts }] };
  const { content } = message;
  const picture = content.findIndex(isPicture);
  const comesFirst = picture >= 0 && parts.some(isPicture);
  const place = comesFirst ? picture : content.findLastIndex(({ type }) => type === 'text') + 1;
  const longer = { ...message, content: [...content.slice(0, place), ...parts, ...content.slice(place)] };
  return { ...request, messages: messages.with(last, longer) };
}

function isPicture({ type }: ModelContent): boolean {
  return type === 'image';
}
