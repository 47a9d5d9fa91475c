import { relative } from 'node:path';
import { sampleText } from '../../domain/run.js';
import { plural } from '../../domain/text/plural.js';
import type { EngineEvent, EngineListener, RunProgress } from '../../engine/engine-event.js';
import { itemName, type EpisodeEnd } from '../../domain/episode.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import type { CommandContext } from '../command-context.js';
import { clip, inOneLine } from './clip.js';
import { aboutRun } from './failure-words.js';
import { formatDuration } from './format-duration.js';
import { LiveProgress } from './live-progress.js';
import { TerminalLine } from './terminal-line.js';
import { WaitLines } from './wait-lines.js';

/** Failed episodes shown one by one for each reason; further ones are counted. */
const SHOWN_EACH = 3;

/** Characters from which on a reason is not said again. */
const LONG_REASON = 60;
/** Characters of a reason that stand next to its count. */
const MOST_COUNTED = 160;

/** Reasons counted separately; failures for any other are counted together. */
const MOST_REASONS = 20;

/** Shows the first few failed episodes for each reason as they come, and in the end how many there were. */
class FailureLines {
  /** Reason → episodes that ended for it. */
  readonly #counts = new Map<string, number>();
  /** Messages that were told already. */
  readonly #said = new Set<string>();
  #others = 0;
  #run = 'RUN';

  /** Which run is meant where a message says `touchstone resume RUN`. */
  named(run: string): void {
    this.#run = run;
  }

  /** A message was told for the whole run. */
  said(message: string): void {
    this.#said.add(aboutRun(inOneLine(message), this.#run));
  }

