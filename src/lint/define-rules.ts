import type { Finding, FindingRule } from '../domain/finding.js';

/** Rules by id: how bad it is, what is wrong where one is found, and what to do about it. */
export type RuleTable<Id extends string> = Readonly<
  Record<Id, readonly [severity: FindingRule['severity'], title: string, hint: string]>
>;

/** What was found, and where. */
export interface FoundDefect {
  readonly message: string;
  readonly file: string | null;
  readonly path?: readonly (string | number)[];
  readonly subjects: readonly string[];
  readonly details?: Record<string, unknown>;
  readonly hint?: string;
  readonly severity?: Finding['severity'];
}

/** Rules of one owner. */
export interface LintRules<Id extends string> {
  readonly rules: readonly FindingRule[];
  /** A finding of a rule. Lines and columns are filled in later, by `locateFindings`, for all findings of a file at once. */
  readonly found: (rule: Id, what: FoundDefect) => Finding;
}

/** Rules from their table, in its order. */
export function defineRules<Id extends string>(table: RuleTable<Id>): LintRules<Id> {
  const rows = Object.entries<RuleTable<Id>[Id]>(table);
  return {
    rules: rows.map(([id, [severity, title, hint]]) => ({ id, severity, title, hint })),
    found: (rule, what) => ({
      rule,
      severity: what.severity ?? table[rule][0],
      message: what.message,
      ...(what.hint === undefined ? {} : { hint: what.hint }),
      place:
        what.file === null
          ? null
          : { file: what.file, ...(what.path === undefined ? {} : { path: [...what.path] }) },
      subjects: [...what.subjects],
      ...(what.details === undefined ? {} : { details: what.details }),
    }),
  };
}
