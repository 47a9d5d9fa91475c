import { createHash } from 'node:crypto';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';

/** Names of what a queue keeps in Redis. */
export interface QueueKeys {
  /** Of BullMQ's own keys. */
  readonly prefix: string;
  readonly runs: string;
  readonly states: string;
  readonly workers: string;
  /** By run, the Redis process that had it when its coordinator last filled it. */
  readonly epochs: string;
  /** By run, when who coordinates it was last heard of, in seconds by the clock of Redis. */
  readonly coordinators: string;
  /** By run, what it was stopped by. */
  readonly stops: string;
  readonly cost: (run: string) => string;
  readonly time: (run: string) => string;
  readonly done: (run: string) => string;
  readonly settled: (run: string) => string;
  readonly holders: (run: string) => string;
  readonly refused: (run: string) => string;
  /** Names of the limits that a run has kept. */
  readonly limits: (run: string) => string;
  /** What all keys of one limit begin with. */
  readonly limit: (run: string, account: string) => string;
}

/** Seconds until what nobody needs any more goes by itself: what is written of a run after it was removed, and limits of endpoints. */
export const FADE_SECONDS = 24 * 60 * 60;

export function queueKeys(prefix: string): QueueKeys {
  const of = (what: string) => (run: string) => `${prefix}:${what}:${run}`;
  return {
    prefix: `${prefix}-jobs`,
    runs: `${prefix}:runs`,
    states: `${prefix}:states`,
    workers: `${prefix}:workers`,
    epochs: `${prefix}:epochs`,
    coordinators: `${prefix}:coordinators`,
    stops: `${prefix}:stops`,
    cost: of('cost'),
    time: of('time'),
    done: of('done'),
    settled: of('settled'),
    holders: of('holders'),
    refused: of('refused'),
    limits: of('limits'),
    limit: (run, account) =>
      `${prefix}:limit:${run}:${createHash('sha256').update(account).digest('hex').slice(0, 16)}`,
  };
}

/** The id of an item's job. BullMQ takes no colon, and no number. */
export function jobId(key: ItemKey): string {
  // Over UTF-16 units: names from JSON need not be well-formed Unicode.
  const bytes = Buffer.from(itemKeyText(key), 'utf16le');
  return `item-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
}

/** BullMQ's name of a run's queue, which takes no colon. */
export function queueName(run: string): string {
  return `run-${run}`;
}
