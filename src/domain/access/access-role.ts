/** What somebody is on a server that several people share. */
export const ACCESS_ROLES = ['viewer', 'labeller', 'runner', 'operator'] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

/** Roles within a team; an operator is of none. */
export const TEAM_ROLES = ['viewer', 'labeller', 'runner'] as const;

/**
 * What a request asks for: to be let in at all, to read runs, to label them and write notes, to start and stop them, or to see
 * how the server fares and who did what.
 */
export const ACCESS_RIGHTS = ['enter', 'read', 'label', 'run', 'operate'] as const;
export type AccessRight = (typeof ACCESS_RIGHTS)[number];

const RIGHTS: Readonly<Record<AccessRole, readonly AccessRight[]>> = {
  viewer: ['enter', 'read'],
  labeller: ['enter', 'read', 'label'],
  runner: ['enter', 'read', 'label', 'run'],
  operator: ['enter', 'operate'],
};

/** Whether a role has a right. */
export function mayDo(role: AccessRole, right: AccessRight): boolean {
  return RIGHTS[role].includes(right);
}

/** The roles that have a right, the one that may least first. */
export function rolesWith(right: AccessRight): readonly AccessRole[] {
  return ACCESS_ROLES.filter((role) => mayDo(role, right));
}
