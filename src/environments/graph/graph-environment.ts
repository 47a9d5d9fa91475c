import { BugError, DatasetError } from '../../errors.js';
import type { Action } from '../../domain/action.js';
import {
  seededChooser,
  type Chooser,
  type ChooserFactory,
  type ChoiceKind,
} from '../../domain/graph/chooser.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import { advance, transition, type Outcome } from '../../domain/graph/transition.js';
import type { Size } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import type { Observation } from '../../domain/screen.js';
import type { Transition } from '../../domain/trajectory.js';
import type {
  Environment,
  EnvironmentCapabilities,
  EnvironmentSnapshot,
  EpisodeStart,
  StepResult,
} from '../environment.js';
import type { GraphWorld } from './graph-world.js';
import { NoEpisodeError } from '../no-episode-error.js';
import { readGraphSnapshot } from './graph-snapshot.js';

export interface GraphEnvironmentOptions {
  readonly mode: Mode;
  /** Start node of each known task; null stands for the root. `undefined` means that the task is unknown. */
  readonly startOf: (task: string) => string | null | undefined;
  /** Decides among equally likely places; seeded by episode unless given. */
  readonly chooser?: ChooserFactory;
}

/**
 * A recorded phone: one walk over a graph that is shared with all others. Opening one costs next to nothing; its state is
 * the history of visited nodes, the screen shown and the position of its random draws.
 */
export class GraphEnvironment implements Environment {
  readonly #world: GraphWorld;
  readonly #options: GraphEnvironmentOptions;
  readonly #isShared: boolean;
  #start: EpisodeStart | null = null;
  #chooser: Chooser | null = null;
  /** Node indices, oldest first. */
  #history: number[] = [];
  #observation: Observation | null = null;
  #screen = 0;
  #ended = false;
  /** Words drawn before the first step, which count towards it. */
  #drawsBefore = 0;

  constructor(world: GraphWorld, options: GraphEnvironmentOptions) {
    this.#world = world;
    this.#options = options;
    this.#isShared = options.chooser?.isShared ?? false;
  }

  get capabilities(): EnvironmentCapabilities {
    const { capabilities } = this.#world;
    return this.#isShared ? { ...capabilities, deterministic: false } : capabilities;
  }

  get state(): string | null {
    const node = this.#history.at(-1);
    return node === undefined ? null : this.#world.id(node);
  }

  reset(start: EpisodeStart, { signal }: { signal: AbortSignal }): Promise<Observation> {
    return attempt(signal, () => {
      this.#begin(start);
      this.#history = [this.#startNode(start.task)];
      this.#ended = false;
      const chooser = this.#chooserNow();
      const before = chooser.position;
      this.#show(this.#history[0] ?? 0, chooser);
      this.#drawsBefore = chooser.position - before;
      return this.#current();
    });
  }

