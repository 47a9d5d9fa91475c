import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import type { Environment, EpisodeStart } from '../../environments/environment.js';
import type { SurveyCapture, SurveyEvent } from '../../formats/survey/survey-event.js';
import type { CapturedScreen } from '../../formats/survey/survey-writer.js';
import type { Ask } from '../../models/asking/model-question.js';

type Unwritten<E extends SurveyEvent> = E extends SurveyEvent ? Omit<E, 'at'> : never;

/** Where an exploration writes; a `SurveyWriter` is one. */
export interface ExplorationRecord {
  capture(screen: CapturedScreen): Promise<Pick<SurveyCapture, 'capture'>>;
  append(event: Unwritten<SurveyEvent>): void;
  commit(): Promise<void>;
}

/** What an exploration has found so far. */
export interface ExplorationProgress {
  /** Things done to the phone, ways back and resets included. */
  readonly steps: number;
  readonly screens: number;
  readonly pages: number;
  readonly elements: { readonly known: number; readonly tried: number };
  readonly activities: number;
  /** Questions to the model, of all sessions. */
  readonly questions: number;
}

/** Events of a survey that is gone on with, each capture with its screen. */
export interface EarlierSurvey {
  readonly events: readonly SurveyEvent[];
  /** Contents of a capture's files. */
  readonly load: (capture: SurveyCapture) => Promise<{
    readonly hierarchy: Uint8Array | null;
    readonly picture: Uint8Array | null;
    readonly mediaType: string;
  }>;
}

export interface ExploreOptions {
  readonly environment: Environment;
  readonly start: EpisodeStart;
  readonly record: ExplorationRecord;
  readonly earlier?: EarlierSurvey;
  readonly forbid: ReadonlySet<ForbiddenKind>;
  /** App that is opened and stayed in, by its name; null: the one in front at the start. */
  readonly app: string | null;
  readonly isWholePhone: boolean;
  /** Null: no model is asked. */
  readonly ask: Ask | null;
  /** Steps, of all sessions. */
  readonly maxSteps: number;
  /** Milliseconds, of this session. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExplorationProgress) => void;
}

export type ExplorationEnd = 'nothing-new' | 'steps' | 'seconds';
