import type { LaneTime } from './simulated-outcome.js';

/** What keeps a run from being faster. `workers`: more of them would do it sooner. */
export type Bottleneck = 'workers' | 'endpoint' | 'devices' | 'queue' | 'outages' | 'away' | 'stragglers';

/** Of the lanes' time; what takes less is not what a run waits for. */
const LEAST_SHARE = 0.1;

/** What the lanes waited for most; the workers themselves where that is less than a tenth of their time. */
export function bottleneckOf(lanes: LaneTime): Bottleneck {
  const { working, endpoint, devices, queue, outages, away, idle } = lanes;
  const all = working + endpoint + devices + queue + outages + away + idle;
  const waits: readonly (readonly [Bottleneck, number])[] = [
    ['endpoint', endpoint],
    ['devices', devices],
    ['queue', queue],
    ['outages', outages],
    ['away', away],
    ['stragglers', idle],
  ];
  const [most = ['workers', 0] as const] = waits.toSorted(([, a], [, b]) => b - a);
  return most[1] < LEAST_SHARE * all ? 'workers' : most[0];
}
