import type { SequentialRule } from '../../domain/run.js';
import { plural } from '../../domain/text/plural.js';
import type { GateCheck } from '../gate.js';
import { percent, percentInterval } from '../tables/percent.js';
import { points } from '../tables/points.js';
import { anytimeInterval } from './anytime-interval.js';
import type { SequentialState } from './sequential-test.js';

/**
 * The check of a run that its gate may end, from the check of the number seen: the gate's own decision where there is one,
 * else the number seen, which is said.
 */
export function sequentialCheck(
  seen: GateCheck,
  rule: SequentialRule,
  { state, planned }: { readonly state: SequentialState; readonly planned: number },
): GateCheck {
  const { decision } = state;
  if (decision === null) {
    const after = state.seen === planned ? `all ${planned}` : `${state.seen} of ${planned}`;
    const enough = state.most === null ? '' : ` (${state.most} decide it in any case)`;
    return {
      ...seen,
      errors: null,
      sentence: `${seen.sentence} Watched as it went on, the gate was undecided after ${after} episodes${enough}, so this is the number seen; errors told of it are those of runs that are not watched.`,
    };
  }
  const rate = state.passed / state.judged;
  const value = state.before === null ? rate : rate - state.before;
  return {
    ...seen,
    met: decision === 'met',
    value,
    // Those of the number seen after a fixed number of episodes.
    errors: null,
    sentence: `Gate ${decision}, decided after ${state.seen} of ${plural(planned, 'episode')}: ${measured(rule, state)}${passedOver(state)}.${caution(rule)}`,
  };
}

function measured(rule: SequentialRule, { passed, judged, before }: SequentialState): string {
  const rate = passed / judged;
  if (rule.gate === 'min-success' || before === null) {
    const interval = anytimeInterval(passed, judged);
    const range = interval === null ? '' : `, 95 % at any stop ${percentInterval(interval)}`;
    return `success ${percent(rate)} % (n ${judged}${range}), ${percent(rule.limit)} % asked for`;
  }
  const difference = rate - before;
  const change =
    difference === 0
      ? 'did not change'
      : `${difference < 0 ? 'fell' : 'rose'} by ${points(Math.abs(difference), false)} points`;
  return (
    `success ${change} from the baseline ${rule.baseline} (${percent(before)} to ${percent(rate)} %, ` +
    `n ${judged} episodes), a drop of ${points(rule.limit, false)} points allowed`
  );
}

function passedOver({ seen, judged }: SequentialState): string {
  return seen === judged ? '' : `; passed over: ${seen - judged}`;
}

/** What an interval means after a stop that the results chose. */
function caution({ gate }: SequentialRule): string {
  return gate === 'min-success'
    ? ' The 95 % intervals of the tables do not allow for such a stop.'
    : ' No interval is printed: the 95 % intervals of the tables do not allow for such a stop.';
}
