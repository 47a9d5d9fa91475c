import type { ReactNode } from 'react';

/** A sentence in which `commands` stand between backticks. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
