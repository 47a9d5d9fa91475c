import { z } from 'zod';
import type { Box } from './geometry.js';
import { ResizeRuleSchema } from './coordinates/resize-rule.js';

/** Marks of elements by what can be done to them; the name stands in identities of runs. */
export const ACTION_MARKS = 'sphinx'; // Source: SPHINX reference code, annotated image

/** Texts of the UI hierarchy in which elements have the numbers of those marks; the names stand in identities of runs. */
export const NUMBERED_TEXTS = {
  tree: 'sphinx_tree', // Source: SPHINX reference code
  simplified: 'sphinx_simplified', // Source: SPHINX reference code
  leaves: 'sphinx_leaves', // Source: SPHINX paper, which simplifies further than its code
} as const;

/**
 * Who draws marks on a screenshot, and how: `ACTION_MARKS` outlines coloured by action type and indices at the centre, from
 * 0; `appagent` a number near the centre, from 1; `m3a` a green outline and a number at its top left corner, indices of the
 * whole element list, from 0; `omniparser` an outline and a number per detected element, from 0.
 */
export const MarkStyleSchema = z.enum([ACTION_MARKS, 'appagent', 'm3a', 'omniparser']);
export type MarkStyle = z.infer<typeof MarkStyleSchema>;

/**
 * How the UI hierarchy is written as text: `list` one interactable element a line with its centre in the model's numbers,
 * `NUMBERED_TEXTS` every node, those that something can be done to, or leaves of those, `m3a` one `UI element i: {…}` a line,
 * `t3a` one `UI element i: UIElement(…)` a line, `seeact` one lettered choice a line, `perception` one `(x, y); text` a line (Mobile-Agent).
 */
export const ElementTextSchema = z.enum([
  'list',
  NUMBERED_TEXTS.tree,
  NUMBERED_TEXTS.simplified,
  NUMBERED_TEXTS.leaves,
  'm3a',
  't3a',
  'seeact',
  'perception',
]);
export type ElementText = z.infer<typeof ElementTextSchema>;

/** How a picture is sent: sizes by the rule (null: as recorded), never enlarged unless the rule is the model's own. */
export const PictureRuleSchema = z.object({
  resize: ResizeRuleSchema.nullable(),
  format: z.enum(['png', 'jpeg']),
  /** Of a JPEG, 1 to 100; 90 unless given. */
  quality: z.int().min(1).max(100).optional(),
});
export type PictureRule = z.infer<typeof PictureRuleSchema>;

/** What a model is shown of a screen. */
export const ObservationRuleSchema = z.object({
  screenshot: z.boolean(),
  /** A second picture, or the only one, with marks on it. */
  marked: MarkStyleSchema.nullable(),
  text: ElementTextSchema.nullable(),
  picture: PictureRuleSchema,
});
export type ObservationRule = z.infer<typeof ObservationRuleSchema>;

/** One element that a model can name by its number. */
export interface NumberedElement {
  readonly index: number;
  /** Pixels of the source picture. */
  readonly box: Box;
  /** What it is in words, where a family tells it again of earlier steps. */
  readonly words?: string;
}

/** Elements of one screen that a model can name; marks and text of an observation share it. */
export interface ElementTable {
  /** Number of the first element. */
  readonly base: number;
  /** Numbers run from `base` to `base + count - 1`. */
  readonly count: number;
  /** Those with a place; some families number invisible ones as well. */
  readonly elements: readonly NumberedElement[];
}

/** Cells of an AppAgent grid, numbered row by row from 1. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
}