  /** The line for an episode that a failure ended; null where enough of its kind were shown. */
  lineFor(episode: string, end: EpisodeEnd): string | null {
    const message = aboutRun(inOneLine(end.message ?? end.reason), this.#run);
    const reason = `${message} (${end.fault ?? 'agent'})`;
    const known = this.#counts.get(reason);
    if (known === undefined && this.#counts.size >= MOST_REASONS) {
      this.#others += 1;
      return null;
    }
    const count = (known ?? 0) + 1;
    this.#counts.set(reason, count);
    if (count > SHOWN_EACH) return null;
    // A long sentence is read once.
    return `${episode}: ${(count > 1 || this.#said.has(message)) && reason.length > LONG_REASON ? 'the same' : reason}`;
  }

  /** A line with the count for each reason of which episodes were passed over, then one that names the list of all. */
  rest(list: string): string[] {
    const lines = [...this.#counts]
      .filter(([, count]) => count > SHOWN_EACH)
      .map(([reason, count]) => `${count} x: ${clip(reason, MOST_COUNTED)}`);
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

/** The live line is redrawn at most this often when something ends. */
const REDRAW_MS = 100;
/** The time left is told once a session has done this many episodes: one alone may be ten times as long as the next. */
const ENOUGH_EPISODES = 3;
/** Where nobody watches (pipe, CI), the counts are repeated this often, so that a log of 10,000 episodes stays readable. */
const QUIET_REPORT_MS = 10_000;
/** Runs of up to this many items report each finished episode on a line of its own when nobody watches. */
const FEW_ITEMS = 200;

/** Runs of up to how many items are asked to tell each outcome as it comes: where a line is printed for each. */
export function outcomesToTell({ context, events }: Pick<ProgressOptions, 'context' | 'events'>): number {
  return events || isLiveOn(context) ? 0 : FEW_ITEMS;
}

function isLiveOn({ stderr, environment }: CommandContext): boolean {
  return stderr.isTTY === true && environment['CI'] === undefined;
}

type RunStart = Extract<EngineEvent, { type: 'run-start' }>;

/** Shows a run's progress on stderr: one live line on a terminal, a line per finished episode elsewhere. */
export function progressPrinter({ context, events, label, brief = false }: ProgressOptions): EngineListener {
  const { stderr } = context;
  if (events) return (event) => void stderr.write(`${JSON.stringify(event)}\n`);
  const isLive = isLiveOn(context);
  const terminal = new TerminalLine(stderr, label === undefined ? '' : `${label}: `);
  const line = (told: string | null): void => terminal.write(told);
  const failures = new FailureLines();
  let begun: Pick<RunStart, 'planned' | 'repeats' | 'finished'> = { planned: 0, repeats: 1, finished: 0 };
  let directory = '';
  let drawnAt = 0;
  /** Counts not shown yet. */
  let untold: RunProgress | null = null;
  let hasTold = false;
  const waits = new WaitLines();
  const text = (progress: RunProgress): string =>
    progressText(progress, progress.finished - begun.finished >= ENOUGH_EPISODES);
  const draw = (): void => {
    const now = live.now();
    if (now !== null) terminal.draw(text(now));
  };
  const live = new LiveProgress(draw);
  return (event) => {
    if (isLive) live.hear(event);
    switch (event.type) {
      case 'run-start':
        begun = event;
        // A run that is over within seconds needs no counts in a log.
        if (!isLive) drawnAt = performance.now();
        directory = relative(context.workingDirectory, event.directory) || event.directory;
        failures.named(directory);
        line(startText(event));
        break;
      case 'item-retry':
      case 'model-wait':
      case 'outage-start':
      case 'outage-end':
      case 'step-end':
        if (event.type === 'outage-start') failures.said(event.failure.message);
        line(waits.lineFor(event, { repeats: begun.repeats, run: directory }));
        break;
      case 'item-end':
        if (event.end.fault !== undefined || isNotedStop(event.end)) {
          line(failures.lineFor(itemName(event.key, begun.repeats), event.end));
        } else if (!isLive && !brief && begun.planned <= FEW_ITEMS) {
          line(endText(event, begun.repeats));
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
          draw();
        } else if (begun.planned > FEW_ITEMS) {
          line(text(event));
          hasTold = true;
        }
        untold = null;
        break;
      }
      case 'run-end':
        terminal.clear();
        if (hasTold && untold !== null) line(text(untold));
        for (const told of failures.rest(`touchstone score ${quoteWord(directory)} --json`)) line(told);
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

/** `dark-theme: passed (agent_stop after 5 steps)`. */
function endText(
  { key, end, steps, outcome }: Extract<EngineEvent, { type: 'item-end' }>,
  repeats: number,
): string {
  const how = `${end.reason} after ${plural(steps, 'step')}`;
  return `${itemName(key, repeats)}: ${outcome === undefined ? how : `${outcome} (${how})`}`;
}

function startText(event: RunStart): string {
  const { run, resumed, finished, planned, cutBytes, sample } = event;
  const drawn = sample === undefined ? '' : `, a ${sampleText(sample)}`;
  return resumed
    ? `going on with ${run}: ${finished} of ${planned} done${drawn}${cutNote(cutBytes)}`
    : `run ${run}: ${plural(planned, 'episode')}${drawn}`;
}

/** Whether the agent declared the end, and its message must be shown. */
function isNotedStop({ reason, message }: EpisodeEnd): boolean {
  return reason === 'agent_stop' && message !== undefined;
}

/** `12/175 done, 8 running, 1 voided, 340 steps, 1m 20s, 3m 5s left`; `8 running on 2 workers` where others do it. */
function progressText(progress: RunProgress, isEstimated: boolean): string {
  const workers = progress.elsewhere?.workers ?? 0;
  const where = workers === 0 ? '' : ` on ${plural(workers, 'worker')}`;
  const parts = [`${progress.finished}/${progress.planned} done`, `${progress.running} running${where}`];
  if (progress.voided > 0) parts.push(`${progress.voided} voided`);
  if (progress.skipped > 0) parts.push(`${progress.skipped} not run`);
  parts.push(plural(progress.steps, 'step'));
  if (progress.tokens > 0) parts.push(`${progress.tokens} tokens`);
  if (progress.costUsd > 0) parts.push(`$${progress.costUsd.toFixed(2)}`);
  parts.push(formatDuration(progress.elapsedMs));
  if (isEstimated && progress.remainingMs !== null && progress.remainingMs > 0)
    parts.push(`about ${formatDuration(progress.remainingMs)} left`);
  return parts.join(', ');
}

function cutNote(bytes: number): string {
  return bytes === 0 ? '' : `, ${bytes} bytes of a torn last line cut off`;
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
