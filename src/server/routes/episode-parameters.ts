import { z } from '@hono/zod-openapi';
import { nameOfPortable } from '../../domain/text/portable-name.js';
import { RunParameter } from './run-parameter.js';

/** The episode in a path. */
export const EpisodeParameters = z.object({
  ...RunParameter.shape,
  item: z.string().min(1).transform(nameOfPortable).openapi({ type: 'string' }),
  /** From 0. */
  repeat: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .openapi({ type: 'integer', minimum: 0 }),
});
