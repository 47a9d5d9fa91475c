import { z } from 'zod';
import type { Action } from './action.js';

/** Ways to use an element, in the order of prompts. Source: AppAgent reference code. */
export const DOCUMENT_SLOTS = ['tap', 'text', 'long_press', 'v_swipe', 'h_swipe'] as const;
export const DocumentSlotSchema = z.enum(DOCUMENT_SLOTS);
export type DocumentSlot = z.infer<typeof DocumentSlotSchema>;

/** What one element of an app does when it is used in one way, in words. */
export const ElementDocumentSchema = z.object({
  /** Package; empty where nobody knows it. */
  app: z.string(),
  /** Name of the element that survives a new visit to its screen. */
  element: z.string().min(1),
  slot: DocumentSlotSchema,
  text: z.string().min(1),
});
export type ElementDocument = z.infer<typeof ElementDocumentSchema>;

/** What is known about the elements of apps: package, then element, then the way of using it. */
export class AppDocuments {
  readonly #texts = new Map<string, ElementDocument>();

  /** Keeps a document; what is known already stays as it is. */
  add(document: ElementDocument): void {
    const key = keyOf(document.app, document.element, document.slot);
    if (!this.#texts.has(key)) this.#texts.set(key, document);
  }

  /** Keeps a document in place of the one that is known. */
  replace(document: ElementDocument): void {
    this.#texts.set(keyOf(document.app, document.element, document.slot), document);
  }

  find(app: string, element: string, slot: DocumentSlot): string | null {
    return this.#texts.get(keyOf(app, element, slot))?.text ?? null;
  }

  /** By app, element and slot, in any order of adding. */
  all(): readonly ElementDocument[] {
    return [...this.#texts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, document]) => document);
  }
}

/** The way in which an action uses the element it touches; null where it touches none, or in a way of its own. */
export function slotOf(action: Action): DocumentSlot | null {
  switch (action.type) {
    case 'tap':
      return 'tap';
    case 'long_press':
      return 'long_press';
    case 'type':
      return 'text';
    case 'swipe':
      if (action.direction === null) return null;
      return action.direction === 'up' || action.direction === 'down' ? 'v_swipe' : 'h_swipe';
    default:
      return null;
  }
}

function keyOf(app: string, element: string, slot: DocumentSlot): string {
  return `${app}\n${element}\n${DOCUMENT_SLOTS.indexOf(slot)}`;
}
