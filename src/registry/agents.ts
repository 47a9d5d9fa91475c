import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { appAgentExplore } from '../agents/appagent/appagent-explore.js';
import { appAgent, appAgentDefinition } from '../agents/appagent/appagent.js';
import { alwaysCompleteAgent } from '../agents/baselines/always-complete.js';
import { colorbenchMultiAgentDefinition } from '../benchmarks/colorbench/multi-agent/colorbench-multi-agent.js';
import {
  defineAgent,
  type AgentDefinition,
  type AgentParts,
  type MadeAgent,
} from '../agents/define-agent.js';
import { directDefinition } from '../agents/direct/direct.js';
import { homeSpamAgent } from '../agents/baselines/home-spam.js';
import { humanAgent } from '../agents/human/human-agent.js';
import { noOpAgent } from '../agents/baselines/no-op.js';
import { mobileAgentEDefinition } from '../agents/mobile-agent-e/mobile-agent-e.js';
import { mobileAgentV2Definition } from '../agents/mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3Definition } from '../agents/mobile-agent-v3/mobile-agent-v3.js';
import { odysseyDefinition } from '../benchmarks/guiodyssey/agent/odyssey.js';
import { oracleAgent } from '../agents/oracle/oracle.js';
import { m3aDefinition, t3aDefinition } from '../agents/m3a/m3a.js';
import { plannerGrounderAgent } from '../benchmarks/colorbench/planner-grounder/planner-grounder.js';
import { childEnvironment } from '../agents/process/child-environment.js';
import { processDefinition } from '../agents/process/process-definition.js';
import { randomAgent } from '../agents/baselines/random.js';
import { replayAgent } from '../agents/baselines/replay.js';
import { llmPlannerAgent } from '../benchmarks/sphinx/agents/llm-planner.js';
import { reflexionAgent } from '../benchmarks/sphinx/agents/reflexion.js';
import { reactAgent, reactDefinition } from '../benchmarks/sphinx/agents/react.js';
import { seeactDefinition } from '../agents/seeact/seeact.js';
import { seeactVDefinition } from '../agents/seeact-v/seeact-v.js';
import { tapTextAgent } from '../agents/tap-text/tap-text.js';
import { didYouMean } from '../domain/text/nearest-name.js';
import { UserError } from '../errors.js';
import { adbDefinition } from '../phone/run/adb-definition.js';
import { documentsFile, readDocumentsFile } from '../formats/documents/documents-file.js';
import { readTrajectories } from '../formats/trajectories/read-trajectories.js';
import { VERSION } from '../version.js';
import { humanConsole } from '../agents/human/human-console.js';
import { readSkills } from './read-skills.js';

