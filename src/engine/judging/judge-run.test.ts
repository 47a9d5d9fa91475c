import { readFile, readdir, truncate, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../domain/scores/verdict.js';
import { DatasetError } from '../../errors.js';
import { openJudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import { JudgeVerdicts } from '../../formats/run/scores/judge-verdicts.js';
import { readResults, type RunResult } from '../../formats/run/scores/read-results.js';
import type { Judge } from '../../judges/judge.js';
import type { Model, ModelRequest } from '../../models/model.js';
import { ModelOutageError, ModelRequestRejectedError } from '../../models/model-errors.js';
import { reads, unreadable } from '../../models/readers/reading.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { startRun } from '../run.js';
import { scoreRun } from '../score-run.js';
import { judgeEpisodes, type JudgedEpisode } from './judge-episodes.js';
import { judgeRun, type JudgeRunOptions } from './judge-run.js';

interface AskedModel extends Model {
  readonly asked: ModelRequest[];
}

/** Says what it is told to; counts. */
function sayingModel(say: (request: ModelRequest, index: number) => string, id = 'm1'): AskedModel {
  const asked: ModelRequest[] = [];
  return {
    asked,
    identity: { model: id },
    generate: async (request) => {
      asked.push(request);
      return {
        text: say(request, asked.length - 1),
        finishReason: 'stop',
        model: id,
        usage: { inputTokens: 10, outputTokens: 5 },
        latencyMs: 1,
        fromCache: false,
        costUsd: 0.001,
      };
    },
  };
}

/** Asks one question per episode, and cites what it is told to. */
function askingJudge(change: Partial<Judge> = {}, verdict: Partial<Verdict> = {}, word = 'Done'): Judge {
  return {
    name: 'asking',
    version: '1',
    roles: ['judge'],
    identity: { prompt: 'p1' },
    judge: async ({ task, episode }, { ask }) => {
      const answer = await ask({
        role: 'judge',
        purpose: 'verdict',
        request: { messages: [{ role: 'user', content: [{ type: 'text', text: `${word}: ${task.id}?` }] }] },
        read: (text) =>
          text === 'yes' || text === 'no' ? reads(text === 'yes') : unreadable('neither yes nor no'),
        retries: 1,
      });
      return {
        outcome: answer.type === 'value' ? (answer.value ? 'success' : 'failure') : 'unknown',
        completion: null,
        process: [],
        blame: null,
        steps: answer.type === 'value' ? [episode.trajectory.steps.length - 1] : [],
        explanation: answer.type === 'value' ? 'seen' : 'unreadable',
        ...verdict,
      };
    },
    ...change,
  };
}

async function ran(directory: string): Promise<ReturnType<typeof fakeBenchmark>> {
  const benchmark = fakeBenchmark();
  await startRun(buildRun(directory, { benchmark }));
  return benchmark;
}

function options(model: Model, change: Partial<JudgeRunOptions> = {}): JudgeRunOptions {
  return {
    judge: askingJudge(),
    models: { judge: model },
    pass: 'asking.m1',
    touchstone: '0.0.0-test',
    concurrency: 2,
    budget: { tokens: null, money: null },
    signal: new AbortController().signal,
    ...change,
  };
}

async function resultsOf(directory: string): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for await (const result of readResults(await indexRun(directory), 'corrected')) results.push(result);
  return results.sort((a, b) => (a.key.item < b.key.item ? -1 : 1));
}

const valuesOf = (results: readonly RunResult[]): unknown[] =>
  results.map(({ passScores }) =>
    passScores.map(({ evaluator, score }) => [
      evaluator,
      score.status === 'scored' ? score.value : score.status,
    ]),
  );

/** The same scores of each of the three episodes. */
const ofAll = (...scores: readonly [string, unknown][]): unknown[] => [1, 2, 3].map(() => scores);

describe('judging a run', () => {
  it('adds a pass, and asks nobody the second time', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const model = sayingModel((request) => (JSON.stringify(request).includes('walk-1') ? 'no' : 'yes'));
    const first = await judgeRun(folder.path, benchmark, options(model));
    expect(first).toMatchObject({ judged: 3, unknown: 0, kept: 0, cost: { calls: 3 } });
    const again = sayingModel(() => 'no');
    const second = await judgeRun(folder.path, benchmark, options(again));
    expect(second).toMatchObject({ judged: 0, kept: 3, file: null });
    expect(again.asked).toHaveLength(0);
    expect(valuesOf(await resultsOf(folder.path))).toEqual([
      [['asking.m1', 1]],
      [['asking.m1', 0]],
      [['asking.m1', 1]],
    ]);
  });

  it('asks no question twice where a pass was killed before its scores were written', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    await judgeRun(folder.path, benchmark, options(sayingModel(() => 'yes')));
    const file = join(folder.path, 'scores-asking.m1-0001.jsonl');
    const [start = ''] = (await readFile(file, 'utf8')).split('\n');
    await truncate(file, start.length + 1);
    const calls = join(folder.path, 'judge-calls-asking.m1.jsonl');
    // The last call was cut off in the middle.
    await truncate(calls, (await stat(calls)).size - 20);
    const model = sayingModel(() => 'yes');
    const summary = await judgeRun(folder.path, benchmark, options(model));
    expect(summary).toMatchObject({ judged: 3, kept: 0 });
    expect(model.asked).toHaveLength(1);
    expect(valuesOf(await resultsOf(folder.path))).toEqual(ofAll(['asking.m1', 1]));
  });

  it.each([
    ['model id', { models: { judge: sayingModel(() => 'no', 'm2') } }],
    [
      'prompt',
      {
        models: { judge: sayingModel(() => 'no') },
        judge: askingJudge({ identity: { prompt: 'p2' } }, {}, 'Finished'),
      },
    ],
  ])('takes another %s for another judge, and never mixes the two', async (_, change) => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    await judgeRun(folder.path, benchmark, options(sayingModel(() => 'yes')));
    const summary = await judgeRun(
      folder.path,
      benchmark,
      options(
        sayingModel(() => 'no'),
        { ...change, pass: 'asking.m1', concurrency: 1 },
      ),
    );
    expect(summary).toMatchObject({ judged: 3, kept: 0 });
    expect(valuesOf(await resultsOf(folder.path))).toEqual(ofAll(['asking.m1', 0]));
  });

  it('stands beside another judge and the rules', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    await scoreRun(folder.path, benchmark, { modes: ['corrected'], touchstone: '0' });
    const before = (await resultsOf(folder.path)).map(({ outcome }) => outcome);
    await judgeRun(folder.path, benchmark, options(sayingModel(() => 'yes')));
    await judgeRun(
      folder.path,
      benchmark,
      options(
        sayingModel(() => 'no', 'm2'),
        { pass: 'asking.m2' },
      ),
    );
    const results = await resultsOf(folder.path);
    expect(results.map(({ outcome }) => outcome)).toEqual(before);
    expect(valuesOf(results)).toEqual(ofAll(['asking.m1', 1], ['asking.m2', 0]));
  });

  it('repeats a question whose answer cannot be read, and then has no verdict', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const model = sayingModel((_, index) => (index === 1 ? 'yes' : 'perhaps'));
    const summary = await judgeRun(folder.path, benchmark, options(model, { concurrency: 1 }));
    expect(summary).toMatchObject({ judged: 3, unknown: 2 });
    expect(model.asked).toHaveLength(6);
    expect(valuesOf(await resultsOf(folder.path))).toEqual([
      [['asking.m1', 1]],
      [['asking.m1', 'unknown']],
      [['asking.m1', 'unknown']],
    ]);
  });

  it.each([
    ['no step', { steps: [] }, 'the judge cites no step'],
    ['a step that is not there', { steps: [99] }, /cites step 100, and there are/],
  ])('takes what rests on %s for no verdict', async (_, verdict, reason) => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const judge = askingJudge();
    const lax: Judge = {
      ...judge,
      judge: async (...given) => ({ ...(await judge.judge(...given)), ...verdict }),
    };
    await judgeRun(
      folder.path,
      benchmark,
      options(
        sayingModel(() => 'yes'),
        { judge: lax },
      ),
    );
    for (const { passScores } of await resultsOf(folder.path)) {
      expect(passScores[0]?.score).toMatchObject({
        status: 'unknown',
        reason: expect.stringMatching(reason),
      });
    }
  });

  it('leaves episodes for a later pass when the budget is spent or the model is away', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const spent = await judgeRun(
      folder.path,
      benchmark,
      options(
        sayingModel(() => 'yes'),
        { concurrency: 1, budget: { tokens: 15, money: null } },
      ),
    );
    expect(spent).toMatchObject({ judged: 1, unasked: 2 });
    const away: Model = {
      identity: { model: 'm1' },
      generate: async () => {
        throw new ModelOutageError('nobody is there');
      },
    };
    const outage = await judgeRun(folder.path, benchmark, options(away));
    expect(outage).toMatchObject({ judged: 0, kept: 1, outages: 2, outage: 'nobody is there' });
    const rest = await judgeRun(folder.path, benchmark, options(sayingModel(() => 'no')));
    expect(rest).toMatchObject({ judged: 2, kept: 1 });
    expect(valuesOf(await resultsOf(folder.path)).flat()).toEqual([
      ['asking.m1', 1],
      ['asking.m1', 0],
      ['asking.m1', 0],
    ]);
  });

  it('passes over an episode that the endpoint rejects, and keeps what others have paid for', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const picky = sayingModel((request) => {
      if (JSON.stringify(request).includes('walk-0')) throw new ModelRequestRejectedError('too long');
      return 'yes';
    });
    const summary = await judgeRun(folder.path, benchmark, options(picky, { concurrency: 1 }));
    expect(summary).toMatchObject({ judged: 2, refused: 1, refusal: 'walk-0#0: too long' });
  });

  it('lets those under way end when the source of episodes fails', async () => {
    await using folder = await temporaryFolder();
    await ran(folder.path);
    const log = await openJudgeCallLog(folder.path, { judged: '0'.repeat(64), pass: 'p' });
    const index = await indexRun(folder.path);
    async function* failing(): AsyncGenerator<JudgedEpisode> {
      for await (const { item, task, episode } of readEpisodes(index)) {
        if (item.key.item === 'walk-2') throw new DatasetError('line 3 is broken');
        yield { key: item.key, task, episode, whyNot: null };
      }
    }
    const model = sayingModel(() => 'yes');
    const slow: Model = {
      ...model,
      generate: async (...given) => {
        await sleep(20);
        return model.generate(...given);
      },
    };
    const scored: string[] = [];
    const judging = judgeEpisodes(failing(), {
      ...options(slow, { concurrency: 3 }),
      log,
      onScore: async ({ key }) => void scored.push(key.item),
    });
    await expect(judging).rejects.toThrow('line 3 is broken');
    expect(log.cost.calls).toBe(2);
    expect(scored.toSorted()).toEqual(['walk-0', 'walk-1']);
    await log[Symbol.asyncDispose]();
  });

  it('makes no pass of one that scored nothing, and asks the usual judge before a baseline', async () => {
    await using folder = await temporaryFolder();
    const benchmark = await ran(folder.path);
    const away: Model = {
      identity: { model: 'm2' },
      generate: async () => {
        throw new ModelOutageError('nobody is there');
      },
    };
    await judgeRun(folder.path, benchmark, options(sayingModel(() => 'yes')));
    expect(await judgeRun(folder.path, benchmark, options(away, { pass: 'asking.m2' }))).toMatchObject({
      outages: 3,
      file: null,
    });
    const baseline = askingJudge({ name: 'baseline' });
    await judgeRun(
      folder.path,
      benchmark,
      options(
        sayingModel(() => 'no'),
        { judge: baseline, pass: 'base' },
      ),
    );
    await using verdicts = await JudgeVerdicts.open(await indexRun(folder.path), {
      judges: ['asking', 'baseline'],
    });
    expect(verdicts.judge?.pass).toBe('asking.m1');
  });

  it('gives the verdict to the scorer of a benchmark that leaves success to it', async () => {
    await using folder = await temporaryFolder();
    const plain = await ran(folder.path);
    const benchmark: typeof plain = Object.assign(Object.create(plain) as typeof plain, {
      judging: {
        judges: ['asking'],
        whyNot: ({ id }: { readonly id: string }) => (id === 'walk-2' ? 'it never ended' : null),
      },
      scorer: {
        ...plain.scorer,
        score: async (...[, , mode, { verdict }]: Parameters<typeof plain.scorer.score>) => ({
          mode,
          scores: [],
          success: verdict === undefined ? null : verdict.outcome === 'success',
          completion: null,
        }),
      },
    });
    const scoring = { modes: ['corrected'], touchstone: '0' } as const;
    await scoreRun(folder.path, benchmark, scoring);
    expect((await resultsOf(folder.path)).map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('judge_unknown'),
    );
    const model = sayingModel((request) => (JSON.stringify(request).includes('walk-1') ? 'no' : 'yes'));
    expect(await judgeRun(folder.path, benchmark, options(model))).toMatchObject({
      judged: 2,
      notApplicable: 1,
    });
    await scoreRun(folder.path, benchmark, scoring);
    expect((await resultsOf(folder.path)).map(({ outcome }) => outcome)).toEqual([
      'passed',
      'failed',
      'judge_unknown',
    ]);
    const files = (await readdir(folder.path)).filter((name) => /^scores-\d+/.test(name)).toSorted();
    const newest = await readFile(join(folder.path, files.at(-1) ?? ''), 'utf8');
    expect(newest).toContain('"judgedBy":{"pass":"asking.m1"');
  });
});
