import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directAgent } from '../../src/agents/direct/direct.js';
import type { Benchmark, BenchmarkItem } from '../../src/benchmarks/benchmark.js';
import { pocketBenchmark } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import { createModel } from '../../src/models/create-model.js';
import { DIALECTS } from '../../src/registry/dialects.js';
import { ModelProfileSchema, type ModelProfile } from '../../src/models/profile.js';
import { competentModel } from '../../src/testing/competent-model/competent-model.js';
import { learnPocket, type PocketMemory } from '../../src/testing/competent-model/pocket-memory.js';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { buildPromptInput } from '../../src/testing/models/prompt-input.js';
import { playEpisode } from '../../src/testing/run-fakes/play-episode.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';

type WireProfile = Partial<ModelProfile> & { readonly stream: boolean };

/** Every way in which a chat model is asked over HTTP. */
const WIRES = bothWays([
  { provider: 'openai-compatible' },
  { provider: 'openai', api: 'responses' },
  { provider: 'anthropic' },
  { provider: 'google' },
  { provider: 'openai', api: 'chat' },
]);

/** Families and variants that are asked by agents of their own, which have their own tests. */
const NOT_ALONE: ReadonlySet<string> = new Set([
  // Over a picture with a grid drawn on it.
  'appagent_grid',
  // A planner, whose descriptions another model turns into places.
  'colorbench_api',
  'seeact_v',
  // The other model: it finds one thing on a screen.
  'uground',
  // Never ends a task: its manager does.
  'mobile_agent_e@operator',
  // Has no word for the end of a task: it is asked over recorded steps.
  'ui_agile',
  // Its requests have paths in the place of pictures, which its server opens.
  'odyssey_command@odyssey_agent_served',
]);
/** Text around messages, as a chat template would put it. */
const TEMPLATE = {
  system: '{{content}}\n',
  user: 'USER: {{content}}\n',
  assistant: 'ASSISTANT: {{content}}',
  opening: 'ASSISTANT: ',
  picture: '<image>',
  pictureField: 'multimodal_data' as const,
};
/** Those that continue an answer that was begun for them. */
const CONTINUING = bothWays([
  { provider: 'openai-compatible' },
  { provider: 'completions', completion: TEMPLATE },
  { provider: 'anthropic' },
]);
const TASKS_EACH = IS_WHOLE ? 3 : 1;
const ENVIRONMENT = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' };

const CASES = [...DIALECTS.values()]
  .flatMap((family) =>
    (family.variants.length === 0 ? [null] : family.variants).map((variant) => ({
      family,
      variant,
      name: variant === null ? family.family : `${family.family}@${variant}`,
    })),
  )
  .filter(({ family, name }) => !NOT_ALONE.has(family.family) && !NOT_ALONE.has(name))
  .map((named, index) => {
    const dialect = named.family.create(named.variant === null ? {} : { variant: named.variant });
    const begins = dialect.buildRequest(buildPromptInput()).continuesLast === true;
    const wires = begins ? CONTINUING : WIRES;
    const wire = wires[index % wires.length];
    if (wire === undefined) throw new Error('there is no wire');
    const how = [wire.provider, wire.api, wire.stream ? 'streamed' : undefined];
    return { ...named, dialect, index, wire, how: how.filter((part) => part !== undefined).join(' ') };
  });

let memory: PocketMemory;
let benchmark: Benchmark;
const items: BenchmarkItem[] = [];

beforeAll(async () => {
  const { signal } = new AbortController();
  benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
  for await (const item of benchmark.items.list()) items.push(item);
  memory = await learnPocket();
});

afterAll(async () => {
  await benchmark[Symbol.asyncDispose]();
});

describe('a competent model over HTTP does its tasks on Pocket', () => {
  it.each(CASES)('in $name, by $how', async ({ dialect, index, wire }) => {
    const model = competentModel({ memory, dialect });
    const able = await model.able();
    expect(able.length).toBeGreaterThanOrEqual(10);
    await using endpoint = await openModelEndpoint((seen) => model.answerTo(seen));
    const profile: ModelProfile = ModelProfileSchema.parse({
      formatVersion: 1,
      id: 'competent',
      model: 'competent',
      baseUrl: endpoint.baseUrl,
      ...wire,
    });
    const actor = createModel(profile, { environment: ENVIRONMENT });
    const agent = directAgent({ dialect });
    // Another part of the list each time, so that all together see all of it.
    const chosen = Array.from(
      { length: TASKS_EACH },
      (_, turn) => able[(index * TASKS_EACH + turn) % able.length],
    );
    const outcomes: string[] = [];
    for (const [turn, id] of chosen.entries()) {
      const item = items.find((candidate) => candidate.id === id);
      if (item === undefined) throw new Error(`there is no task ${id}`);
      const language = (index + turn) % 2 === 0 ? 'en' : 'zh';
      const { episode, scores } = await playEpisode(benchmark, item, agent, { language, models: { actor } });
      const did = episode.trajectory.steps.map(
        ({ screen, action, formatError }) =>
          `${screen.id}: ${action?.type ?? formatError?.message ?? 'nothing'}`,
      );
      outcomes.push(
        scores.success === true ? `${id} done` : `${id} ${episode.end.reason}\n${did.join('\n')}`,
      );
    }
    expect(outcomes).toEqual(chosen.map((id) => `${id} done`));
    expect(new Set(endpoint.requests.map(({ stream }) => stream))).toEqual(new Set([wire.stream]));
    expect(JSON.stringify(endpoint.requests.map(({ body }) => body))).not.toContain('milestone');
  });
});

function bothWays(wires: readonly Partial<ModelProfile>[]): WireProfile[] {
  return wires.flatMap((wire) => [false, true].map((stream) => ({ ...wire, stream })));
}
