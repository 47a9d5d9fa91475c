import type { FilePlace } from '../../errors.js';

/** One step of a test case as somebody wrote it. */
export interface WrittenStep {
  readonly action: string;
  readonly data: string | null;
  /** What is to be seen after it, one entry each; verbatim. */
  readonly expected: readonly string[];
}

/** A test case as somebody wrote it. */
export interface WrittenCase {
  /** The file's own id, or one built from the title. */
  readonly id: string;
  readonly title: string;
  readonly objective: string | null;
  readonly section: string | null;
  readonly preconditions: string | null;
  readonly priority: string | null;
  /** At least one. */
  readonly steps: readonly WrittenStep[];
  readonly place: FilePlace;
}
