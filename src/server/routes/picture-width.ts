import { z } from '@hono/zod-openapi';

/** At most so many pixels wide, rounded up to one of a few widths; as it is unless given. */
export const PictureWidth = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().positive())
  .optional()
  .openapi({ type: 'integer', minimum: 1, maximum: 99_999 });
