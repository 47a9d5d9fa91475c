import { relative } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import type { EngineEvent, EngineListener } from '../../engine/engine-event.js';
import type { ModelWait } from '../../models/model.js';
import { itemKeyText, type EpisodeEnd, type ItemKey } from '../../domain/episode.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import type { CommandContext } from '../command-context.js';
import { formatDuration } from './format-duration.js';

/** Failed episodes shown one by one for each reason; further ones are counted. */
const SHOWN_EACH = 3;

/** Reasons counted separately; failures for any other are counted together. */
const MOST_REASONS = 20;

/** Characters of a reason that are shown: its beginning, and its end, since the last output of a program says most. */
const MOST_BEGINNING = 240;

const MOST_ENDING = 360;

/** Shows the first few failed episodes for each reason as they come, and in the end how many there were. */
class FailureLines {
  /** Reason → episodes that ended for it. */
  readonly #counts = new Map<string, number>();
  #others = 0;

  /** The line for an episode that a failure ended; null where enough of its kind were shown. */
  lineFor(key: ItemKey, end: EpisodeEnd): string | null {
    const reason = `${inOneLine(end.message ?? end.reason)} (${end.fault ?? 'agent'})`;
    const known = this.#counts.get(reason);
    if (known === undefined && this.#counts.size >= MOST_REASONS) {
      this.#others += 1;
      return null;
    }
    const count = (known ?? 0) + 1;
    this.#counts.set(reason, count);
    return count > SHOWN_EACH ? null : `${itemKeyText(key)}: ${reason}`;
  }

