import type { BenchRow } from './bench-row.js';
import { startModelServer } from './start-model-server.js';
import type { AgentDefinition } from '../src/agents/define-agent.js';
import { directDefinition } from '../src/agents/direct/direct.js';
import { reactAgent } from '../src/agents/react/react.js';
import type { Benchmark } from '../src/benchmarks/benchmark.js';
import { pocketBenchmark } from '../src/benchmarks/pocket/pocket-benchmark.js';
import { startRun } from '../src/engine/run.js';
import { createModel } from '../src/models/create-model.js';
import { DIALECTS } from '../src/models/dialects/dialects.js';
import { Gateway } from '../src/models/gateway/gateway.js';
import type { Model } from '../src/models/model.js';
import { makeAgent } from '../src/testing/make-agent.js';
import { buildRun, temporaryFolder } from '../src/testing/run-fake.js';

const ANSWER_MS = 500;
const LEVELS = [25, 50, 100, 200, 400];
/** Steps of an episode at most. */
const STEPS = 6;
const TARGET_LEVEL = 200;
const LIMIT = 1.05;

/** Agents whose pictures differ in how they are made: sent as recorded, resized and encoded anew, marked. */
const CASES: readonly { readonly agent: AgentDefinition; readonly dialect: string; readonly what: string }[] =
  [
    { agent: directDefinition, dialect: 'generic_call', what: 'pictures as recorded' },
    { agent: directDefinition, dialect: 'qwen25_mobile_use', what: 'pictures resized' },
    { agent: reactAgent, dialect: 'ui_tars', what: 'pictures resized, five of them a prompt' },
    { agent: reactAgent, dialect: 'sphinx_id@annotated_image', what: 'pictures marked' },
  ];

/**
 * Whole agents at work: as many episodes of Pocket at once as the level says, journaled, each asking a server for each of its
 * steps. Ideal is what the answers alone would take.
 */
export async function run(): Promise<BenchRow[]> {
  const { signal } = new AbortController();
  await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
  const rows: BenchRow[] = [];
  for (const { agent, dialect, what } of CASES) {
    await using server = await startModelServer(ANSWER_MS, answerOf(dialect));
    const model = modelAt(server.baseUrl);
    await atWork(benchmark, agent, { dialect, model, episodes: 20 });
    let within = 0;
    let isWithin = true;
    for (const episodes of LEVELS) {
      const measured = await atWork(benchmark, agent, { dialect, model, episodes });
      isWithin &&= measured.ratio <= LIMIT;
      if (isWithin) within = episodes;
      const name = `agents: ${episodes} episodes at once, ${agent.name} in ${dialect}, ${what}`;
      rows.push({
        name,
        value: measured.steps / measured.seconds,
        unit: 'steps/s',
        ratio: `${measured.ratio.toFixed(3)} × ideal time`,
        ...(episodes === TARGET_LEVEL ? { target: '<= 1.25 × ideal' } : {}),
      });
      if (episodes === TARGET_LEVEL)
        rows.push({ name: `${name}: CPU`, value: measured.cpuMs, unit: 'ms/step' });
    }
    rows.push({
      name: `agents: most episodes at once with at most 5 % overhead, ${agent.name} in ${dialect}, ${what}`,
      value: within,
      unit: 'episodes',
    });
  }
  return rows;
}

interface Measured {
  /** Time of all episodes over that of their answers alone. */
  readonly ratio: number;
  readonly steps: number;
  readonly seconds: number;
  /** Of one step. */
  readonly cpuMs: number;
}

async function atWork(
  benchmark: Benchmark,
  definition: AgentDefinition,
  { dialect, model, episodes }: { dialect: string; model: Model; episodes: number },
): Promise<Measured> {
  await using folder = await temporaryFolder({ onDisk: true });
  const items: string[] = [];
  for await (const { id } of benchmark.items()) items.push(id);
  let steps = 0;
  let episodeMs = 0;
  const repeats = Math.ceil(episodes / items.length);
  const chosen = items.slice(0, Math.ceil(episodes / repeats));
  const options = buildRun(folder.path, {
    benchmark,
    agent: makeAgent(definition, {}, { dialect }),
    models: Object.fromEntries(definition.roles.map(({ name }) => [name, model])),
    settings: { items: chosen, repeats, limits: { steps: STEPS } },
    // A few more than asked for where repeats do not divide them.
    operation: { concurrency: chosen.length * repeats },
  });
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await startRun({
    ...options,
    onEvent: (event) => {
      if (event.type !== 'item-end') return;
      steps += event.steps;
      episodeMs += event.durationMs;
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { ratio: episodeMs / (steps * ANSWER_MS), steps, seconds, cpuMs: (user + system) / 1000 / steps };
}

/** What the server always says: a way home, which every family has words for and which leads on forever. */
function answerOf(named: string): string {
  const [family = '', variant] = named.split('@');
  const dialect = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
  const said = { thought: 'I go home and look.', summary: 'I went home.' };
  const answer = dialect?.printAnswer({ type: 'key', key: 'HOME' }, said, { screen: null, sent: null });
  if (typeof answer !== 'string') throw new Error(`${named} has no words for going home`);
  return answer;
}

function modelAt(baseUrl: string): Model {
  return createModel(
    {
      formatVersion: 1,
      id: 'bench',
      provider: 'openai-compatible',
      baseUrl,
      model: 'bench',
      concurrency: 4_096,
    },
    { environment: {}, gateway: new Gateway() },
  );
}
