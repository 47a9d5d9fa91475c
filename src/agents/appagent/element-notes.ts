import { DOCUMENT_SLOTS, type AppDocuments, type DocumentSlot } from '../../domain/app-documents.js';
import type { ElementNames } from './labelled-screen.js';

/** How an element is used, in the words of prompts. */
export const SLOT_WORDS: Readonly<Record<DocumentSlot, string>> = {
  tap: 'tapped',
  text: 'typed into',
  long_press: 'pressed and held',
  v_swipe: 'swiped up or down',
  h_swipe: 'swiped left or right',
};

/** What is known about the labelled elements of a screen, a line each, by their labels; empty where nothing is. */
export function elementNotes(documents: AppDocuments, app: string, names: ElementNames): string {
  return names
    .flatMap((name, index) =>
      DOCUMENT_SLOTS.flatMap((slot) => {
        const text = documents.find(app, name, slot);
        return text === null ? [] : [`Element ${index + 1}, ${SLOT_WORDS[slot]}: ${text}`];
      }),
    )
    .join('\n');
}
