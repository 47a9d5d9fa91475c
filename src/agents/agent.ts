import type { Action } from '../domain/action.js';
import type { Decision } from '../domain/decision.js';
import type { Graph } from '../domain/graph/graph.js';
import type { Mode } from '../domain/mode.js';
import type { MarkStyle } from '../domain/observation-rule.js';
import type { LiveFront } from '../domain/live/live-front.js';
import type { Observation, Screen } from '../domain/screen.js';
import type { Task } from '../domain/task.js';
import type { Transition } from '../domain/trajectory.js';
import type { ModelRoles } from '../models/model.js';

/** What the agent knows of its task. */
export interface AgentTask {
  readonly id: string;
  readonly instruction: string;
  readonly language: string;
  readonly apps: readonly string[];
}

/** One finished step of the agent's own episode. */
export interface HistoryEntry {
  readonly observation: Observation;
  readonly decision: Decision;
  /**
   * The decision is what a recording did at this step, in place of the agent's own (teacher forcing); absent where the
   * agent decided. Only `decision.memory` is the agent's then.
   */
  readonly isTeacherForced?: true;
}

/** What only the oracle is given: the world and the success rule. Its results are labelled so in every table. */
export interface Privileges {
  readonly graph: Graph;
  /** Mode of the environment: what its actions do differs between modes. */
  readonly mode: Mode;
  readonly task: Task;
  /** State of the environment now. */
  state(): string | null;
  /** States visited so far, the start included, in order. */
  visited(): readonly string[];
  /** What the environment did with each action so far. */
  transitions(): readonly Transition[];
}

/**
 * What a front of the environment (a phone that foreign agents drive) needs from it besides observations: enough to
 * pass on what a user of the device would do. Nothing of it may reach the agent behind the front.
 */
export interface DeviceBridge {
  /** State of the environment now. */
  state(): string | null;
  /** Whether the recording has a transition for exactly this action here. Changes nothing. */
  hasTransition(action: Action): boolean;
  /** What the environment did with the action before; null before the first. */
  lastTransition(): Transition | null;
  /** The recorded world, for the names of its apps; null where there is none. */
  readonly graph: Graph | null;
  /** A screen of the recorded world by its id; null when it has none of that id. */
  screen(id: string): Screen | null;
  /** The environment between steps, where it is live. */
  readonly live?: LiveFront | undefined;
  /** Absolute path, without a file type, for files of this attempt's own in the run's folder. Nothing is there yet. */
  readonly filePath: string;
}

export interface AgentContext {
  readonly task: AgentTask;
  readonly repeat: number;
  readonly seed: number;
  readonly maxSteps: number;
  readonly models: ModelRoles;
  /** Names that the launcher opens, as a look at it tells; absent where the phone is no recorded one. */
  readonly launcher?: readonly string[];
  /** Present only for agents that ask for it and where the environment is a graph. */
  readonly privileges?: Privileges;
  /** What the recording does at the screen now; only for agents that ask for privileges, on recorded episodes. */
  readonly recorded?: () => Decision | Promise<Decision>;
  /** Only for agents that are a front of the environment. */
  readonly deviceBridge?: DeviceBridge;
  readonly signal: AbortSignal;
}

/** A limit of the episode that was reached. */
export interface MetBound {
  readonly reason: 'step_budget' | 'time_budget' | 'token_budget' | 'money_budget';
  /** What was allowed: steps, seconds, tokens or US dollars. */
  readonly allowed: number;
  /** Steps that may still be recorded. */
  readonly stepsLeft: number;
}

/** One agent at work on one task. */
export interface AgentEpisode extends AsyncDisposable {
  /**
   * Decides what to do at this observation. `history` holds every earlier step of the episode. An agent takes all
   * memory between steps from there (`decision.memory` is its own), so that a resumed episode continues as if never
   * interrupted.
   *
   * @throws {TouchstoneError} with fault `model` on an outage, `agent` when the agent itself broke.
   */
  decide(
    observation: Observation,
    history: readonly HistoryEntry[],
    options: { signal: AbortSignal },
  ): Promise<Decision>;
  /**
   * Called when a bound is met and the agent is not asked to decide any more. It returns what the agent has done and
   * not yet reported (text that a front of the environment collects) as last decisions. It is called again with the
   * outcome of each until it returns null, as it must when no steps are left.
   */
  atBound?(bound: MetBound, observation: Observation): Promise<Decision | null>;
}

/** Something that decides. Holds no sockets and reads no files: models come to it as roles. */
export interface Agent {
  readonly name: string;
  readonly version: string;
  /** Switches that change what the agent does; part of the run's identity. JSON. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly needs: {
    /** Roles that must be bound to a model. */
    readonly models: readonly string[];
    readonly privileges: boolean;
    /** It is a front of the environment: passes actions of a foreign agent on. */
    readonly deviceBridge?: boolean;
    readonly pictures: boolean;
    readonly hierarchy: boolean;
    /** Style of the marks on a picture by which its acting model names elements, where it names them by nothing else. */
    readonly marks?: MarkStyle;
    /** It gets to know apps in place of doing tasks; environments of recordings let it go on then. */
    readonly explores?: boolean;
  };
  /**
   * Most steps that it takes in an episode, where its method has a limit of its own; the benchmark's applies as well.
   */
  readonly maxSteps?: number | null;
  /** Steps that this task's episodes need at least where the run sets no limit; null leaves it to task and benchmark. */
  stepsFor?(task: Pick<Task, 'optimalSteps'>): number | null;
  /** `step`: a resumed episode continues after its last complete step; `item`: it starts again. */
  readonly resume: 'step' | 'item';
  open(context: AgentContext): Promise<AgentEpisode>;
}
