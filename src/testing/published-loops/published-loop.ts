import type { Agent } from '../../agents/agent.js';
import type { AgentDefinition, AgentParts } from '../../agents/define-agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { lookBack } from '../../agents/look-at.js';
import { DIALECTS } from '../../registry/dialects.js';
import { pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { Decision } from '../../domain/decision.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { officialDialect } from '../../models/prompt-sets/official-dialect.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import type { ModelRequest, ModelRoles } from '../../models/model.js';
import { buildAgentContext } from '../contracts/agent-contract.js';
import { namedTexts } from '../models/prompt-texts.js';
import { listeningModel, requestPictures, requestText } from '../models/listening-model.js';
import { walkAgent } from '../walk-agent.js';
import { DistinctScreens } from './distinct-screens.js';

/** An episode on Pocket with one scripted model, and what an agent's published code asks and does in it. */
export interface PublishedEpisode {
  readonly name: string;
  /** Where it begins: id of a task. */
  readonly task: string;
  /** Steps at most; going back by itself is one. */
  readonly steps: number;
  /** What the model answers, whatever its role, in order. */
  readonly answers: readonly string[];
  /**
   * What the published code does with these answers: `role [screens] lines` for each request, the screens being those whose
   * pictures it holds, by their position among all that were seen, and `> action` for what is then done to the phone.
   */
  readonly calls: readonly string[];
}

/**
 * What our agent asks and does in such an episode, in the form of `PublishedEpisode.calls`.
 *
 * @param how.linesOf what a request tells of earlier steps
 * @param how.unreadable what is done after an answer that cannot be read; nothing unless given
 * @param how.screens pictures are told by their bytes as sent, among all that were seen; or, for agents that draw on them in their own
 * way, by what they are nearest to, among those seen that differ
 * @param how.set asks in this prompt set, of made-up texts that say which they are
 */
export async function callsOf(
  definition: AgentDefinition,
  { task, answers, steps }: Pick<PublishedEpisode, 'task' | 'answers' | 'steps'>,
  {
    linesOf,
    unreadable = 'nothing',
    set,
    screens = 'sent',
  }: {
    readonly linesOf: (text: string) => readonly string[];
    readonly unreadable?: 'nothing' | 'ends';
    readonly set?: PromptSet;
    readonly screens?: 'sent' | 'nearest';
  },
): Promise<string[]> {
  const { signal } = new AbortController();
  await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
  const item = await itemOf(benchmark, task);
  const { agent: made, dialect } = madeAgent(definition, set);
  const left = [...answers];
  const calls: Call[] = [];
  const pictures: string[] = [];
  const seen = new DistinctScreens();
  const answer = (role: string, request: ModelRequest): string => {
    const sent = requestPictures(request);
    const shown = screens === 'nearest' ? sent : sent.map((data) => pictures.indexOf(keyOf(data)));
    calls.push({ role, shown, lines: linesOf(requestText(request)) });
    return left.shift() ?? '';
  };
  const models: ModelRoles = Object.fromEntries(
    definition.roles.map(({ name }) => [name, listeningModel((_, request) => answer(name, request)).model]),
  );
  const agent = watched(made, {
    sees: async (observation) => {
      await seen.add(await observation.screen.picture?.load({ signal }));
      pictures.push(keyOf((await lookBack(observation, dialect.observation, signal))?.data ?? Buffer.of()));
    },
    decides: (decision, { screen }) => calls.push(`> ${doneText(decision, screen.size, unreadable)}`),
  });
  await using environment = await benchmark.items.environments.lend(item, { signal });
  const { task: plain } = buildAgentContext();
  await walkAgent(environment, agent, {
    models,
    task: { ...plain, id: item.task.id },
    maxSteps: steps,
  });
  return Promise.all(calls.map((call) => callText(call, seen)));
}

/** A request, with the pictures that it holds or their numbers; or what was done. */
type Call =
  | string
  | {
      readonly role: string;
      readonly shown: readonly (number | Uint8Array)[];
      readonly lines: readonly string[];
    };

async function callText(call: Call, seen: DistinctScreens): Promise<string> {
  if (typeof call === 'string') return call;
  const numbers = await Promise.all(
    call.shown.map(async (shown) => (typeof shown === 'number' ? shown : seen.nearest(shown))),
  );
  return [`${call.role} [${numbers.join(' ')}]`, ...call.lines].join(' ');
}

/** The agent as it is by default, in its own words or in those of a set. */
function madeAgent(
  definition: AgentDefinition,
  set: PromptSet | undefined,
): { readonly agent: Agent; readonly dialect: Dialect } {
  const [family = '', variant] = definition.dialect.split('@');
  const own = DIALECTS.get(family)?.create({
    ...(variant === undefined ? {} : { variant }),
    ...(set === undefined ? {} : { picture: set.picture, history: set.history }),
  });
  if (own === undefined) throw new Error(`there is no dialect ${family}`);
  const official = set === undefined ? null : { set, texts: namedTexts() };
  const dialect = official === null ? own : officialDialect(own, official);
  const helping = definition.roles.slice(1).map((role) => [role.name, helpersDialect(role.dialect)] as const);
  const ofRoles = new Map(helping);
  const parts: AgentParts = {
    dialectOf: (role) => ofRoles.get(role) ?? dialect,
    profile: definition.parsing ?? 'tolerant',
    observation: 'native',
    prompts: definition.prompts,
    ...(official === null ? {} : { official }),
  };
  return { agent: definition.create(parts, {}).agent, dialect };
}

/** The dialect of a role that is not asked as the acting model is; undefined where it is. */
function helpersDialect(name: string | undefined): Dialect | undefined {
  const [family = '', variant] = name?.split('@') ?? [];
  return DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
}

async function itemOf({ items }: Benchmark, task: string): Promise<BenchmarkItem> {
  for await (const item of items.list()) {
    if (item.id === task) return item;
  }
  throw new Error(`Pocket has no task ${task}`);
}

/** The agent, and what it sees and decides. */
function watched(
  agent: Agent,
  {
    sees,
    decides,
  }: {
    readonly sees: (observation: Observation) => Promise<void>;
    readonly decides: (decision: Decision, observation: Observation) => void;
  },
): Agent {
  return {
    ...agent,
    open: async (context) => {
      const episode = await agent.open(context);
      return {
        decide: async (observation, history, options) => {
          await sees(observation);
          const decision = await episode.decide(observation, history, options);
          decides(decision, observation);
          return decision;
        },
        [Symbol.asyncDispose]: () => episode[Symbol.asyncDispose](),
      };
    },
  };
}

function keyOf(data: Uint8Array): string {
  return Buffer.from(data).toString('base64');
}

/** What is done to the phone, positions in whole pixels, names of apps in lower case. */
function doneText(decision: Decision, size: Size | null, unreadable: string): string {
  if (decision.type === 'format_error') return unreadable;
  const { action } = decision;
  const at = (point: Point): string =>
    (size === null ? [point.x, point.y] : toPixel(point, size)).map(Math.floor).join(' ');
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return action.target.type === 'point' ? `${action.type} ${at(action.target.point)}` : action.type;
    case 'swipe':
      return `swipe ${[action.from, action.to].map((point) => (point === undefined ? '?' : at(point))).join(' ')}`;
    case 'type':
    case 'answer':
      return `${action.type} ${action.text}`;
    case 'key':
      return action.key.toLowerCase();
    case 'open_app':
      return `open ${action.app.toLowerCase()}`;
    case 'wait':
      return 'nothing';
    case 'stop':
      return `stop ${action.status}`;
    default:
      return action.type;
  }
}
