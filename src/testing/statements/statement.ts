import type { ReadAs } from './outcome-of.js';

/** What is written, what it means (as `outcomeOf` says it), and how it is read. */
export type StatementCase = readonly [answer: string, outcome: string, readAs?: ReadAs];

/** A sentence of the specification, the section it is from, and the answers that it decides. */
export interface Statement {
  readonly section: string;
  readonly sentence: string;
  readonly cases: readonly StatementCase[];
}

/** A sentence that a test elsewhere decides: what is asked, sent and shown. */
export interface StatementElsewhere {
  readonly section: string;
  readonly sentence: string;
  /** From the root of the repository. */
  readonly file: string;
  /** As it stands in the file. */
  readonly title: string;
}

/** What the specification says about one family, statement by statement. */
export interface FamilyStatements {
  readonly family: string;
  /** Page in `docs/dialects` whose table names each statement. */
  readonly page: string;
  readonly readAs?: ReadAs;
  readonly statements: readonly Statement[];
  readonly elsewhere?: readonly StatementElsewhere[];
}

/** Statements of one section, as `[sentence, ...cases]`. */
export function section(
  name: string,
  ...statements: readonly (readonly [sentence: string, ...cases: readonly StatementCase[]])[]
): Statement[] {
  return statements.map(([sentence, ...cases]) => ({ section: name, sentence, cases }));
}
