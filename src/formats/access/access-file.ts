import { z } from 'zod';
import { TEAM_ROLES } from '../../domain/access/access-role.js';

/** What somebody is called: in labels, notes and the audit log. */
export const UserNameSchema = z.string().regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/, {
  error:
    'it must be a name of at most 64 small letters, digits, ".", "_", "@" and "-", a letter or digit first',
});

/** A team is also the name of its folder. */
export const TeamNameSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  error: 'it must be a name of at most 64 small letters, digits, "_" and "-", a letter or digit first',
});

const USER = {
  name: UserNameSchema,
  /** SHA-256 of the token, in hex: 32 random bytes need no slow hash. */
  tokenSha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'it must be 64 hex digits' }),
  /** Since when the token holds; ISO 8601, UTC. */
  since: z.iso.datetime(),
};

/** Who may come, as what. */
export const AccessUserSchema = z
  .discriminatedUnion('role', [
    z.strictObject({ ...USER, role: z.enum(TEAM_ROLES), team: TeamNameSchema }),
    z.strictObject({ ...USER, role: z.literal('operator'), team: z.null() }),
  ])
  .readonly();
export type AccessUser = z.infer<typeof AccessUserSchema>;

/** How much of the audit log is kept. */
export const AuditLimitsSchema = z
  .strictObject({
    /** What it may take on disk, all its parts together; the oldest go first. */
    keepMegabytes: z.number().min(1).max(1_000_000).default(256),
    /** Days after which a line goes; null: as long as there is room. */
    keepDays: z.number().min(1).max(100_000).nullable().default(null),
  })
  .readonly();
export type AuditLimits = z.infer<typeof AuditLimitsSchema>;

/** Of a file that says nothing of it. */
export const AUDIT_LIMITS: AuditLimits = AuditLimitsSchema.parse({});

/** The users of a server. */
export const AccessFileSchema = z.strictObject({
  formatVersion: z.literal(1),
  audit: AuditLimitsSchema.optional(),
  users: z
    .array(AccessUserSchema)
    .max(10_000)
    .superRefine((users, context) => {
      const taken = new Set<string>();
      for (const [place, { name, tokenSha256 }] of users.entries()) {
        for (const [key, value] of [
          ['name', name],
          ['tokenSha256', tokenSha256],
        ] as const) {
          if (taken.has(`${key} ${value}`)) {
            context.addIssue({ code: 'custom', message: 'another user has it', path: [place, key] });
          }
          taken.add(`${key} ${value}`);
        }
      }
    })
    .readonly(),
});
export type AccessFile = z.infer<typeof AccessFileSchema>;
