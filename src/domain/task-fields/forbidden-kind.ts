import { z } from 'zod';

/** Kinds of actions that cannot be taken back, which a guard keeps from a phone unless the task asks for them. */
export const FORBIDDEN_KINDS = ['pay', 'delete', 'send', 'call'] as const;
export const ForbiddenKindSchema = z.enum(FORBIDDEN_KINDS);
export type ForbiddenKind = z.infer<typeof ForbiddenKindSchema>;
