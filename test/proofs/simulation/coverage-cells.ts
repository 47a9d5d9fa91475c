import type { RandomStream } from '../../../src/domain/random.js';
import type { Interval } from '../../../src/metrics/intervals/interval.js';
import { clopperPearsonInterval } from '../../../src/metrics/intervals/clopper-pearson.js';
import { pairedInterval } from '../../../src/metrics/intervals/effective-pairs.js';
import { ratioMean } from '../../../src/metrics/intervals/ratio-interval.js';
import { passAtK, passHatK } from '../../../src/metrics/pass-k.js';
import type { CoverageCell } from './coverage-of.js';
import { momentOf, passes, taskChance, type TaskChances } from './variables.js';

/** Which designs are drawn. */
export interface CoverageDesigns {
  readonly tasks: readonly number[];
  readonly repeats: readonly number[];
  readonly heterogeneity: readonly number[];
  readonly chances: readonly number[];
}

/** Every interval that tables and comparisons print, over all designs. */
export function coverageCells(designs: CoverageDesigns): CoverageCell[] {
  return designs.tasks.flatMap((tasks) => [
    ...designs.repeats.flatMap((repeats) =>
      designs.heterogeneity.flatMap((heterogeneity) => [
        ...designs.chances.flatMap((mean) => [
          rateCell({ mean, heterogeneity }, tasks, repeats),
          completionCell({ mean, heterogeneity }, tasks, repeats),
          ...passCells({ mean, heterogeneity }, tasks, repeats),
        ]),
        ...pairedChances(designs.chances).map(([a, b]) =>
          pairedCell({ mean: a, heterogeneity }, { mean: b, heterogeneity }, tasks, repeats),
        ),
      ]),
    ),
    ...designs.heterogeneity.flatMap((heterogeneity) =>
      designs.chances.flatMap((mean) => [
        appsCell({ mean, heterogeneity }, tasks),
        ...designs.repeats.map((repeats) => theseTasksCell({ mean, heterogeneity }, tasks, repeats)),
      ]),
    ),
  ]);
}

type Values = { cluster: string; value: number }[];

function perTask(tasks: number, valuesOf: (task: number) => readonly number[]): Values {
  return Array.from({ length: tasks }, (_, task) =>
    valuesOf(task).map((value) => ({ cluster: String(task), value })),
  ).flat();
}

function intervalOf(values: Values): Interval | null {
  return ratioMean(values).interval;
}

function columnOf({ mean, heterogeneity }: TaskChances): string {
  return `heterogeneity ${heterogeneity}, p ${mean}`;
}

/** Passed or failed, whether tried once or repeated. */
function rateCell(chances: TaskChances, tasks: number, repeats: number): CoverageCell {
  return {
    row: `success rate, ${tasks} tasks x ${repeats}`,
    column: columnOf(chances),
    truth: chances.mean,
    draw: (random) =>
      intervalOf(
        perTask(tasks, () => {
          const passed = passes(random, taskChance(random, chances), repeats);
          return Array.from({ length: repeats }, (_, index) => (index < passed ? 1 : 0));
        }),
      ),
  };
}

/** Milestones on the way to the goal, each passed with the task's chance if the one before was. */
const MILESTONES = 5;

function completionCell(chances: TaskChances, tasks: number, repeats: number): CoverageCell {
  const moments = Array.from({ length: MILESTONES }, (_, index) => momentOf(chances, index + 1));
  return {
    row: `completion, ${tasks} tasks x ${repeats}`,
    column: columnOf(chances),
    truth: moments.reduce((sum, moment) => sum + moment, 0) / MILESTONES,
    draw: (random) =>
      intervalOf(
        perTask(tasks, () => {
          const chance = taskChance(random, chances);
          return Array.from({ length: repeats }, () => reached(random, chance) / MILESTONES);
        }),
      ),
  };
}

function reached(random: RandomStream, chance: number): number {
  let milestones = 0;
  while (milestones < MILESTONES && random.next() < chance) milestones += 1;
  return milestones;
}

/** pass^k and pass@k, with all repeats and with about a third of them. */
function passCells(chances: TaskChances, tasks: number, repeats: number): CoverageCell[] {
  const ks = [...new Set([Math.ceil(repeats / 3), repeats])].filter((k) => k > 1);
  const failures = { ...chances, mean: 1 - chances.mean };
  return ks.flatMap((k) => {
    const drawWith =
      (estimate: typeof passAtK) =>
      (random: RandomStream): Interval | null =>
        intervalOf(
          perTask(tasks, () => [
            estimate(repeats, passes(random, taskChance(random, chances), repeats), k) ?? Number.NaN,
          ]),
        );
    const column = `k ${k}, ${columnOf(chances)}`;
    return [
      {
        row: `pass^k, ${tasks} tasks x ${repeats}`,
        column,
        truth: momentOf(chances, k),
        draw: drawWith(passHatK),
      },
      {
        row: `pass@k, ${tasks} tasks x ${repeats}`,
        column,
        truth: 1 - momentOf(failures, k),
        draw: drawWith(passAtK),
      },
    ];
  });
}

/** Equal agents, a small step between them, and the widest gap. */
function pairedChances(chances: readonly number[]): (readonly [number, number])[] {
  return chances.flatMap((a, index) => {
    const others = new Set([chances[index], chances[index + 1], chances.at(-1)]);
    return [...others].flatMap((b) => (b === undefined ? [] : [[a, b] as const]));
  });
}

function pairedCell(a: TaskChances, b: TaskChances, tasks: number, repeats: number): CoverageCell {
  return {
    row: `paired difference, ${tasks} tasks x ${repeats}`,
    column: `heterogeneity ${a.heterogeneity}, p ${a.mean} and ${b.mean}`,
    truth: b.mean - a.mean,
    draw: (random) =>
      pairedInterval(
        perTask(tasks, () => {
          const first = passes(random, taskChance(random, a), repeats);
          const second = passes(random, taskChance(random, b), repeats);
          return [(second - first) / repeats];
        }),
      ),
  };
}

/** More tries at the very tasks that were drawn: the truth is their own mean, so the interval is told relative to it. */
function theseTasksCell(chances: TaskChances, tasks: number, repeats: number): CoverageCell {
  return {
    row: `success rate over these tasks, ${tasks} tasks x ${repeats}`,
    column: columnOf(chances),
    truth: 0,
    draw: (random) => {
      let [passed, sum] = [0, 0];
      for (let task = 0; task < tasks; task += 1) {
        const chance = taskChance(random, chances);
        sum += chance;
        passed += passes(random, chance, repeats);
      }
      const interval = clopperPearsonInterval(passed, tasks * repeats);
      const mean = sum / tasks;
      return interval === null ? null : { low: interval.low - mean, high: interval.high - mean };
    },
  };
}

/** New apps: apps of two to six tasks each, tried once; tasks of one app share its chance. */
function appsCell(chances: TaskChances, apps: number): CoverageCell {
  return {
    row: `success rate over new apps, ${apps} apps of 2 to 6 tasks`,
    column: columnOf(chances),
    truth: chances.mean,
    draw: (random) =>
      intervalOf(
        perTask(apps, (app) => {
          const tasks = 2 + (app % 5);
          const passed = passes(random, taskChance(random, chances), tasks);
          return Array.from({ length: tasks }, (_, index) => (index < passed ? 1 : 0));
        }),
      ),
  };
}
