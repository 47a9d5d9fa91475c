import { countInstructionFollowing, type InstructionFollowing } from '../../domain/instruction-following.js';
import type { Decision, FormatError } from '../../domain/decision.js';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { Size } from '../../domain/geometry.js';
import { RepairCount } from '../../domain/repair-count.js';
import type { Screen } from '../../domain/screen.js';
import { CoordinateMismatchDetector } from '../../domain/coordinates/coordinate-mismatch.js';
import type { Task } from '../../domain/task.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import type { ScreenRecord } from './journal/event.js';
import { screenReader } from './read-episodes.js';
import { readJournal } from './run-folder.js';
import { isVoidEnd, type RunIndex } from './run-index.js';

/** What the answers of a run's models were like, scores aside. */
export interface AnswerTally {
  readonly repairs: RepairCount;
  readonly spans: CoordinateMismatchDetector;
  /** Of each episode that is done and not voided. */
  readonly instructionFollowing: readonly EpisodeInstructionFollowing[];
  /** The first answer that could not be read as it was; null where all could. */
  readonly unreadable: UnreadablePlace | null;
}

/** Where in a run an answer is that could not be read, and why. */
export interface UnreadablePlace {
  readonly file: string;
  readonly key: ItemKey;
  readonly attempt: number;
  /** From 0. */
  readonly step: number;
  readonly error: FormatError;
}

/** How an episode was gone about. */
export interface EpisodeInstructionFollowing extends InstructionFollowing {
  /** Key text of the item. */
  readonly item: string;
  readonly task: string;
}

export interface TallyAnswersOptions {
  /** Tasks whose episodes count for instruction following; all unless given. A question is no such task. */
  readonly isGoneAbout?: (task: Task) => boolean;
  /** Finds a screen of a recorded world, where elements that were named are looked up. */
  readonly screen?: (id: string) => Screen | null;
  readonly signal?: AbortSignal;
}

const TYPES = ['item-start', 'observation', 'decision', 'transition', 'item-end'] as const;

/**
 * Goes once through the journals of a run and counts unreadable answers, positions and repeated actions of the attempts that
 * count; of those under way answers and positions alone. Memory is a few numbers for each episode, and the keys of items that
 * needed a repair.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function tallyAnswers(index: RunIndex, options: TallyAnswersOptions = {}): Promise<AnswerTally> {
  const signal = options.signal ?? new AbortController().signal;
  const repairs = new RepairCount();
  const spans = new CoordinateMismatchDetector(index.start.identity);
  const instructionFollowing: EpisodeInstructionFollowing[] = [];
  let unreadable: UnreadablePlace | null = null;
  const screenOf = screenReader(index.directory, options.screen);
  // What a fork took over was answered in the run that it is forked from.
  const own = index.start.identity.fork?.step ?? 0;
  for (const { file, writer } of index.journals) {
    const open = new Map<string, OpenEpisode>();
    for await (const { event } of readJournal(file, { signal, types: TYPES })) {
      if (!('attempt' in event)) continue;
      const key = itemKeyText(event);
      const item = index.items.get(key);
      if (item !== undefined && (item.writer !== writer || item.attempt !== event.attempt)) continue;
      if (event.type === 'item-end') {
        const episode = open.get(key);
        open.delete(key);
        const task = item === undefined ? undefined : index.tasks.get(item.task);
        if (episode === undefined || task === undefined || isVoidEnd(event.end)) continue;
        if (options.isGoneAbout?.(task) === false) continue;
        const counts = await countInstructionFollowing(
          { steps: episode.steps(screenOf).slice(own) },
          { signal },
        );
        instructionFollowing.push({ ...counts, item: key, task: task.id });
        continue;
      }
      const episode = open.get(key) ?? new OpenEpisode();
      open.set(key, episode);
      if (event.type === 'item-start') episode.takenOver = event.takesOver?.steps ?? 0;
      else if (event.type === 'observation') episode.observe(event.step, event.screen);
      else if (event.type === 'transition') episode.act(event.step);
      else if (event.type === 'decision') {
        const { decision } = event;
        episode.decide(event.step, decision);
        // Where no attempt counts yet, those of several writers are read: each answer is told of by whoever got it.
        if (event.step < own || (item === undefined && event.step < episode.takenOver)) continue;
        repairs.add(decision, key);
        const error = decision.type === 'format_error' ? decision.error : decision.repaired;
        if (error !== undefined && unreadable === null) {
          const { item: id, repeat, attempt, step } = event;
          unreadable = { file, key: { item: id, repeat }, attempt, step, error };
        }
        if (decision.type === 'action') spans.add(decision.action, episode.sizeAt(event.step));
      }
    }
  }
  return { repairs, spans, instructionFollowing, unreadable };
}

interface OpenStep {
  readonly screen: ScreenRecord;
  readonly decision?: Decision;
  readonly isDone?: boolean;
}

/** What was done so far in an attempt. A step that was observed anew replaces what was recorded of it. */
class OpenEpisode {
  /** Its first steps that are those of another writer's attempt. */
  takenOver = 0;
  readonly #steps = new Map<number, OpenStep>();

  observe(step: number, screen: ScreenRecord): void {
    this.#steps.set(step, { screen });
  }

  decide(step: number, decision: Decision): void {
    const seen = this.#steps.get(step);
    if (seen !== undefined) this.#steps.set(step, { ...seen, decision });
  }

  act(step: number): void {
    const seen = this.#steps.get(step);
    if (seen !== undefined) this.#steps.set(step, { ...seen, isDone: true });
  }

  sizeAt(step: number): Size | null {
    return this.#steps.get(step)?.screen.size ?? null;
  }

  /** As scoring sees them: a decision that was never carried out is no action. */
  steps(screenOf: (screen: ScreenRecord) => Screen): TrajectoryStep[] {
    return [...this.#steps.values()].map(({ screen, decision, isDone }) => ({
      screen: screenOf(screen),
      state: null,
      action: decision?.type === 'action' && isDone === true ? decision.action : null,
      ...(decision?.type === 'format_error' ? { formatError: decision.error } : {}),
      ...(decision?.type === 'action' && decision.repaired !== undefined
        ? { repaired: decision.repaired }
        : {}),
    }));
  }
}
