/** What does not fit of a message, in the words that clients know from the reference server. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** Something read from a message, or why it is none. */
export type Checked<T> =
  | { readonly isValid: true; readonly value: T }
  | { readonly isValid: false; readonly issues: readonly ValidationIssue[] };

export function valid<T>(value: T): Checked<T> {
  return { isValid: true, value };
}

export function invalid(...issues: readonly ValidationIssue[]): Checked<never> {
  return { isValid: false, issues };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