  observe({ signal }: { signal: AbortSignal }): Promise<Observation> {
    return attempt(signal, () => this.#current());
  }

  step(action: Action, { signal }: { signal: AbortSignal }): Promise<StepResult> {
    // Written out rather than async: an agent-free run is bound by this call.
    try {
      if (signal.aborted) throw signal.reason;
      return Promise.resolve(this.#step(action));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  hasTransition(action: Action): boolean {
    if (this.#observation === null || this.#ended) return false;
    // A graph knows no double taps: its step takes one for a tap.
    if (action.type === 'tap' && action.count !== undefined && action.count > 1) return false;
    const { graph } = this.#world;
    const native = toGraphAction(action, screenSizeOf(this.#observation, graph.screenSize));
    const { rule } = transition(graph, this.#options.mode, this.#history, native);
    return rule === 'edge' || rule === 'open';
  }

  snapshot(): EnvironmentSnapshot {
    if (this.#start === null) throw noEpisode();
    return {
      ...this.#start,
      graph: graphMark(this.#world),
      history: [...this.#history],
      screen: this.#screen,
      position: this.#chooserNow().position,
      ended: this.#ended,
    };
  }

  restore(snapshot: EnvironmentSnapshot, { signal }: { signal: AbortSignal }): Promise<Observation> {
    return attempt(signal, () => {
      const read = readGraphSnapshot(snapshot, this.#world.graph, graphMark(this.#world));
      this.#startNode(read.task);
      this.#begin({ task: read.task, repeat: read.repeat, seed: read.seed });
      this.#history = read.history;
      this.#screen = read.screen;
      this.#chooserNow().position = read.position;
      this.#drawsBefore = 0;
      this.#ended = read.ended;
      this.#observation = this.#world.observation(read.history.at(-1) ?? 0, read.screen);
      return this.#observation;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#start = null;
    this.#chooser = null;
    this.#history = [];
    this.#observation = null;
  }

  #begin(start: EpisodeStart): void {
    this.#start = { task: start.task, repeat: start.repeat, seed: start.seed };
    this.#chooser = (this.#options.chooser ?? seededChooser)(this.#start);
  }

  #chooserNow(): Chooser {
    if (this.#chooser === null) throw noEpisode();
    return this.#chooser;
  }

  #startNode(task: string): number {
    const id = this.#options.startOf(task);
    if (id === undefined) {
      throw new DatasetError(`there is no task "${task}" here`, { hint: 'List the tasks of this suite.' });
    }
    if (id === null) return this.#world.graph.root;
    const node = this.#world.graph.nodeIndex.get(id);
    if (node === undefined) {
      throw new DatasetError(`task "${task}" starts on "${id}", which is not in the graph`, {
        hint: 'Repair the start of the task, or leave it out to start on the root.',
      });
    }
    return node;
  }

  #current(): Observation {
    if (this.#observation === null) throw noEpisode();
    return this.#observation;
  }

  #show(node: number, chooser: Chooser): Observation {
    const count = this.#world.screenCount(node);
    this.#screen = count === 1 ? 0 : chooser.choose(numbersBelow(count), 'screen');
    this.#observation = this.#world.observation(node, this.#screen);
    return this.#observation;
  }

  #step(action: Action): StepResult {
    const chooser = this.#chooser;
    const shown = this.#observation;
    if (chooser === null || shown === null) throw noEpisode();
    if (this.#ended) {
      throw new NoEpisodeError('the episode has ended', { hint: 'Call reset for the next one.' });
    }
    const { graph } = this.#world;
    const native = toGraphAction(action, screenSizeOf(shown, graph.screenSize));
    const outcome = transition(graph, this.#options.mode, this.#history, native);
    const before = this.#isShared ? chooser.position - this.#drawsBefore : 0;
    const next =
      outcome.candidates === null ? outcome.target : draw(chooser, outcome.candidates, outcome.kind);
    if (next === -1) {
      this.#ended = true;
      const ended = this.#transition(outcome, null, before);
      if (outcome.answer === undefined) return { type: 'ended', transition: ended };
      return { type: 'ended', transition: ended, answer: outcome.answer };
    }
    advance(this.#history, outcome, next, this.#options.mode);
    const observation = this.#show(next, chooser);
    const made = this.#transition(outcome, this.#world.id(next), before);
    return { type: 'observed', observation, transition: made };
  }

  /** @param before position of the shared stream before the step */
  #transition(outcome: Outcome, next: string | null, before: number): Transition {
    const { rule, candidates, detail } = outcome;
    const made: { -readonly [K in keyof Transition]: Transition[K] } =
      candidates === null ? { rule, next } : { rule, candidates: this.#world.ids(candidates), next };
    if (detail !== undefined) made.detail = detail;
    if (this.#isShared) {
      const draws = (this.#chooser?.position ?? before) - before;
      if (draws > 0) made.draws = draws;
      this.#drawsBefore = 0;
    }
    return made;
  }
}

function draw(chooser: Chooser, candidates: readonly number[], kind: ChoiceKind): number {
  const next = candidates[chooser.choose(candidates, kind)];
  if (next === undefined) throw new BugError(`the chooser left its ${candidates.length} candidates`);
  return next;
}

function screenSizeOf({ screen }: Observation, otherwise: Size): Size {
  return screen.size ?? otherwise;
}

function numbersBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Distinguishes snapshots of different graphs. */
function graphMark({ graph }: GraphWorld): string {
  return `${graph.name} ${graph.nodes.length}`;
}

function noEpisode(): NoEpisodeError {
  return new NoEpisodeError('there is no episode', { hint: 'Call reset first.' });
}

function attempt<T>(signal: AbortSignal, work: () => T): Promise<T> {
  try {
    signal.throwIfAborted();
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error);
  }
}
