import type { Action } from '../../domain/action.js';

const LONGEST = 500;

/** Text on one line, no longer than a line of a prompt's history should be. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}

/** An action's own words, where it was read from an answer of this family. */
export function ownWords({ native }: Action, family: string): string | null {
  return native?.family === family ? (native.text ?? null) : null;
}
