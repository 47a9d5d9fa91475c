import type { Mode } from '../../domain/mode.js';

/** What a rule came to on a list of trace entries. */
export interface Verdict {
  readonly holds: boolean;
  /** Position that decided it, within the entries the rule was given. */
  readonly index: number;
  /** Nothing was found that could decide it; the index is what the reference code returns then. */
  readonly nowhere?: true;
  /** Why, in words that fit behind the rule's type. */
  readonly reason: string;
}

export interface RuleOptions {
  /**
   * `reference` repeats the published evaluator. `corrected` differs in three ways: a sequential rule continues after
   * its last match, so that one action cannot satisfy two children; `findaction`, `findelement` and
   * `findelementbyaction` ask whether any match passes the check, not whether the first does; a window that starts at
   * the wrong kind of entry fails instead of breaking the evaluation.
   */
  readonly mode: Mode;
  /**
   * Compare element rules with the node an action itself names, where it names one, instead of any node under its point.
   * Off in both modes, since some recorded trajectories name another node than their rule describes.
   */
  readonly ownElement?: boolean;
}

/**
 * The published evaluator breaks on this: a rule met an action where it needs a page, or the reverse, because a
 * consecutive rule cut its window there. In `reference` mode the entry has no result; Python raised the named exception.
 */
export class WindowCutFault {
  readonly exception: 'KeyError' | 'AttributeError';
  readonly reason: string;

  constructor(exception: 'KeyError' | 'AttributeError', reason: string) {
    this.exception = exception;
    this.reason = reason;
  }
}

/** A rule on a window that starts at the wrong kind of entry: false when corrected. @throws {WindowCutFault} otherwise. */
export function windowCut(fault: WindowCutFault, options: RuleOptions): Verdict {
  if (options.mode === 'reference') throw fault;
  return notFound(fault.reason);
}

/** A rule that found nothing to decide on. */
export function notFound(reason: string): Verdict {
  return { holds: false, index: 0, nowhere: true, reason };
}
