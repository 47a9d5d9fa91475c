/**
 * Whose problem a failure is. Only `agent` may lower a score (a refusal or unreadable answer of its model is the
 * agent's; `model` means an outage); every other fault voids the episode, visibly.
 */
export type Fault = 'agent' | 'model' | 'environment' | 'dataset' | 'user' | 'bug';

/** Place inside a file: `line` and `column` count from 1; `path` is the way through the parsed value. */
export interface FilePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: readonly (string | number)[];
}

export interface TouchstoneErrorOptions {
  readonly hint?: string;
  readonly place?: FilePlace;
  readonly cause?: unknown;
}

/** Base of every error Touchstone raises on purpose: an owner, a stable code (docs/errors.md) and what to do next. */
export abstract class TouchstoneError extends Error {
  abstract readonly code: string;
  abstract readonly fault: Fault;
  /** Whether the same attempt may succeed later without a change by the user. */
  readonly retryable: boolean = false;
  /** Whether every other item of a run would fail the same way, so that continuing is pointless until the user acts. */
  readonly stopsRun: boolean = false;
  /** Whether the other side is gone for every item: a run waits until it is back, and after its limit it stops. */
  readonly pausesRun: boolean = false;
  /** Milliseconds the other side asked to wait before the next attempt; null where it said nothing. */
  readonly retryAfterMs: number | null = null;
  /** Attempts that ended in it; whoever tried again before throwing it says so here. */
  attempts = 1;
  /** What the reader can do next, one sentence. */
  readonly hint: string | undefined;
  readonly place: FilePlace | undefined;

  constructor(message: string, options: TouchstoneErrorOptions = {}) {
    const place = options.place === undefined ? '' : `${formatPlace(options.place)}: `;
    super(`${place}${message}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.hint = options.hint;
    this.place = options.place;
  }
}

/** `file:line:column path.to[0]`, leaving out what is unknown. */
export function formatPlace(place: FilePlace): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  const column = place.line === undefined || place.column === undefined ? '' : `:${place.column}`;
  const path = place.path === undefined || place.path.length === 0 ? '' : ` at ${formatPath(place.path)}`;
  return `${place.file}${line}${column}${path}`;
}

function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

/** The caller asked for something that cannot be: a bad flag, a missing file they named, a bad configuration. */
export class UserError extends TouchstoneError {
  readonly code: string = 'USER';
  readonly fault = 'user';
}

/** A benchmark's file is missing, broken, or contradicts itself. Voids what depends on it, nothing else. */
export class DatasetError extends TouchstoneError {
  readonly code: string = 'DATASET';
  readonly fault = 'dataset';
}

/** Touchstone contradicts itself. */
export class BugError extends TouchstoneError {
  readonly code = 'BUG';
  readonly fault = 'bug';
}

/** The fault of anything thrown: its own where it names one, `bug` otherwise. */
export function faultOf(error: unknown): Fault {
  return error instanceof TouchstoneError ? error.fault : 'bug';
}
