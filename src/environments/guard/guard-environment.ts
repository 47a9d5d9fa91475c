import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Observation } from '../../domain/screen.js';
import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { DatasetError } from '../../errors.js';
import { AroundEnvironment } from '../around/around-environment.js';
import type { Environment, EpisodeStart, StepOptions, StepResult } from '../environment.js';
import { findForbidden } from './find-forbidden.js';

/** Actions that need no look at the screen to be known as harmless. */
const LOOKED_AT: ReadonlySet<Action['type']> = new Set([
  'tap',
  'long_press',
  'swipe',
  'type',
  'key',
  'open_url',
]);

/** Why the action before the present screen was refused; a snapshot made before that was kept holds null. */
const StateSchema = z.object({ refused: z.string().nullable() }).nullable();

/**
 * Keeps forbidden actions from the phone. What is refused is a step like any other: rule `refused`, and its detail names the kind
 * and the words that gave it away. Each observation until the next action says so to the agent: it lies around whatever answers
 * actions in the phone's place. A screen without a UI hierarchy is not looked at: what is done there goes through.
 */
export class GuardEnvironment extends AroundEnvironment {
  readonly #kinds: ReadonlySet<ForbiddenKind>;
  #seen: Observation | null = null;
  #refused: string | null = null;

  constructor(inner: Environment, kinds: Iterable<ForbiddenKind>) {
    super(inner);
    this.#kinds = new Set(kinds);
  }

  /** A front that enters things at once would pass it by: without one, each of its actions is a step. */
  override get live(): undefined {
    return undefined;
  }

  override reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    this.#refused = null;
    return super.reset(start, options);
  }

  override async step(action: Action, options: StepOptions): Promise<StepResult> {
    options.signal.throwIfAborted();
    const refused = await this.#refusal(action, options);
    this.#refused = refused;
    if (refused === null) return super.step(action, options);
    return {
      type: 'observed',
      observation: await this.observe(options),
      transition: { rule: 'refused', next: this.inner.state, detail: refused },
    };
  }

  protected override shown(observation: Observation): Observation {
    this.#seen = observation;
    return this.#refused === null ? observation : { ...observation, refused: this.#refused };
  }

  protected override ownState(): unknown {
    return { refused: this.#refused };
  }

  protected override takeState(state: unknown): void {
    const read = StateSchema.safeParse(state);
    if (!read.success) throw new DatasetError('the snapshot does not hold what was refused');
    this.#refused = read.data?.refused ?? null;
  }

  async #refusal(action: Action, options: { readonly signal: AbortSignal }): Promise<string | null> {
    const screen = this.#seen?.screen;
    if (screen === undefined || !LOOKED_AT.has(action.type)) return null;
    const needsLook = action.type !== 'open_url' && screen.hierarchy !== null;
    const xml = needsLook ? await screen.hierarchy.load(options) : null;
    const hierarchy = xml === null ? null : parseHierarchy(xml, { file: screen.id });
    const found = findForbidden(action, hierarchy, { size: screen.size, kinds: this.#kinds });
    return found === null ? null : `${found.kind}: "${found.words}"`;
  }
}
