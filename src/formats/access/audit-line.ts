import { z } from 'zod';
import { ACCESS_ROLES } from '../../domain/access/access-role.js';

const LINE = {
  formatVersion: z.literal(1),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
};

/** Who asked, from where. */
const ASKED = {
  user: z.string(),
  role: z.enum(ACCESS_ROLES),
  team: z.string().nullable(),
  address: z.string(),
  /** Name of the route in the document of the API. */
  operation: z.string(),
  /** The run that it is about, where its address names one. */
  run: z.string().nullable(),
};

/** One line of the audit log. No token is ever in it, nor anything that a request says besides what is named here. */
export const AuditLineSchema = z
  .discriminatedUnion('type', [
    /** A change that is about to be made. */
    z.object({ ...LINE, type: z.literal('change'), id: z.string(), ...ASKED }),
    /** What became of it: the status that was answered. A change without one was cut off. */
    z.object({ ...LINE, type: z.literal('outcome'), id: z.string(), status: z.int() }),
    /** Something that a role may not do. */
    z.object({ ...LINE, type: z.literal('refused'), ...ASKED }),
    /** A token that nobody has. */
    z.object({ ...LINE, type: z.literal('wrong-token'), address: z.string() }),
    /** Somebody was added or removed, or got another token, by a command. */
    z.object({
      ...LINE,
      type: z.literal('access'),
      action: z.enum(['add', 'remove', 'renew']),
      user: z.string(),
      role: z.enum(ACCESS_ROLES),
      team: z.string().nullable(),
      /** Name of the account on the machine that the command ran as. */
      by: z.string(),
    }),
  ])
  .readonly();
export type AuditLine = z.infer<typeof AuditLineSchema>;

type WithoutFrame<T> = T extends unknown ? Omit<T, 'formatVersion' | 'at'> : never;
/** A line before it is written. */
export type AuditEntry = WithoutFrame<AuditLine>;
