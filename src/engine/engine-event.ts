import type { EpisodeEnd, ItemKey, Outcome } from '../domain/episode.js';
import type { ItemSample } from '../domain/run.js';
import type { ModelWait } from '../models/model.js';
import type { Failure, JournalEventOf, RunStatus } from '../formats/run/journal/event.js';
import type { WorkElsewhere } from './item-queue.js';

/** How far a run is. Items done in earlier sessions count. */
export interface RunProgress {
  /** Items times repeats. */
  readonly planned: number;
  readonly finished: number;
  /** Of the finished, those that a failure voided which was not the agent's. */
  readonly voided: number;
  /** Here and elsewhere. */
  readonly running: number;
  /** Of the running, what other writers have; absent where the run has none. */
  readonly elsewhere?: WorkElsewhere;
  /** Kept from being done by a budget, or not needed any more. */
  readonly skipped: number;
  /** Steps taken in this session; of other writers those of items that came to their end. */
  readonly steps: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Of this session. */
  readonly elapsedMs: number;
  /** Estimate from the items of this session; null before the first is done. */
  readonly remainingMs: number | null;
}

/** Events of the engine while it works; command line, viewer and tests listen to the same stream. */
export type EngineEvent =
  | {
      readonly type: 'run-start';
      readonly run: string;
      readonly directory: string;
      readonly planned: number;
      /** Attempts at each task that are planned. */
      readonly repeats: number;
      /** How its tasks were drawn; absent where they are no random sample. */
      readonly sample?: ItemSample;
      /** Items done in earlier sessions. */
      readonly finished: number;
      readonly resumed: boolean;
      /** Bytes of a torn tail that were cut off the journal. */
      readonly cutBytes: number;
    }
  | {
      readonly type: 'item-start';
      readonly key: ItemKey;
      readonly attempt: number;
      readonly cause: JournalEventOf<'item-start'>['cause'];
      readonly reason?: string;
    }
  | {
      readonly type: 'item-resume';
      readonly key: ItemKey;
      readonly attempt: number;
      /** First step that is not complete. */
      readonly step: number;
      readonly method: JournalEventOf<'item-resume'>['method'];
      readonly cause: JournalEventOf<'item-resume'>['cause'];
    }
  | { readonly type: 'step-end'; readonly key: ItemKey; readonly step: number; readonly rule: string }
  | {
      readonly type: 'item-retry';
      readonly key: ItemKey;
      readonly failures: number;
      readonly delayMs: number;
      readonly failure: Failure;
    }
  | ({
      /** A call waits within its step: for the endpoint to come back, or to take requests again. */
      readonly type: 'model-wait';
      readonly key: ItemKey;
    } & ModelWait)
  | {
      /** The run waits for an endpoint that is gone, and begins no item until it is back. */
      readonly type: 'outage-start';
      readonly failure: Failure;
      /** Milliseconds until the run stops. */
      readonly leftMs: number;
    }
  | { readonly type: 'outage-end'; readonly lastedMs: number }
  | {
      readonly type: 'item-end';
      readonly key: ItemKey;
      readonly end: EpisodeEnd;
      readonly steps: number;
      readonly durationMs: number;
      /** Where the run was asked to tell it at once, and could. */
      readonly outcome?: Outcome;
    }
  | {
      readonly type: 'item-skip';
      readonly key: ItemKey;
      readonly reason: JournalEventOf<'item-skip'>['reason'] | 'gate_decided';
    }
  | ({ readonly type: 'progress' } & RunProgress)
  | { readonly type: 'warning'; readonly message: string; readonly key?: ItemKey }
  | { readonly type: 'run-end'; readonly status: RunStatus; readonly finished: number };

export type EngineListener = (event: EngineEvent) => void;
