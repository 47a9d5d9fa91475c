import type { StopStatus } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type { AnswerSource } from '../../formats/phone/phone-event.js';
import type { PhoneApp } from '../phone-world.js';
import type { Asker } from '../device/action-performer.js';
import type { Gesture, UrlHandler } from '../device/phone-controls.js';

/**
 * What turns commands into actions of a phone's world. Its methods are turns, but for `drop`, `begin`, `end` and `breakPair`: they
 * must not overlap, and whoever calls them sees to that.
 */
export interface PhoneInput {
  /** Actions so far, and looks so far. */
  readonly counts: { readonly actions: number; readonly observations: number };
  /** Typed and not yet an action. */
  readonly pendingText: string;
  /** Whether something was said to the user. */
  readonly hasAnswered: boolean;
  readonly hasEnded: boolean;
  /** Whether another command has to end something first: a tap that may be the first of two, a finger that is down. */
  readonly isBusy: boolean;
  /** Whether something has been done to the phone that is no action yet. */
  readonly holdsBack: boolean;
  /** What was held back does not happen any more. A turn that is being taken comes to its end first, as in a log it is whole. */
  drop(): void;
  /** A turn begins; waits within it take real time until `hurry` is aborted. */
  begin(now: number, hurry?: AbortSignal | null): void;
  /** A turn ends. */
  end(): void;
  /** A command that is no tap: what comes next is no second tap. */
  breakPair(): void;
  /** A program that is no touch begins. */
  part(asker: Asker): Promise<void>;
  /** Lets what was held back happen; without `text` what is typed stays held back. */
  settle(options: { readonly text: boolean }, asker: Asker): Promise<void>;
  gesture(gesture: Gesture, asker: Asker): Promise<void>;
  type(text: string, source: string, asker: Asker): Promise<void>;
  keys(codes: readonly number[], isLong: boolean, asker: Asker): Promise<void>;
  keysTogether(codes: readonly number[], asker: Asker): Promise<void>;
  clearText(source: string, asker: Asker): Promise<void>;
  editorAction(source: string, asker: Asker): Promise<void>;
  openApp(app: PhoneApp, activity: string | null, asker: Asker): Promise<void>;
  /** @param restarts it is to begin anew, and that is no action of its own; `clears`: so are its data */
  stopApp(app: string, asker: Asker, how?: { restarts?: boolean; clears?: boolean }): Promise<void>;
  goHome(asker: Asker): Promise<void>;
  /** See `PhoneControls.openUrl`. Without a word about handlers, it is an action. */
  openUrl(url: string, handler: UrlHandler | null | undefined, asker: Asker): Promise<boolean>;
  look(what: 'screenshot' | 'hierarchy', asker: Asker): Promise<Observation>;
  answer(text: string, asker: Asker, source?: AnswerSource): Promise<void>;
  finish(status: StopStatus, asker: Asker): Promise<void>;
}
