import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { areInDimensions } from '../../../benchmarks/dimensions/dimension.js';
import { itemKeyText, type ItemKey } from '../../../domain/episode.js';
import type { Task } from '../../../domain/task.js';
import { BugError } from '../../../errors.js';
import type { AttemptRecord } from '../../../formats/run/attempt-record.js';
import {
  RunFollower,
  type AttemptInProgress,
  type KeptOf,
  type PlacedTask,
} from '../../../formats/run/run-follower.js';
import type { IndexedItem, RunIndex } from '../../../formats/run/run-index.js';
import { readGateNote } from '../../../formats/run/scores/gate-note.js';
import { unscoredResult } from '../../../formats/run/scores/read-results.js';
import type { TaggedMilestone } from '../../../metrics/abilities/ability-counts.js';
import {
  collectRun,
  fillDraft,
  fillUnfinished,
  resultRows,
  scannerName,
  unknownTask,
  verdictOf,
  type ReportRunInput,
  type RunSinks,
  type WrittenSteps,
} from '../../../report/html/collect-run.js';
import { emptyDraft, type EpisodeDraft, type EpisodeDrafts } from '../../../report/html/episode-table.js';
import { reportRun, runFacts, type RunFacts } from '../../../report/html/report-run.js';
import type { ReportRun } from '../../../report/view/report-run.js';
import type { RunCard } from '../../../report/view/run-card.js';
import type { RunStore, StoredEpisode, StoredVerdict } from '../../../storage/run-store.js';
import { agentTitle } from '../../results/agent-label.js';
import { quickFindings } from '../../scan/quick-findings.js';
import { fingerprintRun, fingerprintText } from './fingerprint-run.js';
import { makeRunCard } from './make-run-card.js';
import { stepFacts, type StepFacts } from './step-facts.js';

/** Rows that are written together: a writing holds up others for some milliseconds. */
const ROWS_TOGETHER = 500;
const NO_STEPS: KeptFacts = { path: [], formatErrors: 0, modelMs: 0, deviceMs: 0, findings: [] };

/** What is kept of an attempt: facts of its steps, and of each finding the name of its scanner. */
interface KeptFacts extends StepFacts {
  readonly findings: readonly string[];
}

/**
 * Keeps what the index has of one run as its files are: read whole at first, then read on. What is in the store is the same
 * whichever way it came there.
 */
export class RunIndexer {
  readonly #name: string;
  readonly #follower: RunFollower<KeptFacts>;
  #version = '';
  #others = '';
  #drafts: EpisodeDrafts = new Map();
  #milestones = new Map<string, readonly TaggedMilestone[]>();
  #facts: RunFacts | null = null;
  /** Episodes shown that have no end. */
  #open = new Map<string, ItemKey>();
  /** Whose order each task that was written stands in, by its id. */
  #tasks: ReadonlyMap<string, string> = new Map();
  /** Which attempt is shown of each item, and what it cost. */
  #shown = new Map<string, IndexedItem>();

  constructor(directory: string) {
    this.#name = basename(directory);
    this.#follower = new RunFollower(directory, { keep: keptFacts });
  }

  /** What the run is; null before it was read. */
  get facts(): RunFacts | null {
    return this.#facts;
  }

