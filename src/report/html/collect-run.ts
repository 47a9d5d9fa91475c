import { isVoided, itemKeyText, type ItemKey, type Outcome } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { RunIdentity } from '../../domain/run.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import type { Task } from '../../domain/task.js';
import { TouchstoneError } from '../../errors.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readGateNote } from '../../formats/run/scores/gate-note.js';
import { readResultsInModes, unscoredResult, type RunResult } from '../../formats/run/scores/read-results.js';
import type { IndexedItem, RunIndex } from '../../formats/run/run-index.js';
import type { ItemMilestones } from '../../metrics/abilities/ability-counts.js';
import type { ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { NamedSplits } from '../../metrics/tables/splits-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { draftOf, type EpisodeDraft, type EpisodeDrafts } from './episode-table.js';
import { milestoneHits } from './milestone-hits.js';
import { whyNotPassed } from './why-not-passed.js';
import type { PictureFinder, ReportPictures } from './picture-store.js';
import { reportRun, runFacts, type DamageNote, type RunFacts } from './report-run.js';
import type { BlockPlace } from '../view/episode-columns.js';
import type { ReportEpisode } from '../view/report-episode.js';
import type { ReportRun } from '../view/report-run.js';
import type { ReportVerdict } from '../view/report-verdict.js';
import { readUnfinished } from './read-unfinished.js';
import { withoutFolders } from '../without-folders.js';
import { clip, reportEpisode } from './report-episode.js';

/** One run to report on. */
export interface ReportRunInput {
  readonly directory: string;
  /** What is shown of it, where that is not all that its journals hold. */
  readonly index?: RunIndex;
  /** What its agent does, one line. */
  readonly agentTitle?: string;
  /** What people wrote of it. */
  readonly notes?: { readonly tags: readonly string[]; readonly note: string };
  /** The benchmark's own tables of this run, where its data are available. */
  readonly tables?: readonly Table[];
  /** Its items measure several things apart, and make no rate together. */
  readonly inDimensions?: boolean;
  /** Averages over splits that the benchmark's paper prints. */
  readonly splitAverages?: readonly NamedSplits[];
  /** What it measures apart, to be compared with other runs part by part. */
  readonly parts?: readonly ComparedPart[];
  /** Its screens show data of real people; pictures of them are left out. */
  readonly showsPersonalData?: boolean;
  /** Items of the run's plan that came to no end, as far as they are known. */
  readonly notRun?: readonly ItemKey[];
  /** Pictures of the recorded world that the run happened in; without, only pictures kept with the run are shown. */
  readonly picture?: PictureFinder;
  /** What scanners find in an episode; without, nothing. */
  readonly scan?: (record: AttemptRecord, task: Task) => readonly EpisodeFinding[];
}

/** Takes what is too large to be held, and says where it is found again. */
export interface EntrySink<T> {
  add(entry: T, key: ItemKey): Promise<BlockPlace>;
}

/** Where what is read of a run goes. */
export interface RunSinks {
  /** Null: nobody wants the steps; those that were read already are given. */
  readonly steps: EntrySink<ReportEpisode> | null;
  readonly verdicts: EntrySink<ReportVerdict>;
  /** Asked with the steps. */
  readonly pictures: Pick<ReportPictures, 'place'>;
}

/** A run as the report shows it, its episodes not yet numbered. */
export interface CollectedRun {
  readonly index: RunIndex;
  readonly run: ReportRun;
  /** What {@link ReportRun} was made from, with its rows. */
  readonly facts: RunFacts;
  readonly drafts: EpisodeDrafts;
  /** Of the episodes that count for abilities. */
  readonly milestones: readonly ItemMilestones[];
  /** What metrics are computed from. */
  readonly rows: readonly ResultRow[];
  /** What it measures apart; empty where it does not. */
  readonly parts: readonly ComparedPart[];
  readonly splitAverages: readonly NamedSplits[];
}

/** The steps of an episode that are in their block already. */
export interface WrittenSteps {
  readonly item: ItemKey;
  readonly task: string;
  readonly at: BlockPlace | null;
  readonly formatErrors: number;
  /** Of each finding the name of its scanner. */
  readonly findings: readonly string[];
}

/** Writes the steps of an attempt to their block. */
export async function writeSteps(
  record: AttemptRecord,
  task: Task,
  { startedAt, outcome }: { readonly startedAt: string | null; readonly outcome: Outcome },
  { input, sinks }: { readonly input: ReportRunInput; readonly sinks: RunSinks },
): Promise<Pick<WrittenSteps, 'at' | 'formatErrors' | 'findings'>> {
  const found = input.scan?.(record, task) ?? [];
  const findings = found.map(({ scanner }) => scannerName(scanner));
  if (sinks.steps === null) {
    const errors = record.steps.filter(({ decision }) => decision?.decision.type === 'format_error');
    return { at: null, formatErrors: errors.length, findings };
  }
  const { directory, showsPersonalData, picture } = input;
  const run = { directory, isPrivate: showsPersonalData === true, find: picture };
  const episode = await reportEpisode(record, startedAt, {
    pictureOf: (screen) => sinks.pictures.place(screen, run, outcome),
  });
  const formatErrors = episode.steps.filter(({ formatError }) => formatError !== null).length;
  const shown = found.length === 0 ? episode : { ...episode, findings: found };
  return { at: await sinks.steps.add(shown, record.key), formatErrors, findings };
}

/** The name without the version: in lists, a scanner is one whichever version of it found something. */
export function scannerName(scanner: string): string {
  return scanner.replace(/@[^@]*$/, '');
}

/**
 * Reads a run once per kind of thing: what was done, its scores, its steps. Scores and steps go to their blocks as they
 * come by; what stays in memory is a row per episode. Damage becomes a problem of the report.
 */
export async function collectRun(
  input: ReportRunInput,
  index: RunIndex,
  sinks: RunSinks,
  options: CollectOptions = {},
): Promise<CollectedRun> {
  return new RunReader(input, index, sinks, options).read();
}

export interface CollectOptions {
  /** Steps that were written while the run was indexed; read here when absent. */
  readonly written?: Iterable<WrittenSteps>;
  /** Attempts that were under way when the run stopped, where they are known; found by one more pass when absent. */
  readonly unfinished?: Iterable<AttemptRecord>;
  /** What was wrong with the steps that could not be written then. */
  readonly damage?: readonly TouchstoneError[];
  readonly signal?: AbortSignal;
}

class RunReader {
  readonly #input: ReportRunInput;
  readonly #index: RunIndex;
  readonly #sinks: RunSinks;
  readonly #options: CollectOptions;
  readonly #drafts: EpisodeDrafts = new Map();
  readonly #milestones: ItemMilestones[] = [];
  readonly #damage: DamageNote[] = [];
  readonly #otherSuccess = new Map<EpisodeDraft, boolean>();
  readonly #identity: RunIdentity;
  #isScored = false;

  constructor(input: ReportRunInput, index: RunIndex, sinks: RunSinks, options: CollectOptions) {
    this.#input = input;
    this.#index = index;
    this.#sinks = sinks;
    this.#options = options;
    this.#identity = index.start.identity;
  }

  async read(): Promise<CollectedRun> {
    const { mode } = this.#identity;
    await this.#unlessDamaged(() => this.#readScores(mode));
    this.#addUnscored();
    this.#compareModes();
    const { written, damage = [] } = this.#options;
    if (written === undefined) await this.#unlessDamaged(() => this.#readSteps());
    else this.#takeSteps(written);
    for (const error of damage.slice(0, 1)) this.#addDamage(error);
    // Only a run that crashed has any, and finding them takes one more pass over its journal.
    if (this.#index.status === null) await this.#unlessDamaged(() => this.#readUnfinished());
    const { parts = [], splitAverages = [] } = this.#input;
    const gate = await readGateNote(this.#index, signalOf(this.#options));
    const facts = { ...runFacts(this.#index), damage: this.#damage, isScored: this.#isScored, gate };
    const rows = resultRows(this.#drafts.values(), this.#input.notRun);
    const options = { ...this.#input, milestones: this.#milestones };
    let run: ReportRun | null = null;
    return {
      index: this.#index,
      // Takes longest, and an index makes its own.
      get run(): ReportRun {
        return (run ??= reportRun(facts, rows, options));
      },
      facts,
      milestones: this.#milestones,
      drafts: this.#drafts,
      rows,
      parts,
      splitAverages,
    };
  }

  /** Both modes in one pass: the run's own is what the report counts, the other is compared with it. */
  async #readScores(mode: Mode): Promise<void> {
    const modes: readonly Mode[] =
      mode === 'reference' ? ['reference', 'corrected'] : ['corrected', 'reference'];
    for await (const result of readResultsInModes(this.#index, modes, this.#options)) {
      if (result.result.mode === mode) await this.#addOwnScore(result);
      else await this.#addOtherScore(result);
    }
  }

  async #addOwnScore(result: RunResult): Promise<void> {
    this.#isScored ||= isScored(result);
    this.#addResult(result);
    const draft = draftOf(this.#drafts, result.key, result.task);
    if (result.outcome !== 'not_run') {
      draft.verdictAt = await this.#sinks.verdicts.add(verdictOf(result), result.key);
    }
    // What a voided episode missed says nothing about an ability.
    const milestones = isVoided(result.outcome) ? [] : milestoneHits(result.result);
    if (milestones.length > 0) this.#milestones.push({ key: result.key, milestones });
  }

  async #addOtherScore(result: RunResult): Promise<void> {
    if (!isScored(result)) return;
    const draft = draftOf(this.#drafts, result.key, result.task);
    draft.otherVerdictAt = await this.#sinks.verdicts.add(verdictOf(result), result.key);
    const { success } = result.result;
    if (success !== null) this.#otherSuccess.set(draft, success);
  }

  /** Once both modes are known: where the other one would have judged otherwise. */
  #compareModes(): void {
    for (const [draft, success] of this.#otherSuccess) {
      const own = draft.outcome === 'passed';
      if (!isVoided(draft.outcome) && success !== own) draft.otherMode = success;
    }
    this.#otherSuccess.clear();
  }

  #addResult(result: RunResult): void {
    fillDraft(draftOf(this.#drafts, result.key, result.task), result);
  }

  /** Episodes that a damaged score file says nothing about; they must not vanish. */
  #addUnscored(): void {
    const { mode } = this.#identity;
    for (const item of this.#index.items.values()) {
      const task = this.#taskOf(item.task);
      const draft = draftOf(this.#drafts, item.key, task);
      draft.attempts = item.attempt;
      if (draft.verdictAt === null) this.#addResult(unscoredResult(item, task, mode));
    }
  }

  async #readSteps(): Promise<void> {
    for await (const { item, task, record } of readEpisodes(this.#index, this.#options)) {
      await this.#addSteps(item.key, task, record, item);
    }
  }

  #takeSteps(written: Iterable<WrittenSteps>): void {
    for (const { item, task, at, ...rest } of written) {
      const { formatErrors, findings } = rest;
      Object.assign(draftOf(this.#drafts, item, this.#taskOf(task)), { stepsAt: at, formatErrors, findings });
    }
  }

  async #readUnfinished(): Promise<void> {
    const records = this.#options.unfinished ?? (await readUnfinished(this.#index, this.#options));
    for (const record of records) {
      fillUnfinished(await this.#addSteps(record.key, this.#taskOf(record.task), record, null), record);
    }
  }

  async #addSteps(
    key: ItemKey,
    task: Task,
    record: AttemptRecord,
    item: IndexedItem | null,
  ): Promise<EpisodeDraft> {
    const draft = draftOf(this.#drafts, key, task);
    const sources = { input: this.#input, sinks: this.#sinks };
    const shown = { startedAt: item?.startedAt ?? null, outcome: draft.outcome };
    const { at, ...rest } = await writeSteps(record, task, shown, sources);
    return Object.assign(draft, { stepsAt: at, ...rest });
  }

  /** Damage half-way through a run must not keep back what was read before it. */
  async #unlessDamaged(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      this.#addDamage(error);
    }
  }

  #addDamage({ message, hint }: TouchstoneError): void {
    this.#damage.push({ message, hint: hint ?? null });
  }

  #taskOf(id: string): Task {
    return this.#index.tasks.get(id) ?? unknownTask(id);
  }
}

/** Stands for a task that the journal lacks. */
export function unknownTask(id: string): Task {
  return { id, instructions: { en: id }, apps: [], tags: [], milestones: [], evaluators: [] };
}

/** What an episode came to. */
export function fillDraft(draft: EpisodeDraft, result: RunResult): void {
  const { cost, end } = result;
  const hasPrice = cost.calls > 0 && cost.unpriced < cost.calls;
  Object.assign(draft, {
    outcome: result.outcome,
    reason: end.reason,
    steps: result.steps,
    completion: result.result.completion,
    metric: result.result.metric ?? null,
    durationMs: result.durationMs,
    costUsd: hasPrice ? cost.costUsd : null,
    tokens: cost.calls > 0 ? cost.inputTokens + cost.outputTokens : null,
    why: whyNotPassed(result),
    isScored: isScored(result),
  });
}

/** How far an episode came that is under way, or was when its run stopped. */
export function fillUnfinished(draft: EpisodeDraft, record: AttemptRecord): void {
  draft.attempts = record.attempt;
  draft.steps = record.completeSteps;
  draft.durationMs = record.durationMs;
}

/** What metrics count: an episode that was under way, or never begun, among what was not run. */
export function resultRows(
  drafts: Iterable<Pick<EpisodeDraft, 'key' | 'outcome' | 'completion' | 'steps' | 'metric'>>,
  notRun: readonly ItemKey[] = [],
): readonly ResultRow[] {
  const known = new Set<string>();
  const rows: ResultRow[] = [];
  for (const { key, outcome, completion, steps, metric } of drafts) {
    if (notRun.length > 0) known.add(itemKeyText(key));
    rows.push({ key, outcome, completion, steps, ...(metric === null ? {} : { metric }) });
  }
  for (const key of notRun) {
    if (!known.has(itemKeyText(key))) rows.push({ key, outcome: 'not_run', completion: null, steps: 0 });
  }
  return rows;
}

function isScored({ result }: RunResult): boolean {
  return result.scores.length > 0 || result.success !== null;
}

/** The verdict of one mode as its page shows it. */
export function verdictOf({ result, end, passScores }: RunResult): ReportVerdict {
  const { mode, success, completion, scores } = result;
  const { message, ...rest } = end;
  return {
    mode,
    end: message === undefined ? rest : { ...rest, message: clip(withoutFolders(message)) },
    success,
    completion,
    scores: [...scores, ...passScores],
  };
}

function signalOf({ signal }: { readonly signal?: AbortSignal }): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
