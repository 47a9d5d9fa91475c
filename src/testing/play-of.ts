import { Play } from '../app/play/open-play.js';
import { playAgent } from '../app/play/play-agent.js';
import { forgetfulJournal, recordedPlay } from '../app/play/play-journal.js';
import type { RewardKind } from '../app/play/play-reward.js';
import type { Benchmark, BenchmarkItem } from '../benchmarks/benchmark.js';
import { identifyRun } from '../engine/run-identity.js';

export interface PlayOfOptions {
  readonly reward?: RewardKind;
  readonly maxSessions?: number;
  /** Folder of a run to record. */
  readonly record?: string;
  /** Folder for the pictures of live screens where no run is recorded. */
  readonly scratch?: string;
}

const AGENT = { name: 'gym', settings: {} };

/** The tasks of a benchmark, to be played. Disposing of it disposes of the benchmark. */
export async function playOf(
  benchmark: Benchmark,
  { reward = 'sparse', maxSessions = 3, record, scratch }: PlayOfOptions = {},
): Promise<Play> {
  const agent = playAgent(AGENT, () => {
    throw new Error('not opened');
  });
  const retry = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1 };
  const settings = { touchstone: '0.0.0-test', seed: 1, repeats: 1, retry };
  const configuration = {
    identity: identifyRun({ benchmark, agent, models: {} }, settings),
    operation: { concurrency: 1, budgets: { seconds: null, tokens: null, money: null } },
  };
  const journal =
    record === undefined
      ? forgetfulJournal(scratch ?? null)
      : await recordedPlay({ run: 'played', directory: record, configuration, warnings: [] });
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  const options = { agent: AGENT, reward, maxSessions };
  return new Play({ benchmark, title: 'Fake', configuration, items, journal, options });
}
