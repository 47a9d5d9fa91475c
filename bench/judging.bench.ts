import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from './bench-row.js';
import { collectGarbage } from './collect-garbage.js';
import { noOpAgent } from '../src/agents/baselines/no-op.js';
import type { Benchmark } from '../src/benchmarks/benchmark.js';
import { judgeRun } from '../src/engine/judging/judge-run.js';
import { startRun } from '../src/engine/run.js';
import { SCREENSHOTS_JUDGE } from '../src/judges/screenshots/screenshots-judge.js';
import { scriptedModel } from '../src/models/scripted.js';
import { fakeBenchmark } from '../src/testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { smallPng } from '../src/testing/small-png.js';

const TRAJECTORIES = 1_000;
const STEPS = 15;
/** Of each screenshot, about what a phone's takes. */
const PICTURE_BYTES = 1_000_000;

/** A judge's pass over many trajectories, whose model answers at once: what judging itself takes. */
export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const directory = join(folder.path, 'run');
  const benchmark = withPictures(fakeBenchmark({ items: TRAJECTORIES, maxSteps: STEPS }));
  const built = buildRun(directory, { benchmark, agent: noOpAgent(), operation: { concurrency: 64 } });
  await startRun({ ...built, onEvent: () => undefined });
  const judge = SCREENSHOTS_JUDGE.create({ prompts: {}, options: {}, files: {} });
  const answer = '{"outcome": "failure", "steps": [15], "blame": "agent", "reason": "nothing was done"}';
  const options = {
    judge,
    models: { judge: scriptedModel(() => answer, { latencyMs: 0 }) },
    pass: 'bench',
    touchstone: '0',
    concurrency: 8,
    budget: { tokens: null, money: null },
    signal: new AbortController().signal,
  };
  const again = join(folder.path, 'again');
  await cp(directory, again, { recursive: true });
  const startedAt = performance.now();
  const summary = await judgeRun(directory, benchmark, options);
  const seconds = (performance.now() - startedAt) / 1000;
  if (summary.judged !== TRAJECTORIES) throw new Error(`only ${summary.judged} were judged`);
  const name = `judging: ${TRAJECTORIES} trajectories of ${STEPS} steps, eight pictures of 1 MB each, instant model`;
  return [
    { name, value: seconds, unit: 's', target: '< 60' },
    {
      name: 'judging: highest resident memory meanwhile',
      value: await weigh(again, benchmark, options),
      unit: 'MB',
      target: '< 400',
    },
  ];
}

/** The same pass, weighed: looking takes time. */
async function weigh(
  directory: string,
  benchmark: Benchmark,
  options: Parameters<typeof judgeRun>[2],
): Promise<number> {
  collectGarbage();
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 100);
  try {
    await judgeRun(directory, benchmark, options);
  } finally {
    clearInterval(timer);
  }
  return highest / 1e6;
}

/** Every look at a screen gives bytes of its own, as reading a file would. */
function withPictures(benchmark: Benchmark): Benchmark {
  const png = Buffer.alloc(PICTURE_BYTES);
  png.set(smallPng({ width: 108, height: 240 }));
  const screen = (id: string) => ({
    id,
    size: { width: 108, height: 240 },
    activity: null,
    picture: { mediaType: 'image/png', load: async () => Buffer.from(png) },
    hierarchy: null,
  });
  return { ...benchmark, world: { screen, graph: () => null } };
}