  /**
   * Reads what is new and writes what follows from it.
   *
   * @param isWritten whether a process writes the run; null where that cannot be told from here
   * @returns its card as written
   * @throws {TouchstoneError} where the run cannot be read; this indexer is of no use then
   */
  async update(
    store: RunStore,
    isWritten: boolean | null,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<RunCard> {
    // Taken before anything is read: what comes in between is found changed the next time.
    const print = await fingerprintRun(this.#follower.directory);
    const damageBefore = this.#follower.damage.length;
    const update = await this.#follower.update(options);
    const index = this.#follower.index();
    const areScoresNew = this.#facts === null || print.others !== this.#others;
    const hasDamage = this.#follower.damage.length > damageBefore || (this.#facts?.damage.length ?? 0) > 0;
    const isWhole =
      update.isAnew ||
      areScoresNew ||
      update.hasSkips ||
      (hasDamage && update.events > 0) ||
      // Its score may have been there before it.
      (update.ended.size > 0 && print.others !== '') ||
      [...update.touched].some((key) => this.#isSameDearer(key));
    this.#others = print.others;
    const fingerprint = fingerprintText(print);
    if (isWhole) return this.#writeWhole(store, index, fingerprint, isWritten, options);
    return this.#writeOn(store, index, { fingerprint, ended: update.ended, isWritten });
  }

  /** Everything under a version of its own, which is shown once it is whole. */
  async #writeWhole(
    store: RunStore,
    index: RunIndex,
    fingerprint: string,
    isWritten: boolean | null,
    options: { readonly signal?: AbortSignal },
  ): Promise<RunCard> {
    const version = randomUUID();
    const verdicts = new VerdictBatches(store, version, index.start.identity.mode);
    const open = this.#underWay(index, isWritten);
    const sinks: RunSinks = { steps: null, verdicts, pictures: NO_PICTURES };
    const { identity } = index.start;
    const scan: ReportRunInput['scan'] = (record, task) => quickFindings(record, task, identity);
    const collected = await collectRun({ directory: index.directory, scan }, index, sinks, {
      ...options,
      written: this.#written(index),
      unfinished: [...open.values()].map(({ record }) => record),
      damage: this.#follower.damage,
    });
    await verdicts.flush();
    this.#version = version;
    this.#facts = collected.facts;
    this.#drafts = collected.drafts;
    this.#milestones = new Map(
      collected.milestones.map(({ key, milestones }) => [itemKeyText(key), milestones]),
    );
    this.#open = new Map([...open].map(([key, { record }]) => [key, record.key]));
    this.#shown = new Map(index.items);
    const tasks = this.#follower.tasks();
    for (let from = 0; from < tasks.length; from += ROWS_TOGETHER) {
      await store.stage(version, { tasks: tasks.slice(from, from + ROWS_TOGETHER) });
    }
    this.#tasks = writersOf(tasks);
    let episodes: StoredEpisode[] = [];
    for (const [key, draft] of this.#drafts) {
      episodes.push(this.#episode(key, draft, index.items.get(key), open.get(key)));
      if (episodes.length < ROWS_TOGETHER) continue;
      await store.stage(version, { episodes });
      episodes = [];
    }
    await store.stage(version, { episodes });
    const card = this.#card(index, isWritten);
    await store.put({
      run: { name: this.#name, version, fingerprint, card, facts: this.#facts },
      episodes: [],
      verdicts: [],
      tasks: [],
      gone: [],
      report: this.#report(index, collected.facts),
    });
    return card;
  }

  /** What is new, among the rows that are shown. */
  async #writeOn(
    store: RunStore,
    index: RunIndex,
    options: {
      readonly fingerprint: string;
      readonly ended: ReadonlySet<string>;
      readonly isWritten: boolean | null;
    },
  ): Promise<RunCard> {
    const before = this.#facts;
    if (before === null) throw new BugError('A run was read on before it was read');
    const { mode } = index.start.identity;
    const open = this.#underWay(index, options.isWritten);
    const episodes: StoredEpisode[] = [];
    const verdicts: StoredVerdict[] = [];
    for (const key of options.ended) {
      const item = index.items.get(key);
      const shown = this.#shown.get(key);
      if (item === undefined || (shown !== undefined && isSameAttempt(shown, item))) continue;
      const task = taskOf(index, item.task);
      const result = unscoredResult(item, task, mode);
      const draft = emptyDraft(item.key, task);
      fillDraft(draft, result);
      draft.attempts = item.attempt;
      const { formatErrors, findings } = this.#follower.kept(item) ?? NO_STEPS;
      Object.assign(draft, { formatErrors, findings });
      this.#drafts.set(key, draft);
      this.#milestones.delete(key);
      this.#shown.set(key, item);
      this.#open.delete(key);
      episodes.push(this.#episode(key, draft, item, undefined));
      verdicts.push({ key: item.key, isOwn: true, verdict: verdictOf(result) });
    }
    for (const [key, attempt] of open) {
      const { record } = attempt;
      const draft = emptyDraft(record.key, taskOf(index, record.task));
      fillUnfinished(draft, record);
      const kept = keptFacts(record, { task: draft.task, start: index.start });
      Object.assign(draft, { formatErrors: kept.formatErrors, findings: kept.findings });
      this.#drafts.set(key, draft);
      episodes.push(this.#episode(key, draft, undefined, attempt));
    }
    const gone = [...this.#open].filter(([key]) => !open.has(key) && !index.items.has(key));
    for (const [key] of gone) this.#drafts.delete(key);
    this.#open = new Map([...open].map(([key, { record }]) => [key, record.key]));
    const tasks = this.#follower.tasks();
    const gate = before.gate === null ? null : await readGateNote(index);
    this.#facts = { ...runFacts(index), damage: before.damage, isScored: before.isScored, gate };
    const card = this.#card(index, options.isWritten);
    const { fingerprint } = options;
    await store.put({
      run: { name: this.#name, version: this.#version, fingerprint, card, facts: this.#facts },
      episodes,
      verdicts,
      // One that comes before its writer in order may have begun it since.
      tasks: tasks.filter(({ writer, task }) => this.#tasks.get(task.id) !== writer),
      gone: gone.map(([, key]) => key),
      // While it is written these numbers would be those of a moment, and take longer than all else of it.
      report: card.state === 'running' ? null : this.#report(index, this.#facts),
    });
    this.#tasks = writersOf(tasks);
    return card;
  }

  /** Attempts that somebody may be at: of several writers of a run, one may say that it has ended while others go on. */
  #underWay({ status }: RunIndex, isWritten: boolean | null): ReadonlyMap<string, AttemptInProgress> {
    return status === null || isWritten === true ? this.#follower.inProgress() : new Map();
  }

  /** The same attempt counts as before, and one that does not has been paid for. */
  #isSameDearer(key: string): boolean {
    const item = this.#follower.item(key);
    const shown = this.#shown.get(key);
    if (item === undefined || shown === undefined || !isSameAttempt(shown, item)) return false;
    return JSON.stringify(shown.cost) !== JSON.stringify(item.cost);
  }

  *#written(index: RunIndex): Generator<WrittenSteps> {
    for (const item of index.items.values()) {
      const kept = this.#follower.kept(item);
      if (kept === undefined) continue;
      const { formatErrors, findings } = kept;
      yield { item: item.key, task: item.task, at: null, formatErrors, findings };
    }
  }

  #episode(
    key: string,
    draft: EpisodeDraft,
    item: IndexedItem | undefined,
    open: AttemptInProgress | undefined,
  ): StoredEpisode {
    const steps =
      open === undefined
        ? ((item && this.#follower.kept(item)) ?? NO_STEPS)
        : stepFacts(open.record, this.#facts?.start.identity.fork?.step);
    return {
      key: draft.key,
      task: draft.task.id,
      outcome: draft.outcome,
      reason: draft.reason,
      steps: draft.steps,
      completion: draft.completion,
      metric: draft.metric,
      durationMs: draft.durationMs,
      costUsd: draft.costUsd,
      tokens: draft.tokens,
      formatErrors: draft.formatErrors,
      findings: draft.findings,
      attempts: draft.attempts,
      why: draft.why,
      otherMode: draft.otherMode,
      isScored: draft.isScored,
      isOpen: open !== undefined,
      startedAt: item?.startedAt ?? open?.startedAt ?? null,
      endedAt: item?.endedAt ?? null,
      lines:
        item !== undefined
          ? { writer: item.writer, attempt: item.attempt, ...item.lines }
          : open === undefined
            ? null
            : { writer: open.writer, attempt: open.record.attempt, ...open.lines },
      path: steps.path,
      modelMs: steps.modelMs,
      deviceMs: steps.deviceMs,
      milestones: this.#milestones.get(key) ?? [],
    };
  }

  /** As `collectRun` makes it, but in an order that does not depend on when episodes were read or scored. */
  #report(index: RunIndex, facts: RunFacts): ReportRun {
    const drafts = [...this.#drafts.values()].toSorted(byKey);
    return reportRun(facts, resultRows(drafts), {
      ...agentTitle(index),
      inDimensions: areInDimensions(index.tasks.values()),
      milestones: drafts.flatMap(({ key }) => {
        const milestones = this.#milestones.get(itemKeyText(key)) ?? [];
        return milestones.length === 0 ? [] : [{ key, milestones }];
      }),
    });
  }

  #card(index: RunIndex, isWritten: boolean | null): RunCard {
    const facts = this.#facts;
    if (facts === null) throw new BugError('A run has a card before it was read');
    const drafts = [...this.#drafts.values()].toSorted(byKey);
    return makeRunCard(this.#name, facts, drafts, {
      isWritten,
      pace: this.#follower.pace,
      stoppedBy: index.stoppedBy,
      inDimensions: areInDimensions(index.tasks.values()),
    });
  }
}

function keptFacts(record: AttemptRecord, { task, start }: KeptOf): KeptFacts {
  const found = start === null ? [] : quickFindings(record, task ?? unknownTask(record.task), start.identity);
  return {
    ...stepFacts(record, start?.identity.fork?.step),
    findings: found.map(({ scanner }) => scannerName(scanner)),
  };
}

function writersOf(tasks: readonly PlacedTask[]): ReadonlyMap<string, string> {
  return new Map(tasks.map(({ writer, task }) => [task.id, writer]));
}

function isSameAttempt(a: IndexedItem, b: IndexedItem): boolean {
  return a.writer === b.writer && a.attempt === b.attempt;
}

function taskOf({ tasks }: RunIndex, id: string): Task {
  return tasks.get(id) ?? unknownTask(id);
}

function byKey({ key: a }: EpisodeDraft, { key: b }: EpisodeDraft): number {
  if (a.item !== b.item) return a.item < b.item ? -1 : 1;
  return a.repeat - b.repeat;
}

const NO_PICTURES: RunSinks['pictures'] = {
  place: async () => {
    throw new BugError('Pictures were asked for without steps');
  },
};

/** Writes verdicts many at once. */
class VerdictBatches {
  readonly #store: RunStore;
  readonly #version: string;
  readonly #mode: string;
  #held: StoredVerdict[] = [];

  constructor(store: RunStore, version: string, mode: string) {
    this.#store = store;
    this.#version = version;
    this.#mode = mode;
  }

  /** The place says nothing: a verdict is found by its episode. */
  async add(verdict: StoredVerdict['verdict'], key: ItemKey): Promise<readonly [number, number]> {
    this.#held.push({ key, isOwn: verdict.mode === this.#mode, verdict });
    if (this.#held.length >= ROWS_TOGETHER) await this.flush();
    return [0, 0];
  }

  async flush(): Promise<void> {
    const verdicts = this.#held;
    this.#held = [];
    await this.#store.stage(this.#version, { verdicts });
  }
}
