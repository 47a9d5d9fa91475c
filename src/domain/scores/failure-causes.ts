import { z } from 'zod';

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, { error: 'it must be lower-case letters, digits and -' });

/** Causes to choose from when an episode failed. */
export const FailureCausesSchema = z
  .object({
    id,
    title: z.string().min(1).max(200),
    /** Where the set is from, such as a section of a paper. */
    source: z.string().max(200),
    causes: z
      .array(z.object({ id, title: z.string().min(1).max(200), help: z.string().max(1000) }).readonly())
      .min(1)
      .max(30)
      .refine((causes) => new Set(causes.map((cause) => cause.id)).size === causes.length, {
        error: 'two causes have one id',
      })
      .readonly(),
  })
  .readonly();
export type FailureCauses = z.infer<typeof FailureCausesSchema>;
