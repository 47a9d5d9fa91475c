import { resolve } from 'node:path';
import type { Agent } from '../agents/agent.js';
import { alwaysCompleteAgent } from '../agents/always-complete.js';
import { directAgent, directRunSettings } from '../agents/direct/direct.js';
import type { DirectAgentSettings } from '../agents/direct/direct.js';
import { homeSpamAgent } from '../agents/home-spam.js';
import { noOpAgent } from '../agents/no-op.js';
import { oracleAgent } from '../agents/oracle/oracle.js';
import { randomAgent } from '../agents/random.js';
import { replayAgent } from '../agents/replay.js';
import { tapTextAgent } from '../agents/tap-text/tap-text.js';
import type { RunSettings } from '../engine/run-identity.js';
import { UserError } from '../errors.js';
import { readTrajectories } from '../formats/trajectories/read-trajectories.js';
import { chosenDialect } from './dialects.js';
import type { Settings } from './setting.js';

/** How an agent is made from the settings of a run. */
interface AgentEntry {
  readonly title: string;
  readonly needsModel: boolean;
  readonly privileged: boolean;
  /** What the run's identity says of prompts, history and parsing; nothing for agents without a model. */
  identify?(settings: Settings): Partial<RunSettings>;
  create(
    settings: Settings,
    options: { workingDirectory: string; signal: AbortSignal },
  ): Agent | Promise<Agent>;
}

/** Every agent the command line knows, by name. */
export const AGENTS: Readonly<Record<string, AgentEntry>> = {
  oracle: {
    title: 'takes the shortest route through the milestones, which it is shown',
    needsModel: false,
    privileged: true,
    create: () => oracleAgent(),
  },
  random: {
    title: 'acts at random, seeded',
    needsModel: false,
    privileged: false,
    create: () => randomAgent(),
  },
  'tap-text': {
    title: "taps what the instruction's words name on the screen",
    needsModel: false,
    privileged: false,
    create: () => tapTextAgent(),
  },
  'no-op': { title: 'waits at every step', needsModel: false, privileged: false, create: () => noOpAgent() },
  'always-complete': {
    title: 'declares success at once',
    needsModel: false,
    privileged: false,
    create: () => alwaysCompleteAgent(),
  },
  'home-spam': {
    title: 'presses HOME at every step',
    needsModel: false,
    privileged: false,
    create: () => homeSpamAgent(),
  },
  direct: {
    title: 'asks a model once per step (--model, --base-url)',
    needsModel: true,
    privileged: false,
    identify: (settings) => directRunSettings(directSettings(settings)),
    create: (settings) => directAgent(directSettings(settings)),
  },
  replay: {
    title: 'repeats recorded actions without looking (--trajectories FILE)',
    needsModel: false,
    privileged: false,
    create: async (settings, { workingDirectory, signal }) => {
      if (settings.trajectories === null) {
        throw new UserError('the replay agent needs recorded actions', {
          hint: 'Name a file with --trajectories.',
        });
      }
      return replayAgent(
        await readTrajectories(resolve(workingDirectory, settings.trajectories), { signal }),
      );
    },
  },
};

/** @throws {UserError} naming the agents there are */
export function agentEntry(name: string): AgentEntry {
  const entry = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  if (entry !== undefined) return entry;
  throw new UserError(`there is no agent "${name}"`, {
    hint: `Known agents: ${Object.keys(AGENTS).join(', ')}.`,
  });
}

function directSettings(settings: Settings): DirectAgentSettings {
  return { dialect: chosenDialect(settings), profile: settings.parsing, observation: settings.observation };
}