  /** A line with the count for each reason of which episodes were passed over, then one that names the list of all. */
  rest(list: string): string[] {
    const lines = [...this.#counts]
      .filter(([, count]) => count > SHOWN_EACH)
      .map(([reason, count]) => `${count} x: ${reason}`);
    if (this.#others > 0) lines.push(`${this.#others} more for other reasons`);
    if (lines.length > 0) lines.push(`each of them: ${list}`);
    this.#counts.clear();
    this.#others = 0;
    return lines;
  }
}

export interface ProgressOptions {
  readonly context: CommandContext;
  /** Write each event as a JSON line on stderr instead of text. */
  readonly events: boolean;
  /** Shown next to the counts, such as the agent's name when several runs follow each other. */
  readonly label?: string;
  /** Leave out the line per finished episode. */
  readonly brief?: boolean;
}

type Progress = Extract<EngineEvent, { type: 'progress' }>;

/** Redraws of the live line per second. */
const REDRAW_MS = 100;
/** Where nobody watches (pipe, CI), the counts are repeated this often, so that a log of 10,000 episodes stays readable. */
const QUIET_REPORT_MS = 10_000;
/** Shorter waits are not shown, in milliseconds. */
const SHORTEST_WAIT_MS = 2_000;
/** Characters of an endpoint's words. */
const MOST_REASON = 200;
/** Runs of up to this many items report each finished episode on a line of its own when nobody watches. */
const FEW_ITEMS = 200;

/** Shows a run's progress on stderr: one live line on a terminal, a line per finished episode elsewhere. */
export function progressPrinter({ context, events, label, brief = false }: ProgressOptions): EngineListener {
  const { stderr } = context;
  if (events) {
    return (event) => {
      stderr.write(`${JSON.stringify(event)}\n`);
    };
  }
  const isLive = stderr.isTTY === true && context.environment['CI'] === undefined;
  const prefix = label === undefined ? '' : `${label}: `;
  const failures = new FailureLines();
  let planned = 0;
  let directory = '';
  let drawnAt = 0;
  let drawn = false;
  /** Counts not shown yet. */
  let untold: Progress | null = null;
  let hasTold = false;
  const waits = new WaitLines();
  /** The run waits for an endpoint; what its episodes meet until it is back was said once. */
  let isOut = false;
  const line = (text: string | null): void => {
    if (text === null) return;
    if (drawn) stderr.write('\r\u001B[K');
    drawn = false;
    stderr.write(`${prefix}${text}\n`);
  };
  return (event) => {
    switch (event.type) {
      case 'run-start':
        planned = event.planned;
        // A run that is over within seconds needs no counts in a log.
        if (!isLive) drawnAt = performance.now();
        directory = relative(context.workingDirectory, event.directory) || event.directory;
        line(startText(event));
        break;
      case 'item-retry':
        if (!isOut) line(retryText(event));
        break;
      case 'model-wait':
        if (!isOut) line(waits.lineFor(event));
        break;
      case 'outage-start':
        isOut = true;
        line(
          `paused: ${inOneLine(event.failure.message)}; no episode begins until it answers, and after ${formatDuration(event.leftMs)} the run stops`,
        );
        break;
      case 'outage-end':
        isOut = false;
        line(`it answers again after ${formatDuration(event.lastedMs)}; going on`);
        break;
      case 'item-end':
        if (event.end.fault !== undefined || isNotedStop(event.end)) {
          line(failures.lineFor(event.key, event.end));
        } else if (!isLive && !brief && planned <= FEW_ITEMS) {
          line(`${itemKeyText(event.key)}: ${event.end.reason} after ${plural(event.steps, 'step')}`);
        }
        break;
      case 'warning':
        line(`note: ${event.message}`);
        break;
      case 'progress': {
        const now = performance.now();
        untold = event;
        if (now - drawnAt < (isLive ? REDRAW_MS : QUIET_REPORT_MS)) break;
        drawnAt = now;
        if (isLive) {
          stderr.write(`\r\u001B[K${clip(prefix + progressText(event), stderr.columns ?? 80)}`);
          drawn = true;
        } else if (planned > FEW_ITEMS) {
          line(progressText(event));
          hasTold = true;
        }
        untold = null;
        break;
      }
      case 'run-end':
        if (drawn) stderr.write('\r\u001B[K');
        drawn = false;
        if (hasTold && untold !== null) line(progressText(untold));
        for (const text of failures.rest(`touchstone score ${quoteWord(directory)} --json`)) line(text);
        break;
      case 'step-end':
        waits.passed();
        break;
      case 'item-start':
      case 'item-resume':
      case 'item-skip':
        break;
      default:
        event satisfies never;
    }
  };
}

function retryText({ key, failure, delayMs }: Extract<EngineEvent, { type: 'item-retry' }>): string {
  return `${itemKeyText(key)}: ${failure.message}; again in ${formatDuration(delayMs)}`;
}

function startText(event: Extract<EngineEvent, { type: 'run-start' }>): string {
  const { run, resumed, finished, planned, cutBytes } = event;
  return resumed
    ? `going on with ${run}: ${finished} of ${planned} done${cutNote(cutBytes)}`
    : `run ${run}: ${plural(planned, 'episode')}`;
}

/** Whether the agent declared the end, and its message must be shown. */
function isNotedStop({ reason, message }: EpisodeEnd): boolean {
  return reason === 'agent_stop' && message !== undefined;
}

/** A wait that is longer than those told by this many milliseconds is told as well. */
const MUCH_LONGER_MS = 30_000;

/**
 * Words for waits of model calls: one line for all that wait for the same endpoint at the same time, and one while nothing
 * but waiting happens.
 */
class WaitLines {
  readonly #toldUntil = new Map<string, number>();
  /** Longest wait that was told since a step was taken, by endpoint. */
  readonly #longest = new Map<string, number>();
  readonly #now: () => number;

  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** A step was taken: what waits now is another matter. */
  passed(): void {
    this.#longest.clear();
  }

  /** Null for what was printed already, and for waits too short to notice. */
  lineFor({ endpoint, delayMs, reason }: ModelWait): string | null {
    const now = this.#now();
    const until = now + delayMs;
    const told = this.#toldUntil.get(endpoint) ?? 0;
    // What another call of the same moment waits for, or hardly more.
    const isTold = told > now && until < told + Math.max(SHORTEST_WAIT_MS, delayMs / 2);
    const isMore = delayMs < (this.#longest.get(endpoint) ?? -Infinity) + MUCH_LONGER_MS;
    if (delayMs < SHORTEST_WAIT_MS || isTold || isMore) return null;
    this.#toldUntil.set(endpoint, until);
    this.#longest.set(endpoint, delayMs);
    const why = reason === null ? `${endpoint} takes no more requests for now` : clip(reason, MOST_REASON);
    return `${why}; waiting ${formatDuration(delayMs)}`;
  }
}

/** `12/175 done, 8 running, 1 voided, 340 steps, 1m 20s, 3m 5s left`. */
function progressText(progress: Progress): string {
  const parts = [`${progress.finished}/${progress.planned} done`, `${progress.running} running`];
  if (progress.voided > 0) parts.push(`${progress.voided} voided`);
  if (progress.skipped > 0) parts.push(`${progress.skipped} not run`);
  parts.push(plural(progress.steps, 'step'));
  if (progress.tokens > 0) parts.push(`${progress.tokens} tokens`);
  if (progress.costUsd > 0) parts.push(`$${progress.costUsd.toFixed(2)}`);
  parts.push(formatDuration(progress.elapsedMs));
  if (progress.remainingMs !== null && progress.remainingMs > 0)
    parts.push(`about ${formatDuration(progress.remainingMs)} left`);
  return parts.join(', ');
}

function cutNote(bytes: number): string {
  return bytes === 0 ? '' : `, ${bytes} bytes of a torn last line cut off`;
}

function clip(text: string, columns: number): string {
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
}

/** For several runs one after the other: the context with a progress line per run, under its agent's name. */
export function followingEachAgent<T extends CommandContext>(
  context: T,
): T & { listen(agent: string): EngineListener } {
  return {
    ...context,
    listen: (agent) => progressPrinter({ context, events: false, label: agent, brief: true }),
  };
}

function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= MOST_BEGINNING + MOST_ENDING) return line;
  return `${line.slice(0, MOST_BEGINNING)} … ${line.slice(-MOST_ENDING)}`;
}
