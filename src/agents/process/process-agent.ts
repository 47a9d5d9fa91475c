import type { Decision } from '../../domain/decision.js';
import type { Observation, Screen } from '../../domain/screen.js';
import type { Agent, AgentContext, AgentEpisode, HistoryEntry } from '../agent.js';
import { AgentProcess, AgentProcessError, neverAnswered } from './agent-process.js';
import { PROTOCOL_VERSION, type AgentMessage, type HostMessage } from './protocol.js';
import { childEnvironment } from './child-environment.js';

export interface ProcessAgentSettings {
  /** Program and arguments; started without a shell, once per episode that is open at the same time. */
  readonly command: readonly [string, ...string[]];
  /** Name and version in a run's identity; the command line as it stands unless given. */
  readonly name?: string;
  readonly version?: string;
  /** Whether pictures are sent; true unless given. */
  readonly pictures?: boolean;
  /** Whether UI hierarchies are sent; true unless given. */
  readonly hierarchy?: boolean;
  /**
   * The agent keeps nothing between steps: it is sent its whole history each time, and an interrupted episode continues
   * at its last step instead of starting again. False unless given.
   */
  readonly stateless?: boolean;
  /** Seconds that one decision may take; 300 unless given. */
  readonly timeoutSeconds?: number;
}

export interface ProcessAgentOptions {
  /** Whole environment of the process; what `childEnvironment` leaves of Touchstone's unless given. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Milliseconds that a process without an episode is kept. */
const IDLE_MS = 5_000;
const EXCERPT_LENGTH = 500;

/**
 * An agent written in any language: a child process that reads one JSON object a line and answers each with one. Processes
 * serve one episode at a time and are used again, so that a model is loaded once per concurrent episode.
 */
export function processAgent(settings: ProcessAgentSettings, options: ProcessAgentOptions = {}): Agent {
  const { command, pictures = true, hierarchy = true, stateless = false, timeoutSeconds = 300 } = settings;
  const pool = new ProcessPool(command, options.environment ?? childEnvironment(process.env));
  let episodes = 0;
  /** Whether any of its processes has taken an episode: until one has, the command is the user's to repair. */
  let hasAnswered = false;
  const timeoutMs = timeoutSeconds * 1_000;
  return {
    name: settings.name ?? 'process',
    version: settings.version ?? `protocol ${PROTOCOL_VERSION}`,
    settings: { command: [...command], pictures, hierarchy, stateless, timeoutSeconds },
    needs: { models: [], privileges: false, pictures: false, hierarchy: false },
    resume: stateless ? 'step' : 'item',
    open: async (context) => {
      const child = pool.take();
      episodes += 1;
      try {
        const answer = await child.ask(openMessage(context, String(episodes)), {
          timeoutMs,
          signal: context.signal,
        });
        if (answer.type !== 'ready') throw notAsked(answer);
        hasAnswered = true;
      } catch (error) {
        pool.give(child);
        throw !hasAnswered && error instanceof AgentProcessError ? neverAnswered(error) : error;
      }
      return episodeOf(child, pool, { pictures, hierarchy, stateless, timeoutMs });
    },
  };
}

function episodeOf(
  child: AgentProcess,
  pool: ProcessPool,
  options: { pictures: boolean; hierarchy: boolean; stateless: boolean; timeoutMs: number },
): AgentEpisode {
  let isOpen = true;
  return {
    decide: async (observation, history, { signal }) => {
      const message = await observeMessage(observation, history, { ...options, signal });
      return decisionOf(await child.ask(message, { timeoutMs: options.timeoutMs, signal }));
    },
    [Symbol.asyncDispose]: async () => {
      if (!isOpen) return;
      isOpen = false;
      child.tell({ type: 'close' });
      pool.give(child);
    },
  };
}

/** Processes without an episode wait here for the next; Node does not stay alive for them. */
class ProcessPool {
  readonly #command: readonly [string, ...string[]];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #idle: { child: AgentProcess; timer: NodeJS.Timeout }[] = [];

  constructor(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv) {
    this.#command = command;
    this.#environment = environment;
  }

  take(): AgentProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (!kept.child.isAlive) continue;
      kept.child.hold(true);
      return kept.child;
    }
    return new AgentProcess(this.#command, this.#environment);
  }

  give(child: AgentProcess): void {
    child.hold(false);
    if (!child.isAlive) return;
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((kept) => kept.child === child);
      if (index >= 0) this.#idle.splice(index, 1);
      child.stop();
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ child, timer });
  }
}

/** The id of the task stays here: it may say what the task is about. */
function openMessage({ task, repeat, seed, maxSteps }: AgentContext, episode: string): HostMessage {
  const { instruction, language, apps } = task;
  return {
    type: 'open',
    protocol: PROTOCOL_VERSION,
    episode,
    instruction,
    language,
    apps,
    repeat,
    seed,
    maxSteps,
  };
}

async function observeMessage(
  { screen, conversation, refused }: Observation,
  history: readonly HistoryEntry[],
  options: { pictures: boolean; hierarchy: boolean; stateless: boolean; signal: AbortSignal },
): Promise<HostMessage> {
  const [picture, hierarchy] = await Promise.all([
    options.pictures ? pictureOf(screen, options.signal) : null,
    options.hierarchy ? (screen.hierarchy?.load({ signal: options.signal }) ?? null) : null,
  ]);
  return {
    type: 'observe',
    step: history.length,
    screen: {
      width: screen.size?.width ?? null,
      height: screen.size?.height ?? null,
      app: screen.activity?.package ?? null,
      picture,
      hierarchy: hierarchy === null ? null : new TextDecoder().decode(hierarchy),
    },
    ...(conversation === undefined ? {} : { conversation }),
    ...(refused === undefined ? {} : { refused }),
    last: history.at(-1)?.decision ?? null,
    ...(options.stateless ? { history: history.map(({ decision }) => decision) } : {}),
  };
}

async function pictureOf(
  { picture }: Screen,
  signal: AbortSignal,
): Promise<{ mediaType: string; base64: string } | null> {
  if (picture === null) return null;
  const bytes = await picture.load({ signal });
  return { mediaType: picture.mediaType, base64: Buffer.from(bytes).toString('base64') };
}

function decisionOf(message: AgentMessage): Decision {
  switch (message.type) {
    case 'decide': {
      const { type: _, ...decision } = message;
      return { ...decision, type: 'action' };
    }
    case 'unreadable': {
      const { type: _, answer, reason, ...said } = message;
      const excerpt = answer.slice(0, EXCERPT_LENGTH);
      return {
        ...said,
        type: 'format_error',
        error: { kind: 'malformed_action', message: reason ?? 'the agent cannot read its model', excerpt },
      };
    }
    case 'ready':
      throw notAsked(message);
    default:
      return message satisfies never;
  }
}

function notAsked({ type }: AgentMessage): AgentProcessError {
  return new AgentProcessError(`the agent answered with "${type}" where that says nothing`, {
    hint: 'It answers "open" with "ready" and "observe" with "decide" or "unreadable".',
  });
}
