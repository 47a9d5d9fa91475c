import { z } from 'zod';
import { ActionSchema } from './action.js';

/** Why a model's answer could not be read as an action. Source: models.md section 3.3. */
export const FormatErrorKindSchema = z.enum([
  'empty_output',
  'no_action',
  'malformed_action',
  'missing_section',
  'unknown_action',
  'missing_argument',
  'invalid_argument',
  'conflicting_actions',
  'element_not_found',
  'refusal',
]);
export type FormatErrorKind = z.infer<typeof FormatErrorKindSchema>;

export const FormatErrorSchema = z.object({
  kind: FormatErrorKindSchema,
  message: z.string(),
  /** The offending part of the answer, at most 500 characters. */
  excerpt: z.string(),
  /** UTF-16 offsets of the offending part within the answer. */
  span: z.tuple([z.int(), z.int()]).optional(),
});
export type FormatError = z.infer<typeof FormatErrorSchema>;

const said = {
  thought: z.string().optional(),
  /** One line for the history that later steps show the model. */
  summary: z.string().optional(),
  /** What readers of the results should know of it: of a declared end, it is given as the reason of the end. */
  note: z.string().optional(),
  /** What the agent wants to find again in its own history; JSON, at most 64 kB. */
  memory: z.unknown().optional(),
};

/** What an agent decided at one observation: an action, or an answer nobody can read (the agent's fault). */
export const DecisionSchema = z.discriminatedUnion('type', [
  z.object({
    ...said,
    type: z.literal('action'),
    action: ActionSchema,
    /**
     * Why the agent's own answer could not be read, where another model put it into form (or, if that failed, a wait
     * stands in for it). Without that help the answer would have been a format error.
     */
    repaired: FormatErrorSchema.optional(),
  }),
  z.object({ ...said, type: z.literal('format_error'), error: FormatErrorSchema }),
]);
export type Decision = z.infer<typeof DecisionSchema>;
