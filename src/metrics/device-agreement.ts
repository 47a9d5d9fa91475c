import { cohenKappa } from './cohen-kappa.js';
import { clopperPearsonInterval } from './intervals/clopper-pearson.js';
import type { Interval } from './intervals/interval.js';
import { mcnemarExact } from './comparison/mcnemar.js';

/** One task under two conditions. */
export interface DevicePair {
  /** Passed in the run. */
  readonly here: boolean;
  readonly onDevice: boolean;
  /** Whether both failed for one reason, where somebody has judged that. */
  readonly sameCause: boolean | null;
}

/** How far a run and a real device agree, task by task. */
export interface DeviceAgreement {
  readonly tasks: number;
  readonly bothPassed: number;
  readonly bothFailed: number;
  readonly onlyHere: number;
  readonly onlyOnDevice: number;
  /** Share of tasks with one outcome; null without tasks. */
  readonly agreement: number | null;
  /** 95 %, Clopper-Pearson over tasks. */
  readonly interval: Interval | null;
  /** Agreement beyond chance; null where chance alone would agree fully. */
  readonly kappa: number | null;
  /** Of the tasks that failed on the device, those that failed here too: what a graph has to catch. */
  readonly failuresFound: { readonly found: number; readonly of: number; readonly interval: Interval | null };
  /** How often chance alone would make one side pass as much more often than the other; 1 where both pass equally often. */
  readonly p: number;
  /** Of the tasks that failed on both sides and were judged: those with one cause. */
  readonly sameCause: { readonly same: number; readonly judged: number };
}

/** Source: McNemar 1947 (exact) for p; Cohen 1960 for kappa; Clopper and Pearson 1934 for intervals. */
export function deviceAgreement(pairs: readonly DevicePair[]): DeviceAgreement {
  const count = (here: boolean, onDevice: boolean): number =>
    pairs.filter((pair) => pair.here === here && pair.onDevice === onDevice).length;
  const [bothPassed, bothFailed] = [count(true, true), count(false, false)];
  const [onlyHere, onlyOnDevice] = [count(true, false), count(false, true)];
  const equal = bothPassed + bothFailed;
  const failed = bothFailed + onlyHere;
  const judged = pairs.filter(({ here, onDevice, sameCause }) => !here && !onDevice && sameCause !== null);
  const { kappa } = cohenKappa(
    pairs.map(({ here }) => String(here)),
    pairs.map(({ onDevice }) => String(onDevice)),
  );
  return {
    tasks: pairs.length,
    bothPassed,
    bothFailed,
    onlyHere,
    onlyOnDevice,
    agreement: pairs.length === 0 ? null : equal / pairs.length,
    interval: clopperPearsonInterval(equal, pairs.length),
    kappa,
    failuresFound: { found: bothFailed, of: failed, interval: clopperPearsonInterval(bothFailed, failed) },
    p: mcnemarExact(onlyHere, onlyOnDevice),
    sameCause: { same: judged.filter(({ sameCause }) => sameCause === true).length, judged: judged.length },
  };
}
