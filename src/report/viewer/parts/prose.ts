import { element, type Child } from '../element.js';

/** A sentence in which `commands` stand between backticks. */
export function prose(text: string): Child {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
}
