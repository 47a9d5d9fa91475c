import type { Action } from '../domain/action.js';
import type { Size } from '../domain/geometry.js';
import type { AppIntent } from '../domain/graph/graph-source.js';
import type { LiveFront, LiveLook } from '../domain/live/live-front.js';
import type { Observation } from '../domain/screen.js';
import type { Transition } from '../domain/trajectory.js';

/** An app that the phone has. */
export interface PhoneApp {
  readonly package: string;
  /** Name that an `open_app` action gives; null where the recorded world has no way to open it. */
  readonly name: string | null;
  /** Activity that it starts with, as a component has it (`.Main` or fully named); null when nobody recorded it. */
  readonly activity: string | null;
  readonly isSystem: boolean;
  /** Other packages that open it: those by which agents know such an app. */
  readonly aliases?: readonly string[];
  /** What starts it. */
  readonly intents?: readonly AppIntent[];
}

/** What does not change about a phone while an episode lasts. */
export interface PhoneProfile {
  /** `ro.product.model` and the rest of the identity. */
  readonly product: string;
  readonly model: string;
  readonly device: string;
  /** Dots per inch; gestures are measured in it. */
  readonly density: number;
  /** Pixels of the screen it starts with; `wm size` follows the screen on display. */
  readonly size: Size;
  readonly apps: readonly PhoneApp[];
  /** Where its clock starts, milliseconds since 1970. */
  readonly startsAt: number;
  /** IANA name of the zone that its clock shows. */
  readonly timeZone: string;
  /** IETF tag, such as `en-US`. */
  readonly locale: string;
  /**
   * States whose foreground app is known independent of their screens: the launcher, start screens of apps. Package by
   * state.
   */
  readonly landmarks?: Readonly<Record<string, string>>;
  /** Package of the home screen. */
  readonly home?: string;
  /** Its screens are live: what is done to it shows at once, and its clock is the machine's. */
  readonly isLive?: true;
  /** The recorded world has transitions that waiting makes. */
  readonly hasWaits: boolean;
}

/** What came of an action. */
export interface Performed {
  /** `acted`: the world was asked; `ended`: the episode is over and nothing reaches the world any more. */
  readonly type: 'acted' | 'ended';
  readonly transition: Transition | null;
  /** State before and after, for the log and never for clients. */
  readonly from: string | null;
  readonly to: string | null;
}

/** How a phone came to an action; goes into the record of the step. */
export interface ActionOrigin {
  /** Commands it was built from, by their numbers in the event log. */
  readonly commands: readonly number[];
  /** Times the client looked since the action before. 0: it acted blindly. */
  readonly observations: number;
  /** The action was inferred, nobody commanded it (waiting). */
  readonly isInferred?: boolean;
  /** Second tap of a pair in one place. */
  readonly isRepeat?: boolean;
}

/**
 * The world behind a phone, recorded or live: an environment, and who records its steps. Which transition an action makes is decided
 * there alone; the phone matches nothing.
 */
export interface PhoneWorld {
  readonly profile: PhoneProfile;
  /** What is on display. */
  readonly observation: Observation;
  /** State of the environment, for the log and never for clients. */
  readonly state: string | null;
  /** Whether the world has a transition of its own recorded for this action here (not a fallback, not staying). Changes nothing. */
  hasTransition(action: Action): boolean;
  /** Only where the screens are live: what clients do is entered there at once, and `perform` records it as a step. */
  readonly live?: LiveFront | undefined;
  /** The present screen of a live world; `observation` knows of it from then on. Only what was asked for is in what it gives. */
  look?(what: LiveLook): Promise<Observation>;
  /** Called at most once, when something cannot be shown, such as a picture: the phone stops then. */
  fail?(error: unknown): void;
  /** Performs an action; one at a time. @throws {TouchstoneError} when the environment fails */
  perform(action: Action, origin: ActionOrigin): Promise<Performed>;
}
