import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { directAgent } from '../src/agents/direct/direct.js';
import { answeringAgent } from '../src/agents/questions/answering-agent.js';
import { QUESTION_PROMPTS } from '../src/agents/questions/question-prompts.js';
import { sphinxBenchmark } from '../src/benchmarks/sphinx/sphinx-benchmark.js';
import { startRun } from '../src/engine/run.js';
import { scoreRun } from '../src/engine/score-run.js';
import { readResults } from '../src/formats/run/scores/read-results.js';
import { indexRun } from '../src/formats/run/run-index.js';
import { scriptedModel } from '../src/models/scripted.js';
import { buildRun } from '../src/testing/run-fakes/run-fake.js';
import type { BenchRow } from './bench-row.js';

const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/sphinx');
const signal = new AbortController().signal;
/** Seconds that a run in all dimensions may take with a model that answers at once. */
const ALLOWED = 20;

/** A run of SPHINX in dimensions with a model that answers at once: asked, journaled, scored in both modes, tabled. */
export async function run(): Promise<BenchRow[]> {
  if (!existsSync(DATA)) return [];
  return [await runOf('all', 'text'), await runOf('all', 'text,vision')];
}

async function runOf(dimensions: string, modality: string): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const startedAt = performance.now();
  const before = process.cpuUsage();
  try {
    await using benchmark = await sphinxBenchmark.open({
      dataDirectory: DATA,
      mode: 'reference',
      settings: { dimensions, modality },
      signal,
    });
    const agent = answeringAgent(directAgent(), { prompts: QUESTION_PROMPTS, role: 'actor', repairs: false });
    const models = { actor: scriptedModel(() => ({ text: '```click [1]``` YES' })) };
    const options = buildRun(folder, { benchmark, agent, models, operation: { concurrency: 8 } });
    const { planned } = await startRun(options);
    await scoreRun(folder, benchmark, { modes: ['reference', 'corrected'], touchstone: '0.0.0' });
    for (const mode of ['reference', 'corrected'] as const) {
      await benchmark.scorer.tables(readResults(await indexRun(folder), mode), { agent: 'instant', mode });
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    return {
      name: `sphinx in dimensions, ${modality}: ${planned} items with an instant model`,
      value: seconds,
      unit: 's',
      target: `< ${ALLOWED} s`,
      ratio: `${((user + system) / 1e6).toFixed(1)} s of processor time`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