/** What an agent that needs more than its parts is made with: files and processes are the command line's to open. */
export interface AgentResources {
  /** The agent's own switches, as given. */
  readonly agentOptions: Readonly<Record<string, unknown>>;
  /** File of recorded actions, as given; null where none is. */
  readonly trajectories: string | null;
  /** Variables that a program of the agent's gets besides the usual ones. */
  readonly passEnv: readonly string[];
  readonly workingDirectory: string;
  /** What `--pass-env` names a part of, for agents that are programs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the output of an agent that is a command, line by line. */
  readonly onAgentLine?: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An agent of the command line: its definition, or a way to one that needs the resources of the process. */
export type AgentEntry = AgentDefinition & {
  /** In place of `create`, where that needs files or processes. */
  open?(resources: AgentResources): Promise<AgentDefinition>;
  /** It takes part in one episode at a time. */
  readonly isAlone?: boolean;
};

/*
 * To add an agent: in its own folder below src/agents/, export a definition made with `defineAgent` (name, title, roles, a
 * zod object of switches with defaults and descriptions, prompts, create); put it on this list, one line, and its title into
 * `part-notes.ts`. Lists, flags (`--agent-option`, `--prompt`, `--role`), the run's identity and resuming follow from the
 * definition. An agent that needs a file, a terminal or a child process spreads its definition and adds `open`, as `replay`
 * does below.
 */
const ENTRIES: readonly AgentEntry[] = [
  modelFree('oracle', 'takes the shortest route through the milestones, which it is shown', oracleAgent, {
    privileged: true,
  }),
  modelFree('random', 'acts at random, seeded', randomAgent),
  modelFree(
    'tap-text',
    "taps what the instruction's words name among the texts of the UI hierarchy; sees no picture",
    tapTextAgent,
  ),
  modelFree('no-op', 'waits at every step', noOpAgent),
  modelFree('always-complete', 'declares success at once', alwaysCompleteAgent),
  modelFree('home-spam', 'presses HOME at every step', homeSpamAgent),
  directDefinition,
  colorbenchMultiAgentDefinition,
  m3aDefinition,
  t3aDefinition,
  odysseyDefinition,
  seeactDefinition,
  seeactVDefinition,
  mobileAgentV2Definition,
  mobileAgentEDefinition,
  mobileAgentV3Definition,
  reactEntry(),
  reflexionAgent,
  llmPlannerAgent,
  appAgentEntry(),
  appAgentExplore,
  plannerGrounderAgent,
  processEntry(),
  adbEntry(),
  humanEntry(),
  replayEntry(),
];

/** Every agent the command line knows, by name. */
export const AGENTS: ReadonlyMap<string, AgentEntry> = new Map(ENTRIES.map((entry) => [entry.name, entry]));

/** @throws {UserError} naming the agents there are */
export function agentEntry(name: string): AgentEntry {
  const entry = AGENTS.get(name);
  if (entry !== undefined) return entry;
  throw new UserError(`there is no agent "${name}"`, {
    hint: `${didYouMean(name, AGENTS.keys())}Known agents: ${[...AGENTS.keys()].join(', ')}.`,
  });
}

/** The agent of an entry. @throws {UserError} for switches that it does not take */
export async function makeAgent(
  entry: AgentEntry,
  parts: AgentParts,
  resources: AgentResources,
): Promise<MadeAgent> {
  const definition = entry.open === undefined ? entry : await entry.open(resources);
  return definition.create(parts, resources.agentOptions);
}

function modelFree(
  name: string,
  title: string,
  create: () => MadeAgent['agent'],
  { privileged = false } = {},
): AgentDefinition {
  return defineAgent({ name, title, roles: [], privileged, options: z.object({}), create: () => create() });
}

function processEntry(): AgentEntry {
  return {
    ...processDefinition(),
    open: async ({ passEnv, environment }) =>
      processDefinition({ environment: childEnvironment(environment, passEnv) }),
  };
}

/** The command starts where the run was asked for, even if it is resumed from another folder. */
function adbEntry(): AgentEntry {
  return {
    ...adbDefinition({ folder: process.cwd(), touchstone: VERSION }),
    open: async ({ passEnv, workingDirectory, environment, onAgentLine }) =>
      adbDefinition({
        folder: workingDirectory,
        environment: childEnvironment(environment, passEnv),
        touchstone: VERSION,
        ...(onAgentLine === undefined ? {} : { onLine: onAgentLine }),
      }),
  };
}

function humanEntry(): AgentEntry {
  const title = 'asks a person in this terminal, one episode at a time';
  const make = (): MadeAgent['agent'] => humanAgent({ console: humanConsole(process.stdin, process.stderr) });
  return { ...modelFree('human', title, make), isAlone: true };
}

/** Documents are a file of the user's, written by an earlier run. */
function appAgentEntry(): AgentEntry {
  return {
    ...appAgent,
    open: async ({ agentOptions, workingDirectory }) => {
      const { documents: named } = agentOptions;
      if (typeof named !== 'string') return appAgent;
      const documents = await readDocumentsFile(resolve(workingDirectory, named));
      return withContent(appAgentDefinition(documents), 'documents', documentsFile(documents));
    },
  };
}

/** A definition whose switch names a file: the run names what the file says, wherever it lies. */
function withContent(definition: AgentDefinition, option: string, content: unknown): AgentDefinition {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { ...definition, create: (parts, given) => definition.create(parts, { ...given, [option]: hash }) };
}

/** Skills are a file of the user's, by the ids of its tasks. */
function reactEntry(): AgentEntry {
  return {
    ...reactAgent,
    open: async ({ agentOptions, workingDirectory }) => {
      const { skill } = agentOptions;
      if (typeof skill !== 'string' || !skill.endsWith('.json')) return reactAgent;
      const skills = await readSkills(resolve(workingDirectory, skill));
      return withContent(reactDefinition(skills), 'skill', [...skills]);
    },
  };
}

function replayEntry(): AgentEntry {
  const title = 'repeats recorded actions without looking (--trajectories FILE)';
  const refuse = (): never => {
    throw new UserError('the replay agent needs recorded actions', {
      hint: 'Name a file with --trajectories.',
    });
  };
  return {
    ...modelFree('replay', title, refuse),
    open: async ({ trajectories, workingDirectory, signal }) => {
      if (trajectories === null) return refuse();
      const file = resolve(workingDirectory, trajectories);
      const recorded = await readTrajectories(file, { signal });
      return modelFree('replay', title, () => replayAgent(recorded));
    },
  };
}
