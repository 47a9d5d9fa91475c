import type { BenchRow } from './bench-row.js';
import { startModelServer } from './start-model-server.js';
import type { AgentDefinition } from '../src/agents/define-agent.js';
import { directDefinition } from '../src/agents/direct/direct.js';
import { reactAgent } from '../src/benchmarks/sphinx/agents/react.js';
import type { Benchmark } from '../src/benchmarks/benchmark.js';
import { pocketBenchmark } from '../src/benchmarks/pocket/pocket-benchmark.js';
import type { Action } from '../src/domain/action.js';
import { resolvePoint } from '../src/domain/geometry.js';
import { startRun } from '../src/engine/run.js';
import { createModel } from '../src/models/create-model.js';
import { DIALECTS } from '../src/registry/dialects.js';
import { Gateway } from '../src/models/gateway/gateway.js';
import type { Model } from '../src/models/model.js';
import { makeAgent } from '../src/testing/make-agent.js';
import { buildRun, temporaryFolder } from '../src/testing/run-fakes/run-fake.js';

const ANSWER_MS = 500;
const LEVELS = [25, 50, 100, 200, 400];
/** Steps of an episode at most. */
const STEPS = 6;
/** Of every screen of Pocket. */
const SCREEN = { width: 540, height: 1170 };
/** More than the screen has things to tap; no two of them at the same place. */
const TAPS = 101;
const TARGET_LEVEL = 200;
const LIMIT = 1.05;

/** Agents whose pictures differ in how they are made: sent as recorded, resized and encoded anew, marked. */
const CASES: readonly { readonly agent: AgentDefinition; readonly dialect: string; readonly what: string }[] =
  [
    { agent: directDefinition, dialect: 'generic_call', what: 'pictures as recorded' },
    { agent: directDefinition, dialect: 'qwen25_mobile_use', what: 'pictures resized' },
    { agent: reactAgent, dialect: 'ui_tars', what: 'two pictures resized a prompt' },
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
    await using server = await startModelServer(ANSWER_MS, answersOf(dialect));
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
        rows.push({ name: `${name}: CPU`, value: measured.cpuMs, unit: 'ms/answer' });
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
  /** Of one answer and what is done with it. */
  readonly cpuMs: number;
}

async function atWork(
  benchmark: Benchmark,
  definition: AgentDefinition,
  { dialect, model, episodes }: { dialect: string; model: Model; episodes: number },
): Promise<Measured> {
  await using folder = await temporaryFolder({ onDisk: true });
  const items: string[] = [];
  for await (const { id } of benchmark.items.list()) items.push(id);
  let steps = 0;
  let calls = 0;
  let episodeMs = 0;
  // Some answers name what is not on the screen, and the model is asked again.
  const counted: Model = {
    identity: model.identity,
    generate: (request, options) => {
      calls += 1;
      return model.generate(request, options);
    },
  };
  const repeats = Math.ceil(episodes / items.length);
  const chosen = items.slice(0, Math.ceil(episodes / repeats));
  const options = buildRun(folder.path, {
    benchmark,
    agent: makeAgent(definition, {}, { dialect }),
    models: Object.fromEntries(definition.roles.map(({ name }) => [name, counted])),
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
  return {
    ratio: episodeMs / (calls * ANSWER_MS),
    steps,
    seconds,
    cpuMs: (user + system) / 1000 / calls,
  };
}

/** What the server says in turn: taps all over the screen, so that episodes lead to many screens, and now and then the way home. */
function answersOf(named: string): readonly string[] {
  const [family = '', variant] = named.split('@');
  const dialect = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
  const said = { thought: 'I tap and look.', summary: 'I tapped.' };
  const sizes = { screen: SCREEN, sent: SCREEN };
  const home: Action = { type: 'key', key: 'HOME' };
  const taps = Array.from({ length: TAPS }, (_, index): readonly Action[] => {
    const x = (((index * 7) % 10) + 0.5) * (SCREEN.width / 10);
    const y = (((index * 11) % 17) + 0.5) * (SCREEN.height / 17);
    const point = resolvePoint({ x, y, space: 'pixel' }, SCREEN);
    return [
      { type: 'tap', target: { type: 'point', point } },
      { type: 'tap', target: { type: 'element', element: index % 12 } },
    ];
  });
  return [...taps, [home]].map((forms) => {
    const answer = forms.map((form) => dialect?.printAnswer(form, said, sizes)).find((text) => text);
    if (typeof answer !== 'string') throw new Error(`${named} has no words for taps or the way home`);
    return answer;
  });
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
