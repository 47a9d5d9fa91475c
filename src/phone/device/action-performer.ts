import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import { isMiss } from '../../formats/phone/is-miss.js';
import type { PhoneLog } from '../log/phone-log.js';
import type { PhoneOptions } from '../phone-options.js';
import type { PhoneApp, PhoneWorld } from '../phone-world.js';
import type { ScreenNodes } from '../screens/screen-nodes.js';
import { briefly } from './briefly.js';
import { OfferedTouches } from './offered-touches.js';
import type { Oddity } from './phone-controls.js';
import type { PhoneLimits } from './phone-limits.js';
import type { ScreenComponents } from './screen-components.js';

/** Who asks: the stream and the command of the log, or nobody that came over a stream. */
export interface Asker {
  readonly stream: number | null;
  readonly command: number | null;
}

/** What actions need of their phone. */
export interface PerformerParts {
  readonly world: PhoneWorld;
  readonly options: PhoneOptions;
  readonly limits: PhoneLimits;
  readonly log: PhoneLog;
  /** Aborted when the phone is taken away. */
  readonly signal: AbortSignal;
  readonly components: ScreenComponents;
  note(kind: Oddity, what: string, asker: Asker): void;
  /** A limit is met; throws. */
  trip(limit: 'maxActions' | 'maxObservations'): never;
}

/** How an action came about. */
export interface ActionOrigin {
  /** Commands that it came from; the asker's unless given. */
  readonly commands?: readonly number[];
  readonly isRepeat?: boolean;
  readonly isInferred?: boolean;
  /** Looks before it; those since the action before unless given. */
  readonly looks?: number;
  /** What the action opens, where the world can open it. */
  readonly opens?: PhoneApp;
}

/** A further screenshot at least this much after the first is a wait. */
const WAIT_MS = 1500;

/**
 * Puts actions to the recorded world and into the log, counts them and the looks between them, and infers waiting from
 * looks. Its methods are parts of turns: they must not overlap.
 */
export class ActionPerformer {
  readonly #parts: PerformerParts;
  readonly #offers: OfferedTouches;
  /** Looks since the last action. */
  #observations = 0;
  #looks = 0;
  #actions = 0;
  /** When the first screenshot since the last action was taken. */
  #firstShotAt: number | null = null;
  /** Observations of the state on display since the phone came to it. */
  #looksHere = 0;
  #hasEnded = false;

  constructor(parts: PerformerParts, nodes: ScreenNodes) {
    this.#parts = parts;
    this.#offers = new OfferedTouches(nodes);
  }

  /** Actions so far, and looks so far. */
  get counts(): { readonly actions: number; readonly observations: number } {
    return { actions: this.#actions, observations: this.#looks };
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** No action after this one does anything. */
  endEpisode(): void {
    this.#hasEnded = true;
  }

  /** @param now when the turn began, by the clock of the machine */
  async look(what: 'screenshot' | 'hierarchy', asker: Asker, now: number): Promise<Observation> {
    const { log, limits, world } = this.#parts;
    if (this.#looks >= limits.maxObservations) this.#parts.trip('maxObservations');
    if (what === 'screenshot') {
      if (this.#isWaiting(now)) await this.act({ type: 'wait' }, asker, { isInferred: true });
      this.#firstShotAt ??= now;
    }
    this.#looks += 1;
    this.#observations += 1;
    const observation = world.live === undefined ? world.observation : await this.#present(what);
    const content = what === 'screenshot' ? observation.screen.picture : observation.screen.hierarchy;
    log.append({
      kind: 'observe',
      ...asker,
      what,
      screen: observation.screen.id,
      state: world.state,
      hash: content?.hash ?? null,
    });
    this.#looksHere += 1;
    // This observation is still returned; the next request finds the screen that follows.
    if (this.#hasPassed()) await this.act({ type: 'wait' }, asker, { isInferred: true });
    return observation;
  }

  /** Does an action in the recorded world and logs what came of it; ignored once the episode is over. */
  async act(action: Action, asker: Asker, how: ActionOrigin = {}): Promise<void> {
    const { components, log, world } = this.#parts;
    if (this.#hasEnded) {
      this.#parts.note('ignored', `the episode is over: ${shown(action)}`, asker);
      return;
    }
    this.requireLeft(action, asker);
    const origin = {
      commands: how.commands ?? commandsOf(asker),
      observations: how.looks ?? this.#observations,
      ...(how.isInferred === true ? { isInferred: true as const } : {}),
      ...(how.isRepeat === true ? { isRepeat: true as const } : {}),
    };
    this.#actions += 1;
    this.#firstShotAt = null;
    if (how.looks === undefined) this.#observations = 0;
    const opened = how.opens !== undefined && world.hasTransition(action) ? how.opens.package : undefined;
    const { screen } = world.observation;
    const { type, transition, from, to } = await world.perform(action, origin);
    const offered = isMiss(transition) ? await this.#offers.takes(action, screen) : undefined;
    const ended = type === 'ended';
    if (to !== from) this.#looksHere = 0;
    if (ended) this.#hasEnded = true;
    else {
      await components.arrive(world.observation.screen, {
        state: to,
        ...(opened === undefined ? {} : { opened }),
        isBack: action.type === 'key' && action.key === 'BACK',
      });
    }
    log.append({
      kind: 'action',
      ...asker,
      action,
      from,
      to,
      transition,
      ...origin,
      ...(offered === undefined ? {} : { offered }),
      ...(ended ? { ended: true as const } : {}),
    });
  }

  /** Ends the phone where no action is left for this one. */
  requireLeft(action: Action, asker: Asker): void {
    if (this.#actions < this.#parts.limits.maxActions) return;
    this.#parts.note('ignored', `no action is left for it: ${shown(action)}`, asker);
    this.#parts.trip('maxActions');
  }

  /** Looks since the action before, counted anew from now on. */
  takeLooks(): number {
    const looks = this.#observations;
    this.#observations = 0;
    return looks;
  }

  async #present(what: 'screenshot' | 'hierarchy'): Promise<Observation> {
    const { components, world } = this.#parts;
    const observation = (await world.look?.(what)) ?? world.observation;
    await components.arrive(observation.screen, { state: null });
    return observation;
  }

  /**
   * A screen that passes by itself has been observed as often as it is shown. Counted in observations, so that runs
   * repeat.
   */
  #hasPassed(): boolean {
    const { world } = this.#parts;
    const { showFor } = world.observation;
    if (this.#hasEnded || showFor === undefined || this.#looksHere < showFor) return false;
    return world.hasTransition({ type: 'wait' });
  }

  #isWaiting(now: number): boolean {
    const { options, world } = this.#parts;
    // How long such a screen is shown is not for the clock to say.
    if (world.observation.showFor !== undefined) return false;
    const policy =
      options.waitPolicy === 'auto' ? (world.profile.hasWaits ? 'reobserve' : 'never') : options.waitPolicy;
    if (policy === 'never' || this.#firstShotAt === null || this.#hasEnded) return false;
    if (policy === 'reobserve' && now - this.#firstShotAt < WAIT_MS) return false;
    // Looking twice where waiting leads nowhere is looking twice.
    return world.hasTransition({ type: 'wait' });
  }
}

function shown(action: Action): string {
  return action.type === 'type' ? `type ${briefly(action.text)}` : action.type;
}

/** The asker's own command, as a list. */
export function commandsOf({ command }: Asker): readonly number[] {
  return command === null ? [] : [command];
}
