import type { ModelContent } from '../models/model.js';
import type { ShownScreen } from './look-at.js';

/** A screen as parts of a message to a model that helps: a line that names it, its elements in words, its pictures. */
export function screenParts(title: string, shown: ShownScreen): ModelContent[] {
  const { screenshot, marked, elementText } = shown;
  const pictures = [screenshot, marked].filter((picture) => picture !== null);
  const elements = elementText === null ? [] : [`Its elements:\n${elementText}`];
  const seen = pictures.length + elements.length === 0 ? ['(nothing of it can be seen)'] : elements;
  return [
    { type: 'text', text: [title, ...seen].join('\n') },
    ...pictures.map(({ mediaType, data }): ModelContent => ({ type: 'image', mediaType, data })),
  ];
}
