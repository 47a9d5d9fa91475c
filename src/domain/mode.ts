import { z } from 'zod';

/** `reference` repeats the published code bit for bit, quirks included; `corrected` is what a careful engineer would do. */
export const ModeSchema = z.enum(['reference', 'corrected']);
export type Mode = z.infer<typeof ModeSchema>;
