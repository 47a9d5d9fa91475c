import type { Action } from '../action.js';
import type { Observation } from '../screen.js';
import type { LiveApp } from './live-app.js';
import type { LiveScreen } from './live-screen.js';

/** What a front looks for: a picture, a UI hierarchy, or only which app and activity are in front. */
export type LiveLook = 'screenshot' | 'hierarchy' | 'foreground';

/** A finger that goes down, moves or goes up, in pixels of the picture. */
export interface LiveTouch {
  readonly type: 'down' | 'move' | 'up';
  readonly x: number;
  readonly y: number;
}

/** What came of something entered: the rule that fired, as in a transition. */
export interface Entered {
  readonly rule: string;
  readonly detail?: string;
}

/**
 * How a front of a live environment, such as a phone over ADB, uses it between steps. What is entered happens at once: nothing
 * is waited for and nothing recorded. The next `step` of the environment records what was entered since the step before: it
 * performs nothing, and observes the screen as it is then. Calls must not overlap with each other or with a step.
 */
export interface LiveFront {
  readonly apps: readonly LiveApp[];
  readonly screen: LiveScreen;
  /** Package of the home screen, and its activity. */
  readonly home: { readonly package: string; readonly activity: string };
  /** Performs an action at once. */
  enter(action: Action, options: { readonly signal: AbortSignal }): Promise<Entered>;
  /** Moves a finger; from `down` to `up` it is entered. */
  touch(touch: LiveTouch, options: { readonly signal: AbortSignal }): Promise<void>;
  /** The present screen. Only what was asked for is new; the other parts are null. A picture that has not changed costs little. */
  look(what: LiveLook, options: { readonly signal: AbortSignal }): Promise<Observation>;
  /** Ends an app, in front or not, so that it begins anew. Another package does nothing. */
  stopApp(app: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Ends an app and removes what it has stored, as far as its address is concerned. */
  clearApp(app: string, options: { readonly signal: AbortSignal }): Promise<void>;
}
