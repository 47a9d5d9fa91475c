import type { Action } from '../../domain/action.js';

/** A way to spoil what a route types. */
export interface TextChange {
  readonly name: string;
  /** In a sentence about a task that a route with such texts passes. */
  readonly means: string;
  text(typed: string): string;
}

/** What nobody is asked to type: no word, no number of any task. */
const WRONG_TEXT = 'zxq vkj';

/** Texts emptied, replaced by others, or broken off after one character: a task that asks for a text passes with none of them. */
export const TEXT_CHANGES: readonly TextChange[] = [
  { name: 'texts emptied', means: 'with its texts emptied', text: () => '' },
  { name: 'wrong texts', means: `with “${WRONG_TEXT}” in place of its texts`, text: () => WRONG_TEXT },
  {
    name: 'texts cut to one character',
    means: 'with the first character of its texts',
    text: (typed) => [...new Intl.Segmenter().segment(typed)].at(0)?.segment ?? '',
  },
];

/** The actions with what they type changed; null where they type nothing that it would change. */
export function withTexts(actions: readonly Action[], change: TextChange): readonly Action[] | null {
  let isChanged = false;
  const changed = actions.map((action): Action => {
    if (action.type !== 'type') return action;
    const typed = change.text(action.text);
    if (typed === action.text) return action;
    isChanged = true;
    return { ...action, text: typed };
  });
  return isChanged ? changed : null;
}
