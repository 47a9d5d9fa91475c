import type { Action } from '../domain/action.js';
import type { Decision, FormatError } from '../domain/decision.js';
import type { LiveFront } from '../domain/live/live-front.js';
import type { Observation, Screen } from '../domain/screen.js';
import type { Transition } from '../domain/trajectory.js';

/** What an environment can do besides resetting, observing and acting. */
export interface EnvironmentCapabilities {
  /** `snapshot` and `restore` work; before an episode, where they may: live apps need not offer it. */
  readonly snapshot: boolean;
  readonly pictures: boolean;
  readonly hierarchy: boolean;
  readonly activity: boolean;
  /** The same seed and actions give the same screens. */
  readonly deterministic: boolean;
  /**
   * Two observations of an unchanged screen are equal to the last pixel; a live one has a clock and a blinking cursor.
   */
  readonly stable: boolean;
}

/** Which task, and the key of its random draws. Equal starts give equal episodes in a deterministic environment. */
export interface EpisodeStart {
  readonly task: string;
  readonly repeat: number;
  readonly seed: number;
  /**
   * The agent gets to know the app in place of doing the task. Where nobody knows what an action does, its episode stays
   * among known screens, which `Observation.isUnrecorded` says, instead of ending.
   */
  readonly explores?: boolean;
}

/** What `step` did: a new observation, or the end of the episode; always with the rule that fired. */
export type StepResult =
  | {
      readonly type: 'observed';
      readonly observation: Observation;
      readonly transition: Transition;
      /**
       * What the history of later steps shows for this step, where that is not the agent's decision (teacher forcing).
       * Null leaves the step out, with what the agent remembers of it.
       */
      readonly teacherForced?: Decision | null;
    }
  | {
      readonly type: 'ended';
      readonly transition: Transition;
      /** Text the environment gives the scorer, such as the action that ended the episode, serialised. */
      readonly answer?: string;
    };

/** Something that comes over the screen without the agent's doing; plain JSON, whose other members its type gives a meaning. */
export interface UnexpectedEvent {
  /** Such as `ad`, `permission`, `login`, `update`, `call` or `message`. */
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What a step is given besides its action. */
export interface StepOptions {
  readonly signal: AbortSignal;
  /** Does what is no part of the episode's time, such as waiting for a person. Absent where no time is kept. */
  readonly untimed?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The agent's answer could not be read: the action is a wait that stands in for it. */
  readonly formatError?: FormatError;
}

/** State of an environment between two steps; plain JSON. */
export type EnvironmentSnapshot = { readonly [key: string]: unknown };

/**
 * Where an episode happens, one at a time; open with `await using`. Promises: `environmentContract` in
 * `touchstone/testing`. An action that does nothing is an outcome, not an error.
 */
export interface Environment extends AsyncDisposable {
  readonly capabilities: EnvironmentCapabilities;
  /** State the current observation belongs to (a node id of the graph), for journal and milestones; never for agents. */
  readonly state: string | null;
  /** Brings up the task's start state. @throws {DatasetError} when the task is unknown here. */
  reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation>;
  /** Observes without acting: two calls in a row show the same screen. */
  observe(options: { signal: AbortSignal }): Promise<Observation>;
  /** Performs the action, waits until the screen settles, then observes; or returns that the episode ended. */
  step(action: Action, options: StepOptions): Promise<StepResult>;
  /**
   * The last picture that was taken, also where an episode broke off after it; kept with the run where it is no observation.
   * Only on live devices.
   */
  readonly lastScreen?: Screen | null;
  /** The recorded decision at the current screen; for the oracle alone. Only where screens come from a recording. */
  recorded?(): Decision | Promise<Decision>;
  /**
   * Whether the recording has a transition for exactly this action here, not a fallback or staying. Changes nothing,
   * draws nothing. For fronts of an environment, such as a phone that has to know whether a second tap belongs to the
   * first; never for agents.
   */
  hasTransition?(action: Action): boolean;
  /**
   * For fronts of a live environment, such as a phone over ADB; never for agents. Absent before `reset`, and where screens are
   * recorded.
   */
  readonly live?: LiveFront | undefined;
  /** State to come back to with `restore`; only where `capabilities.snapshot`. */
  snapshot?(): EnvironmentSnapshot;
  /** @throws {DatasetError} when the snapshot does not fit this environment. */
  restore?(snapshot: EnvironmentSnapshot, options: { signal: AbortSignal }): Promise<Observation>;
  /**
   * Shows an unexpected event of the task (an advertisement, a permission dialog) over whatever is in front, and waits until
   * the screen has settled; the next observation has it. False where nothing here can show it. Only where screens are live; when it happens is another's
   * decision.
   */
  interrupt?(event: UnexpectedEvent, options: { signal: AbortSignal }): Promise<boolean>;
}
