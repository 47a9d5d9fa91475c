import type { AnswerSource } from '../../formats/phone/phone-event.js';
import type { Observation } from '../../domain/screen.js';
import type { StopStatus } from '../../domain/action.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import type { ProcessTable } from '../processes/process-table.js';
import type { PhoneOptions } from '../phone-options.js';
import type { SystemLog } from '../system-log/system-log.js';
import type { PhoneProfile } from '../phone-world.js';

/** A movement on the glass in pixels of the screen on display, unrounded. */
export type Gesture =
  | { readonly type: 'tap'; readonly x: number; readonly y: number }
  | {
      readonly type: 'swipe' | 'drag';
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      /** Milliseconds the finger stays down. */
      readonly durationMs: number;
    }
  | { readonly type: 'down' | 'move' | 'up'; readonly x: number; readonly y: number };

/** Kinds of things that a phone does not do as asked, and why that is worth knowing. */
export type Oddity =
  | 'ignored'
  | 'rejected'
  | 'absorbed'
  | 'refused'
  | 'unknown_command'
  | 'unknown_service'
  | 'malformed';

/** Time on the phone: starts when the recording was made, advances by what commands take, never by the wall clock. */
export interface PhoneClock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the zone that is shown; UTC where none is given. */
  readonly timeZone?: string;
  /** Milliseconds since the phone started. */
  readonly uptime: number;
  /** Moves it on; waits as long where `timeMode` is `real`, else lets other streams run. */
  pass(milliseconds: number, options?: { signal?: AbortSignal }): Promise<void>;
}

/** Input methods of the phone by id (`package/.Service`). */
export interface Keyboards {
  readonly selected: string;
  list(which: 'all' | 'enabled'): readonly string[];
  /** There is one more from now on, not enabled yet. */
  install(id: string): void;
  /** It is gone from now on; the one that the phone came with types where it was selected. */
  uninstall(id: string): void;
  /** False when there is none of that id. */
  enable(id: string): boolean;
  disable(id: string): boolean;
  select(id: string): boolean;
  reset(): void;
}

/** Which app takes an intent. */
export interface UrlHandler {
  /** Its package. */
  readonly app: string;
  /** The screen that the app starts with is what the intent shows, as far as the world knows. */
  readonly starts: boolean;
}

/** What every command finds on a phone. */
export interface PhoneState {
  readonly serial: string;
  readonly profile: PhoneProfile;
  readonly options: PhoneOptions;
  readonly files: VirtualFiles;
  readonly clock: PhoneClock;
  readonly keyboards: Keyboards;
  /** Settings by namespace (`system`, `secure`, `global`), then key. */
  readonly settings: ReadonlyMap<string, Map<string, string>>;
  clipboard: string;
  /** What runs on it. */
  readonly processes: ProcessTable;
  /** What `logcat` shows. */
  readonly systemLog: SystemLog;
  /** What is on display, for queries: commits no text and counts as no look. */
  readonly display: Observation;
  /** `package/activity` of what is on display, fully named. */
  readonly component: string;
}

/**
 * What the programs of a phone do to it. Everything here goes through one queue per phone, in the order of arrival, so that
 * the commands of concurrent streams never mix.
 */
export interface PhoneControls extends PhoneState {
  /** A look as an agent takes it: commits pending text, counts, and may be a wait. */
  look(what: 'screenshot' | 'hierarchy'): Promise<Observation>;
  gesture(gesture: Gesture): Promise<void>;
  /** Another command has come: a tap stays one tap, and a finger that is down is lost. */
  part(): Promise<void>;
  /** Typed characters, collected until something else happens. `source` names the route, for the log. */
  type(text: string, source: string): Promise<void>;
  /** Android key codes in order, each from 0; `isLong` for a long press. */
  keys(codes: readonly number[], options?: { isLong?: boolean }): Promise<void>;
  /** Keys pressed together (`input keycombination`). */
  keysTogether(codes: readonly number[]): Promise<void>;
  /** Empties the field in focus, pending text included. */
  clearText(source: string): Promise<void>;
  /** The keyboard's action key. */
  editorAction(source: string): Promise<void>;
  /** Starts an app; false when the phone has no such package. */
  openApp(packageName: string, activity: string | null): Promise<boolean>;
  /**
   * Ends an app: HOME where it is in front. Where screens are live, `clears` removes what it has stored, and with `restarts` it
   * ends without a step, since it is about to start; a recorded world knows of neither.
   */
  stopApp(packageName: string, how?: { restarts?: boolean; clears?: boolean }): Promise<void>;
  goHome(): Promise<void>;
  /**
   * The phone starts anew: its programs end, every stream with them, and its home screen comes to the front: HOME where an app
   * was. Files and settings stay.
   */
  restart(): Promise<void>;
  /**
   * Opens a URL or another intent: where the world has no transition of its own for it, the handler is started, or the URL is
   * an action that leads nowhere. False, and no action, where nobody takes it.
   */
  openUrl(url: string, handler?: UrlHandler | null): Promise<boolean>;
  /** What the agent says to the user. */
  answer(text: string, source?: AnswerSource): Promise<void>;
  /** The agent says that it is done. */
  finish(status: StopStatus): Promise<void>;
  /** Keeps what was asked for and not done. */
  note(kind: Oddity, what: string): void;
}
