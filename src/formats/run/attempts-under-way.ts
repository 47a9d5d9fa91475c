import { itemKeyText } from '../../domain/episode.js';
import { AttemptRecord, type ItemEvent } from './attempt-record.js';
import { JournalDamagedError } from './run-errors.js';

/** An attempt with its steps so far, and the first thing that is wrong with it. */
export interface FollowedAttempt {
  readonly record: AttemptRecord;
  damage: JournalDamagedError | null;
}

/** The attempts of a journal that have not ended. */
export class AttemptsUnderWay {
  readonly #file: string;
  readonly #attempts = new Map<string, FollowedAttempt>();

  constructor(file: string) {
    this.#file = file;
  }

  /** By item key text. */
  get attempts(): ReadonlyMap<string, FollowedAttempt> {
    return this.#attempts;
  }

  /** Gives the attempt that the event ends. */
  add(event: ItemEvent, line: number): FollowedAttempt | null {
    const key = itemKeyText(event);
    let attempt = this.#attempts.get(key);
    if (attempt === undefined || event.type === 'item-start') {
      const record = new AttemptRecord(
        { item: event.item, repeat: event.repeat },
        { attemptsBefore: event.attempt - 1, keepCalls: true },
      );
      attempt = { record, damage: null };
      this.#attempts.set(key, attempt);
    }
    const problem = attempt.record.apply(event);
    if (problem !== null) {
      attempt.damage ??= JournalDamagedError.contradiction(event, problem, { file: this.#file, line });
    }
    if (event.type !== 'item-end') return null;
    this.#attempts.delete(key);
    return attempt;
  }
}
