/**
 * A macro action that an agent has or has learned: calls of the grammar that are carried out one after another. An
 * argument of a step is the argument of the shortcut that it names, or else that very word.
 *
 * Source: Mobile-Agent-E paper, section 3.3, and repository.
 */
export interface Shortcut {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly description: string;
  readonly precondition: string;
  readonly steps: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string>>;
  }[];
}

/** The one that every agent starts with. */
export const TAP_TYPE_AND_ENTER: Shortcut = {
  name: 'Tap_Type_and_Enter',
  arguments: ['x', 'y', 'text'],
  description: 'Tap the field at x, y, type the text, press Enter.',
  precondition: 'There is a field on the screen, and nothing in it.',
  steps: [
    { name: 'Tap', arguments: { x: 'x', y: 'y' } },
    { name: 'Type', arguments: { text: 'text' } },
    { name: 'Enter', arguments: {} },
  ],
};
