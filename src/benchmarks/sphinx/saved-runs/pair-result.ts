import type { ItemKey, Outcome } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { TouchstoneError } from '../../../errors.js';
import type { TraceResult } from '../../../evaluators/tree-rules/evaluate-trace.js';
import type { ResultRow } from '../../../metrics/result-row.js';

interface Common {
  /** `item` is `task/app`. */
  readonly key: ItemKey;
  /** What is odd about the record, for the user to see. */
  readonly warnings: readonly string[];
}

/** The result of scoring one pair of task and app. */
export type SphinxPairResult =
  | (Common & {
      readonly type: 'scored';
      /** Actions, as recorded. */
      readonly steps: number;
      readonly results: ReadonlyMap<Mode, TraceResult>;
    })
  /** The data do not hold this pair, so that nothing can be said of it; or nobody saved a run of it, which failed it. */
  | (Common & { readonly type: 'absent'; readonly what: 'task' | 'run' })
  /** The pair's rules or recording cannot be read, which voids it; or a saved run cannot, which failed it. */
  | (Common & { readonly type: 'broken'; readonly what: 'task' | 'run'; readonly error: TouchstoneError });

/**
 * A result as rates count it.
 *
 * Source: SPHINX reference code: a run that is missing or unreadable counts as 0 in SR and ACP.
 */
export function sphinxResultRow(result: SphinxPairResult, mode: Mode): ResultRow {
  const { key } = result;
  if (result.type !== 'scored') {
    if (result.what === 'run') return { key, outcome: 'failed', completion: 0, steps: 0 };
    return {
      key,
      outcome: result.type === 'absent' ? 'not_run' : 'invalid_task',
      completion: null,
      steps: 0,
    };
  }
  const scored = result.results.get(mode);
  const success = scored?.success ?? null;
  const outcome: Outcome = success === null ? 'judge_unknown' : success ? 'passed' : 'failed';
  return { key, outcome, completion: scored?.completion ?? null, steps: result.steps };
}
