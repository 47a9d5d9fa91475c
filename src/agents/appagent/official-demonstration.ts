import type { DocumentSlot } from '../../domain/app-documents.js';
import type { Direction } from '../../domain/geometry.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';

/** Official texts by use of an element; swipes share one. */
const TEXTS: Readonly<Record<DocumentSlot, string>> = {
  tap: 'appagent.tap-doc',
  text: 'appagent.text-doc',
  long_press: 'appagent.long-press-doc',
  v_swipe: 'appagent.swipe-doc',
  h_swipe: 'appagent.swipe-doc',
};
const REFINE = 'appagent.refine-doc-suffix';

/** Ids of all official texts in which AppAgent learns from demonstrations. */
export const DEMONSTRATION_TEXTS: readonly string[] = [...new Set(Object.values(TEXTS)), REFINE];

/** The use of an element in a demonstration, as a model is asked about it. */
export interface DemonstratedUse {
  readonly instruction: string;
  readonly label: number;
  readonly slot: DocumentSlot;
  /** The finger's, of a swipe. */
  readonly direction: Direction | null;
  /** What is written of it so far; null for nothing. */
  readonly known: string | null;
}

/**
 * The question about a use of an element in official texts; the pictures stand behind it.
 *
 * Source: AppAgent reference code, `document_generation.py`.
 */
export function officialDemonstration(
  { instruction, label, slot, direction, known }: DemonstratedUse,
  texts: PromptTexts,
): string {
  const question = texts.fill(TEXTS[slot], {
    ui_element: String(label),
    task_desc: instruction,
    ...(slot === 'v_swipe' || slot === 'h_swipe' ? { swipe_dir: direction ?? '' } : {}),
  });
  return known === null ? question : `${question}${texts.fill(REFINE, { old_doc: known })}`;
}
