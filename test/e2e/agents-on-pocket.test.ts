import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appAgentExplore } from '../../src/agents/appagent/appagent-explore.js';
import { appAgent, appAgentDefinition } from '../../src/agents/appagent/appagent.js';
import { colorbenchMultiAgentDefinition } from '../../src/benchmarks/colorbench/multi-agent/colorbench-multi-agent.js';
import type { AgentDefinition } from '../../src/agents/define-agent.js';
import { directDefinition } from '../../src/agents/direct/direct.js';
import { llmPlannerAgent } from '../../src/benchmarks/sphinx/agents/llm-planner.js';
import { m3aDefinition, t3aDefinition } from '../../src/agents/m3a/m3a.js';
import { mobileAgentEDefinition } from '../../src/agents/mobile-agent-e/mobile-agent-e.js';
import { mobileAgentV2Definition } from '../../src/agents/mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3Definition } from '../../src/agents/mobile-agent-v3/mobile-agent-v3.js';
import { odysseyDefinition } from '../../src/benchmarks/guiodyssey/agent/odyssey.js';
import { plannerGrounderAgent } from '../../src/benchmarks/colorbench/planner-grounder/planner-grounder.js';
import { reactAgent } from '../../src/benchmarks/sphinx/agents/react.js';
import { reflexionAgent } from '../../src/benchmarks/sphinx/agents/reflexion.js';
import { seeactDefinition } from '../../src/agents/seeact/seeact.js';
import { seeactVDefinition } from '../../src/agents/seeact-v/seeact-v.js';
import type { Benchmark, BenchmarkItem } from '../../src/benchmarks/benchmark.js';
import { pocketBenchmark } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import { collectDocuments } from '../../src/app/documents/collect-documents.js';
import type { Point } from '../../src/domain/geometry.js';
import { parseHierarchy } from '../../src/domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../src/domain/hierarchy/ui-hierarchy.js';
import { startRun } from '../../src/engine/run.js';
import { createModel } from '../../src/models/create-model.js';
import { DIALECTS } from '../../src/registry/dialects.js';
import type { Dialect } from '../../src/models/dialects/dialect.js';
import type { Model, ModelRoles } from '../../src/models/model.js';
import { ModelProfileSchema } from '../../src/models/profile.js';
import {
  competentModel,
  type CompetentModel,
  type Understood,
} from '../../src/testing/competent-model/competent-model.js';
import { learnPocket, type PocketMemory } from '../../src/testing/competent-model/pocket-memory.js';
import { makeAgent } from '../../src/testing/make-agent.js';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { playEpisode } from '../../src/testing/run-fakes/play-episode.js';
import { buildRun, temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';

/** Of each agent. */
const TASKS = IS_WHOLE ? 10 : 3;
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

/** How the helping roles of an agent are answered, from words and pictures alone; null: as the acting one. */
type Helper = (understood: Understood) => string | null | Promise<string | null>;

interface Case {
  readonly agent: AgentDefinition;
  readonly dialect: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly helper?: Helper;
  /** A dialect with the same words and one for the end, where another role ends the task. */
  readonly endsIn?: string;
  /** Tasks that nobody can do with what the agent sees. */
  readonly cannot?: readonly string[];
}

/** Published agents that see their last call at most: the texts of a screen do not say which days of an alarm are chosen. */
const FORGETFUL: readonly string[] = ['weekday-alarm'];

/** What a planner knows of its way: how much of it is behind. */
function wayOf({ task, step }: Understood): string {
  return step === null
    ? 'find back'
    : `go on, behind me is Step ${step} of ${task?.route.length ?? 0} of my way.`;
}

const reflector: Helper = ({ text, step }) =>
  text.includes('Judge whether the last action')
    ? `I see. \`\`\`${step === null ? 'No' : 'Yes'}\`\`\``
    : null;

const planner: Helper = (understood) =>
  understood.text.includes('High-level Plan:') ? `High-level Plan:\n[${wayOf(understood)}]` : null;

const explorer: Helper = ({ text }) =>
  text.includes('getting to know an app') ? 'Decision: SUCCESS\nThought: on\nDocumentation: Leads on.' : null;

/** How a planner names the things of a screen by their numbers, and where a grounder finds one. */
interface Describing {
  readonly sought: RegExp;
  readonly found: (at: readonly [number, number], size: readonly [number, number]) => string;
  readonly planned: (type: 'tap' | 'long_press', description: string) => string;
}

/** Counts the things on a screen for the planner, and finds them again for the grounder. */
function describingIn({ sought, found, planned }: Describing): Helper {
  return async ({ text, action, screens, task, step, seen }) => {
    const screen = (step === null ? undefined : task?.route[step]?.screen) ?? screens[0];
    const hierarchy = screen === undefined ? null : await hierarchyOf(screen);
    const number = sought.exec(text)?.[1];
    if (number !== undefined) {
      const [x = 0, y = 0] = hierarchy?.nodes[Number(number)]?.centre ?? [];
      const [, , width = 1, height = 1] = hierarchy?.nodes[0]?.bounds ?? [];
      return found([x, y], [width, height]);
    }
    const isTouch = action?.type === 'tap' || action?.type === 'long_press';
    if (!isTouch || action.target.type !== 'point' || hierarchy === null) return null;
    expect(seen.pictures).toHaveLength(1);
    const said = `Reason: Step ${(step ?? 0) + 1} of ${task?.route.length ?? 0} of my way.`;
    const description = `thing number ${smallestAt(hierarchy, action.target.point)} from the top`;
    return `${said}\nAction: ${planned(action.type, description)}`;
  };
}

const describing = describingIn({
  sought: /Click icon: thing number (\d+)/,
  found: (at) => {
    const coordinate = JSON.stringify(at.map(Math.round));
    return `<action>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": ${coordinate}}}\n</action>`;
  },
  planned: (type, description) => `${type === 'tap' ? 'CLICK' : 'LONG_PRESS'}[${description}]`,
});

const describingByJson = describingIn({
  sought: /Description: thing number (\d+)/,
  found: ([x, y], [width, height]) =>
    `(${Math.round((x * 1000) / width)}, ${Math.round((y * 1000) / height)})`,
  planned: (type, element) =>
    JSON.stringify({ action_type: type === 'tap' ? 'click' : 'long_press', element }),
});

/** Planner, grounder and summariser of SeeAct-V. */
const seeactVRoles: Helper = (understood) => m3aSummary(understood) ?? describingByJson(understood);

/** Planner, reflector and memory of ColorBench's system. */
const colorbenchRoles: Helper = (understood) => {
  const { text } = understood;
  if (text.includes('You plan for somebody')) return `<action_plan>\n${wayOf(understood)}\n</action_plan>`;
  if (text.includes('You keep notes')) return '<memory>\nNone\n</memory>';
  if (!text.includes('You check the last step')) return null;
  const [plan, done] = ['The plan has no issues.', 'The execution has no issues.'];
  return `<planning_reflection>\n${plan}\n</planning_reflection>\n<execution_reflection>\n${done}\n</execution_reflection>`;
};

const odysseySummary: Helper = (understood) =>
  understood.text.includes('Answer with the summary alone') ? `So far, ${wayOf(understood)}` : null;

const m3aSummary: Helper = ({ text }) => (text.includes('Summary of this step:') ? 'It worked.' : null);

const describer: Helper = (understood) =>
  understood.text.includes('VALUE: <value') ? null : `I ${wayOf(understood)}`;

/** Reflector, planner and memory of Mobile-Agent-v2. */
const mobileAgentRoles: Helper = ({ text }) => {
  if (text.includes('Is there anything on this screen')) return '### Important content ###\nNone';
  if (text.includes('Did it do what was expected?')) return '### Thought ###\nYes.\n### Answer ###\nA';
  return text.includes('### Completed contents so far ###') ? '### Completed contents ###\nSome.' : null;
};

/** Manager, action reflector and notetaker of Mobile-Agent-E. */
const managedRoles: Helper = (understood) => {
  const { text, action } = understood;
  if (text.includes('You manage somebody')) {
    const subgoal = action?.type === 'stop' ? 'Finished' : wayOf(understood);
    return `### Thought ###\nI look.\n### Plan ###\n1. Go my way\n### Current Subgoal ###\n${subgoal}`;
  }
  if (text.includes('### Existing Important Notes ###')) return '### Important Notes ###\nNone';
  if (!text.includes('Did the action do what was expected?')) return null;
  return '### Outcome ###\nA\n### Error Description ###\nNone\n### Progress Status ###\nOn my way.';
};

/** Manager and action reflector of Mobile-Agent-v3, whose plan itself is finished. */
const plannedRoles: Helper = (understood) => {
  const { text, action } = understood;
  if (text.includes('You manage somebody')) {
    // The executor itself gives an answer, which ends the task.
    const isDone = action?.type === 'stop' && action.answer === undefined;
    return `### Thought ###\nI look.\n### Plan ###\n${isDone ? 'Finished' : `1. ${wayOf(understood)}`}`;
  }
  if (!text.includes('Did the action do what was expected?')) return null;
  return '### Outcome ###\nA\n### Error Description ###\nNone';
};

const CASES: readonly Case[] = [
  { agent: reactAgent, dialect: 'sphinx_id' },
  { agent: reactAgent, dialect: 'sphinx_id@annotated_image' },
  { agent: reactAgent, dialect: 'ui_tars' },
  { agent: reflexionAgent, dialect: 'sphinx_id', helper: reflector, cannot: FORGETFUL },
  { agent: llmPlannerAgent, dialect: 'sphinx_id', helper: planner, cannot: FORGETFUL },
  { agent: plannerGrounderAgent, dialect: 'colorbench_api', helper: describing },
  { agent: appAgent, dialect: 'appagent' },
  { agent: appAgentExplore, dialect: 'appagent', helper: explorer },
  { agent: directDefinition, dialect: 'generic_call' },
  {
    agent: colorbenchMultiAgentDefinition,
    dialect: 'qwen25_mobile_use@colorbench_executor',
    helper: colorbenchRoles,
  },
  { agent: odysseyDefinition, dialect: 'odyssey_command', helper: odysseySummary },
  { agent: m3aDefinition, dialect: 'm3a_json@m3a', helper: m3aSummary },
  { agent: t3aDefinition, dialect: 'm3a_json@t3a', helper: m3aSummary },
  { agent: seeactDefinition, dialect: 'seeact', helper: describer },
  {
    agent: seeactVDefinition,
    dialect: 'seeact_v',
    // The model knows screens by their pictures as they are.
    options: { grounderPicture: 'dialect' },
    helper: seeactVRoles,
  },
  { agent: mobileAgentV2Definition, dialect: 'mobile_agent_v2', helper: mobileAgentRoles },
  {
    agent: mobileAgentEDefinition,
    dialect: 'mobile_agent_e@operator',
    helper: managedRoles,
    endsIn: 'mobile_agent_e@alone',
  },
  { agent: mobileAgentV3Definition, dialect: 'mobile_agent_v3', helper: plannedRoles },
];

describe('a competent model over HTTP does tasks of Pocket', () => {
  it.each(CASES.map((each) => ({ ...each, name: each.agent.name })))('as $name in $dialect', async (each) => {
    const model = competentOf(each);
    const able = (await tasksFor(each, model)).filter((id) => each.cannot?.includes(id) !== true);
    await using endpoint = await openModelEndpoint((seen) => model.answerTo(seen));
    const { agent, options } = each;
    const made = makeAgent(agent, options, { dialect: each.dialect });
    const models = rolesOf(agent, overHttp(endpoint.baseUrl));
    const done: string[] = [];
    const undone: string[] = [];
    for (const id of able.slice(0, TASKS)) {
      const { episode, scores } = await playEpisode(benchmark, itemOf(id), made, { models });
      const steps = episode.trajectory.steps.map(
        ({ screen, action, formatError }) =>
          `${screen.id}: ${action?.type ?? formatError?.message ?? 'nothing'}`,
      );
      if (scores.success === true) done.push(id);
      else undone.push(`${id} ${episode.end.reason}\n${steps.join('\n')}`);
    }
    expect({ done: done.length, undone }).toEqual({ done: TASKS, undone: [] });
  });

  it('and the documents of a run that explores are found again where the app is used', async () => {
    const explore = CASES.find(({ agent }) => agent === appAgentExplore);
    if (explore === undefined) throw new Error('nobody explores');
    const model = competentOf(explore);
    await using endpoint = await openModelEndpoint((seen) => model.answerTo(seen));
    await using folder = await temporaryFolder();
    const able = (await model.able()).slice(0, 3);
    const models = rolesOf(appAgentExplore, overHttp(endpoint.baseUrl));
    const run = buildRun(folder.path, {
      benchmark,
      agent: makeAgent(appAgentExplore),
      models,
      settings: { items: able },
    });
    await startRun(run);
    const documents = await collectDocuments(folder.path);
    expect(documents.all().length).toBeGreaterThan(0);
    const before = endpoint.requests.length;
    const informed = makeAgent(appAgentDefinition(documents));
    const { scores } = await playEpisode(benchmark, itemOf(able[0] ?? ''), informed, { models });
    expect(scores.success).toBe(true);
    const texts = endpoint.requests.slice(before).flatMap((seen) => seen.texts);
    expect(texts.some((text) => /Element \d+, tapped: Leads on\./.test(text))).toBe(true);
  });
});

function competentOf({ dialect, helper }: Case): CompetentModel {
  return competentModel({
    memory,
    dialect: dialectNamed(dialect),
    ...(helper === undefined ? {} : { answerOther: helper }),
  });
}

/** Tasks that the model can do in its dialect; what a planner describes, everybody can do who can point. */
async function tasksFor({ agent, dialect, endsIn }: Case, model: CompetentModel): Promise<readonly string[]> {
  const isDescribing = agent === plannerGrounderAgent || agent === seeactVDefinition;
  const other = isDescribing ? 'generic_call' : endsIn;
  const able = await (
    other === undefined ? model : competentModel({ memory, dialect: dialectNamed(other) })
  ).able();
  expect(able.length, dialect).toBeGreaterThanOrEqual(TASKS);
  return able;
}

function dialectNamed(name: string): Dialect {
  const [family = '', variant] = name.split('@');
  const found = DIALECTS.get(family);
  if (found === undefined) throw new Error(`there is no dialect ${family}`);
  return found.create(variant === undefined ? {} : { variant });
}

function overHttp(baseUrl: string): Model {
  const profile = {
    formatVersion: 1,
    id: 'competent',
    model: 'competent',
    provider: 'openai-compatible',
    baseUrl,
  };
  return createModel(ModelProfileSchema.parse(profile), { environment: {} });
}

function rolesOf({ roles }: AgentDefinition, model: Model): ModelRoles {
  return Object.fromEntries(roles.map(({ name }) => [name, model]));
}

function itemOf(id: string): BenchmarkItem {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`there is no task ${id}`);
  return item;
}

async function hierarchyOf(screen: string): Promise<UiHierarchy | null> {
  const xml = await memory.screens.get(screen)?.hierarchy?.load({ signal: new AbortController().signal });
  return xml === undefined ? null : parseHierarchy(xml, { file: screen });
}

/** The number of the smallest thing around a point. */
function smallestAt({ nodes }: UiHierarchy, { x, y, resolved: [px, py] = [x, y] }: Point): number {
  let best = { index: 0, area: Number.POSITIVE_INFINITY };
  for (const [index, { bounds }] of nodes.entries()) {
    const [x1, y1, x2, y2] = bounds;
    const area = (x2 - x1) * (y2 - y1);
    if (px >= x1 && px <= x2 && py >= y1 && py <= y2 && area > 0 && area < best.area) best = { index, area };
  }
  return best.index;
}
