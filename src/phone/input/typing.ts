/** What was typed and has not become an action yet. */
export interface Typing {
  readonly text: string;
  /** The field was just emptied, so that emptying it again is the same act. */
  readonly isCleared: boolean;
  /** Everything in the field is selected: what comes next replaces it. */
  readonly isAllSelected: boolean;
}

export const NOTHING_TYPED: Typing = { text: '', isCleared: false, isAllSelected: false };

export type TypingEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'delete'; readonly isForward: boolean }
  | { readonly type: 'select_all' }
  | { readonly type: 'clear' };

/** Characters held at most; nobody types more into one field. */
export const MAX_TYPED = 65_536;

interface TypingStep {
  readonly typing: Typing;
  /** The field is emptied: an action of its own. */
  readonly clears: boolean;
  /** Nothing of it could be held any more. */
  readonly overflows?: true;
}

/**
 * Takes a keystroke. Pieces of text are collected; deleting takes from them while there are any, and any run of deletions
 * beyond that empties the field once.
 */
export function typeOn(typing: Typing, event: TypingEvent): TypingStep {
  switch (event.type) {
    case 'text': {
      const held = typing.isAllSelected ? '' : typing.text;
      if (held.length + event.text.length > MAX_TYPED) return { typing, clears: false, overflows: true };
      if (event.text === '') return { typing, clears: false };
      return {
        typing: { text: held + event.text, isCleared: false, isAllSelected: false },
        clears: typing.isAllSelected && !typing.isCleared,
      };
    }
    case 'delete':
      if (typing.isAllSelected || typing.text === '') return empty(typing);
      if (event.isForward) return { typing, clears: false };
      return { typing: { ...typing, text: withoutLast(typing.text) }, clears: false };
    case 'select_all':
      return { typing: { ...typing, isAllSelected: true }, clears: false };
    case 'clear':
      return empty(typing);
    default:
      return event satisfies never;
  }
}

function empty(typing: Typing): TypingStep {
  return {
    typing: { text: '', isCleared: true, isAllSelected: false },
    clears: !typing.isCleared || typing.text !== '',
  };
}

/** Without its last character, which may be two units long. */
function withoutLast(text: string): string {
  const last = text.codePointAt(text.length - 2);
  return text.slice(0, last !== undefined && last > 0xffff ? -2 : -1);
}
