import { z } from 'zod';
import type { Detections } from './detections/detected-element.js';
import type { Size } from './geometry.js';
import type { Question } from './questions/question.js';

/** Foreground app of a screen: package and activity name, as the device reports them. */
export const ActivitySchema = z.object({ package: z.string(), activity: z.string() });
export type Activity = z.infer<typeof ActivitySchema>;

/** Bytes that belong to a screen and are fetched only when somebody looks. */
export interface ScreenContent {
  readonly mediaType: string;
  /** SHA-256 (hex) of the bytes, where it is known without reading them. */
  readonly hash?: string;
  /** @throws {TouchstoneError} with fault `dataset` or `environment` when the bytes cannot be had. */
  load(options: { signal: AbortSignal }): Promise<Uint8Array>;
  /** Absolute path of the file that holds exactly these bytes, where they lie in one; it may be missing. Reads nothing of it. */
  locate?(): Promise<string>;
}

/** One state of the user interface as a device shows it. Contents are lazy; whoever loads them may keep them. */
export interface Screen {
  /** Names the screen within its world or recording; a file name or hash, never shown to a model. */
  readonly id: string;
  /** Pixels of the source picture; null when nobody recorded it. */
  readonly size: Size | null;
  readonly activity: Activity | null;
  readonly picture: ScreenContent | null;
  /** UI hierarchy as uiautomator XML, UTF-8. */
  readonly hierarchy: ScreenContent | null;
  /** What a detector finds on the picture, where somebody is to ask one because nobody recorded a hierarchy. */
  readonly detected?: DetectedContent;
}

/** Elements that are detected only when somebody looks. */
export interface DetectedContent {
  /** @throws {TouchstoneError} when nobody knows them, or the detector does not answer */
  load(options: { signal: AbortSignal }): Promise<Detections>;
}

/** A question of the agent to its user, and the reply. */
export interface UserTurn {
  readonly question: string;
  readonly reply: string;
}

/** What an agent may see before a step. Holds nothing that comes from milestones, evaluators or edges not taken. */
export interface Observation {
  readonly screen: Screen;
  /** Replaces the task's instruction at this step, where a benchmark words each step by itself. */
  readonly instruction?: string;
  /** What to do at this very step, in addition to the task's instruction (low-level instruction). */
  readonly stepInstruction?: string;
  /** Summary of the steps so far as the annotation of a recording has it. */
  readonly context?: string;
  /** What the agent has asked its user so far, with the replies, the newest last; absent where it has asked nothing. */
  readonly conversation?: readonly UserTurn[];
  /** Why the action before this was kept from the phone (`pay: "Buy now"`); absent where it was carried out. */
  readonly refused?: string;
  /** What is asked in place of an action; the answer is an `answer` action that ends the item. */
  readonly question?: Question;
  /**
   * Nobody recorded what the action before it does: this screen shows nothing of it. Only where an agent explores an app
   * of which there are recordings alone.
   */
  readonly isUnrecorded?: true;
  /**
   * The screen passes by itself (a splash, a toast): after this many looks, waiting leads on. For a front whose agent looks as
   * often as it likes, such as a phone; never shown to agents.
   */
  readonly showFor?: number;
}
