import { isVoided, itemKeyText, outcomeOf, type ItemKey, type Outcome } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { sampleText, type RunIdentity } from '../../domain/run.js';
import type { Task } from '../../domain/task.js';
import { TouchstoneError } from '../../errors.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readGateNote, type GateNote } from '../../formats/run/scores/gate-note.js';
import { readResultsInModes, type RunResult } from '../../formats/run/scores/read-results.js';
import { isVoidEnd, type IndexedItem, type RunIndex } from '../../formats/run/run-index.js';
import { abilityRate } from '../../metrics/abilities/ability-rate.js';
import { countAbilities, type ItemMilestones } from '../../metrics/abilities/ability-counts.js';
import type { ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { NamedSplits } from '../../metrics/tables/splits-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { agentKind } from './agent-kind.js';
import type { BlockWriter } from './block-writer.js';
import { draftOf, type EpisodeDraft, type EpisodeDrafts } from './episode-table.js';
import { milestoneHits } from './milestone-hits.js';
import { whyNotPassed } from './why-not-passed.js';
import type { PictureFinder, ReportPictures } from './picture-store.js';
import type { BlockPlace } from '../view/episode-columns.js';
import type { ReportAbility, ReportRun } from '../view/report-run.js';
import type { ReportProblem } from '../view/report-problem.js';
import type { ReportVerdict } from '../view/report-verdict.js';
import { readUnfinished } from './read-unfinished.js';
import { withoutFolders } from '../without-folders.js';
import { clip, reportEpisode } from './report-episode.js';
import { dimensionsSummary, runSummary } from './run-summary.js';

/** One run to report on. */
export interface ReportRunInput {
  readonly directory: string;
  /** What its agent does, one line. */
  readonly agentTitle?: string;
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
}

/** Where what is read of a run goes. */
export interface RunSinks {
  readonly steps: BlockWriter;
  readonly verdicts: BlockWriter;
  readonly pictures: ReportPictures;
}

/** A run as the report shows it, its episodes not yet numbered. */
export interface CollectedRun {
  readonly index: RunIndex;
  readonly run: ReportRun;
  readonly drafts: EpisodeDrafts;
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
  readonly at: BlockPlace;
  readonly formatErrors: number;
}

/** Writes the steps of an attempt to their block. */
export async function writeSteps(
  record: AttemptRecord,
  startedAt: string | null,
  outcome: Outcome,
  { input, sinks }: { readonly input: ReportRunInput; readonly sinks: RunSinks },
): Promise<Pick<WrittenSteps, 'at' | 'formatErrors'>> {
  const { directory, showsPersonalData, picture } = input;
  const run = { directory, isPrivate: showsPersonalData === true, find: picture };
  const episode = await reportEpisode(record, startedAt, (screen) =>
    sinks.pictures.place(screen, run, outcome),
  );
  const formatErrors = episode.steps.filter(({ formatError }) => formatError !== null).length;
  return { at: await sinks.steps.add(episode), formatErrors };
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
  readonly #otherSuccess = new Map<EpisodeDraft, boolean>();
  readonly #problems: ReportProblem[] = [];
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
    this.#judge();
    const rows = this.#rows();
    const { parts = [], splitAverages = [] } = this.#input;
    const gate = await readGateNote(this.#index, signalOf(this.#options));
    return {
      index: this.#index,
      run: this.#reportRun(rows, gate),
      drafts: this.#drafts,
      rows,
      parts,
      splitAverages,
    };
  }

  /** What metrics count: an episode that was under way, or never begun, among what was not run. */
  #rows(): readonly ResultRow[] {
    const rows = [...this.#drafts.values()].map(({ key, outcome, completion, steps, metric }): ResultRow => ({
      key,
      outcome,
      completion,
      steps,
      ...(metric === null ? {} : { metric }),
    }));
    for (const key of this.#input.notRun ?? []) {
      if (this.#drafts.has(itemKeyText(key))) continue;
      rows.push({ key, outcome: 'not_run', completion: null, steps: 0 });
    }
    return rows;
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
    if (result.outcome !== 'not_run') draft.verdictAt = await this.#sinks.verdicts.add(verdictOf(result));
    // What a voided episode missed says nothing about an ability.
    const milestones = isVoided(result.outcome) ? [] : milestoneHits(result.result);
    if (milestones.length > 0) this.#milestones.push({ key: result.key, milestones });
  }

  async #addOtherScore(result: RunResult): Promise<void> {
    if (!isScored(result)) return;
    const draft = draftOf(this.#drafts, result.key, result.task);
    draft.otherVerdictAt = await this.#sinks.verdicts.add(verdictOf(result));
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
    const { cost, end } = result;
    const hasPrice = cost.calls > 0 && cost.unpriced < cost.calls;
    Object.assign(draftOf(this.#drafts, result.key, result.task), {
      outcome: result.outcome,
      reason: end.reason,
      steps: result.steps,
      completion: result.result.completion,
      metric: result.result.metric ?? null,
      durationMs: result.durationMs,
      costUsd: hasPrice ? cost.costUsd : null,
      tokens: cost.calls > 0 ? cost.inputTokens + cost.outputTokens : null,
      why: whyNotPassed(result),
    });
  }

  /** Episodes that a damaged score file says nothing about; they must not vanish. */
  #addUnscored(): void {
    const { mode } = this.#identity;
    for (const item of this.#index.items.values()) {
      const task = this.#taskOf(item.task);
      const draft = draftOf(this.#drafts, item.key, task);
      draft.attempts = item.attempt;
      if (draft.verdictAt !== null) continue;
      this.#addResult({
        key: item.key,
        task,
        end: item.end,
        steps: item.steps,
        outcome: outcomeOf(item.end, null),
        result: { mode, scores: [], success: null, completion: null },
        failure: item.failure,
        cost: item.cost,
        durationMs: item.durationMs,
        passScores: [],
      });
    }
  }

  async #readSteps(): Promise<void> {
    for await (const { item, task, record } of readEpisodes(this.#index, this.#options)) {
      await this.#addSteps(item.key, task, record, item);
    }
  }

  #takeSteps(written: Iterable<WrittenSteps>): void {
    for (const { item, task, at, formatErrors } of written) {
      Object.assign(draftOf(this.#drafts, item, this.#taskOf(task)), { stepsAt: at, formatErrors });
    }
  }

  async #readUnfinished(): Promise<void> {
    for (const record of await readUnfinished(this.#index, this.#options)) {
      const draft = await this.#addSteps(record.key, this.#taskOf(record.task), record, null);
      draft.attempts = record.attempt;
      draft.steps = record.completeSteps;
      draft.durationMs = record.durationMs;
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
    const { at, formatErrors } = await writeSteps(record, item?.startedAt ?? null, draft.outcome, sources);
    return Object.assign(draft, { stepsAt: at, formatErrors });
  }

  /** Notes what is missing of the run as a whole. */
  #judge(): void {
    const { items, start, status } = this.#index;
    const counts = [items.size, start.planned];
    const note = (kind: ReportProblem['kind']): void => {
      this.#problems.push({ kind, place: this.#input.directory, message: null, hint: null, counts });
    };
    if (items.size === 0) note('no-episodes');
    else if (status !== 'complete' && status !== 'decided' && items.size < start.planned) note('unfinished');
    const voided = [...items.values()].filter(({ end }) => isVoidEnd(end)).length;
    if (items.size > 0 && voided === items.size) note('voided');
    else if (items.size > 0 && !this.#isScored) note('unscored');
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
    this.#problems.push({
      kind: 'damaged',
      place: this.#input.directory,
      message,
      hint: hint ?? null,
      counts: [],
    });
  }

  #taskOf(id: string): Task {
    const placeholder = { instructions: { en: id }, apps: [], tags: [], milestones: [], evaluators: [] };
    return this.#index.tasks.get(id) ?? { id, ...placeholder };
  }

  #reportRun(rows: readonly ResultRow[], gate: GateNote | null): ReportRun {
    const { start, status } = this.#index;
    const { agent, benchmark, models, mode } = this.#identity;
    const modelNames = Object.entries(models).map(([role, model]) => `${role}: ${modelName(model)}`);
    return {
      id: start.run,
      label: [agent.name, ...new Set(Object.values(models).map(modelName))].join(' · '),
      kind: agentKind(this.#identity),
      agent: `${agent.name} ${agent.version}`,
      agentTitle: this.#input.agentTitle ?? null,
      models: modelNames,
      benchmark: benchmarkText(benchmark),
      mode,
      language: benchmark.language,
      startedAt: start.at,
      status: status ?? 'crashed',
      planned: start.planned,
      inDimensions: this.#input.inDimensions === true,
      summary:
        this.#input.inDimensions === true
          ? dimensionsSummary(this.#index, rows)
          : runSummary(this.#index, rows),
      abilities: this.#abilities(),
      tables: this.#input.tables ?? [],
      identity: flatten(this.#identity),
      identityHash: start.identityHash,
      problems: this.#problems,
      warnings: start.warnings,
      gate: gate === null ? null : { met: gate.met, sentences: gate.checks.map(({ sentence }) => sentence) },
    };
  }

  #abilities(): readonly ReportAbility[] {
    return countAbilities(this.#milestones).map((count) => {
      const { ability, hit, total, interval } = abilityRate(count);
      return {
        ability,
        reached: hit,
        counted: total,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
      };
    });
  }
}

function isScored({ result }: RunResult): boolean {
  return result.scores.length > 0 || result.success !== null;
}

function verdictOf({ result, end, passScores }: RunResult): ReportVerdict {
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

function modelName(model: Readonly<Record<string, unknown>>): string {
  const name = model['model'] ?? model['modelId'] ?? model['name'];
  return typeof name === 'string' ? name : JSON.stringify(model);
}

/** `mine (version 1)`; the split where that is not all of it. */
function benchmarkText({ name, version, split, sample }: RunIdentity['benchmark']): string {
  const drawn = sample === undefined ? '' : `, ${sampleText(sample)}`;
  return `${name}${split === 'all' ? '' : `, split ${split}`}${drawn} (version ${version})`;
}

function signalOf({ signal }: { readonly signal?: AbortSignal }): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** A configuration as one line per entry. */
function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path, JSON.stringify(value)]];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, '{}']];
  return entries.flatMap(([name, entry]) => flatten(entry, path === '' ? name : `${path}.${name}`));
}
