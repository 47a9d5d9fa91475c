import type { PromptInput } from '../dialect.js';

/** Texts under the headings that notes may fill in; empty ones are left out with their heading. */
export function noteSections(
  notes: PromptInput['notes'],
  headings: Readonly<Record<string, string>>,
): string {
  return Object.entries(headings)
    .filter(([name]) => (notes[name] ?? '') !== '')
    .map(([name, heading]) => `### ${heading} ###\n${notes[name] ?? ''}\n`)
    .join('\n');
}

/** Size of the picture that positions refer to, in words. */
export function screenText({ screen, screenshot }: PromptInput): string {
  const size = screenshot?.size ?? screen;
  return size === null
    ? 'as large as the screenshot'
    : `${size.width} pixels wide and ${size.height} pixels high`;
}
