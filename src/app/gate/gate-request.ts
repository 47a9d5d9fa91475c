import type { NamedNumber } from '../../domain/text/parse-option.js';
import type { GateRule } from '../../metrics/gate/gate-rule.js';

/** What a run has to reach for its command to end with 0, and where CI finds the results. */
export interface GateRequest {
  /** Whether the numbers seen decide, or what the data show. */
  readonly rule: GateRule;
  /** Success rate, 0–1. */
  readonly minSuccess: number | null;
  /** Least value of another number, 0–1: the benchmark's main metric, or completion. */
  readonly minMetric: NamedNumber | null;
  readonly drop: {
    /** Folder of the run to measure against. */
    readonly baseline: string;
    /** Difference of success rates, 0–1; null where another number alone may not fall. */
    readonly atMost: number | null;
    /** Most that another number may fall, 0–1. */
    readonly metric: NamedNumber | null;
  } | null;
  /** Whether the gate of a run that was watched for it is what was decided then, not the number seen in the end. */
  readonly sequential: boolean;
  /** File for the results as JUnit XML, absolute. */
  readonly junit: string | null;
}
