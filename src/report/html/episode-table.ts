import { compareText } from '../../domain/collections/compare-text.js';
import { itemKeyText, type ItemKey, type Outcome } from '../../domain/episode.js';
import { compileMilestones } from '../../domain/milestones/milestone-progress.js';
import type { ItemMetric } from '../../domain/scores/main-metric.js';
import type { Task } from '../../domain/task.js';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { BlockPlace, EpisodeColumns } from '../view/episode-columns.js';
import type { ReportTask } from '../view/report-task.js';

/** One row of the report's table of episodes, as a run's reader fills it in. */
export interface EpisodeDraft {
  readonly key: ItemKey;
  readonly task: Task;
  outcome: Outcome;
  reason: string | null;
  steps: number;
  completion: number | null;
  /** Its part of the main metric; only what is computed over all of them is shown. */
  metric: ItemMetric | null;
  durationMs: number;
  costUsd: number | null;
  tokens: number | null;
  formatErrors: number;
  /** Of each finding the name of its scanner. */
  findings: readonly string[];
  attempts: number;
  why: string;
  otherMode: boolean | null;
  /** Whether anybody has judged it. */
  isScored: boolean;
  stepsAt: BlockPlace | null;
  verdictAt: BlockPlace | null;
  otherVerdictAt: BlockPlace | null;
}

/** Tasks and episodes of all runs. Tasks of the same benchmark and id are one task. */
export class EpisodeTable {
  readonly tasks: ReportTask[] = [];
  readonly reasons: string[] = [];
  readonly scanners: string[] = [];
  readonly #taskNumbers = new Map<string, number>();
  readonly #reasonNumbers = new Map<string, number>();
  readonly #rows: { readonly run: number; readonly task: number; readonly draft: EpisodeDraft }[] = [];

  /** Adds the tasks of a run, so that they come in the order in which it met them. */
  addTasks(benchmark: string, tasks: Iterable<Task>): void {
    for (const task of tasks) this.#taskNumber(benchmark, task);
  }

  /** Adds the episodes of a run, in order of tasks and repeats. */
  add(run: number, benchmark: string, drafts: Iterable<EpisodeDraft>): void {
    const rows = [...drafts].map((draft) => ({ run, task: this.#taskNumber(benchmark, draft.task), draft }));
    rows.sort(
      (a, b) =>
        a.task - b.task ||
        compareText(a.draft.key.item, b.draft.key.item) ||
        a.draft.key.repeat - b.draft.key.repeat,
    );
    for (const row of rows) this.#rows.push(row);
  }

  columns(): EpisodeColumns {
    const rows = this.#rows;
    return {
      run: rows.map(({ run }) => run),
      task: rows.map(({ task }) => task),
      item: rows.map(({ draft }) => draft.key.item),
      repeat: rows.map(({ draft }) => draft.key.repeat),
      outcome: rows.map(({ draft }) => OUTCOMES.indexOf(draft.outcome)),
      reason: rows.map(({ draft }) => this.#reasonNumber(draft.reason)),
      steps: rows.map(({ draft }) => draft.steps),
      completion: rows.map(({ draft }) => rounded(draft.completion, 1e4)),
      durationMs: rows.map(({ draft }) => Math.round(draft.durationMs)),
      costUsd: rows.map(({ draft }) => rounded(draft.costUsd, 1e6)),
      tokens: rows.map(({ draft }) => draft.tokens),
      formatErrors: rows.map(({ draft }) => draft.formatErrors),
      findings: rows.map(({ draft }) => draft.findings.map((name) => this.#scannerNumber(name))),
      attempts: rows.map(({ draft }) => draft.attempts),
      why: rows.map(({ draft }) => draft.why),
      otherMode: rows.map(({ draft }) => draft.otherMode),
      stepsAt: rows.map(({ draft }) => draft.stepsAt),
      verdictAt: rows.map(({ draft }) => draft.verdictAt),
      otherVerdictAt: rows.map(({ draft }) => draft.otherVerdictAt),
    };
  }

  #taskNumber(benchmark: string, task: Task): number {
    const key = `${benchmark}\n${task.id}`;
    const known = this.#taskNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.tasks.push(reportTask(benchmark, task)) - 1;
    this.#taskNumbers.set(key, number);
    return number;
  }

  #scannerNumber(name: string): number {
    const known = this.scanners.indexOf(name);
    return known === -1 ? this.scanners.push(name) - 1 : known;
  }

  #reasonNumber(reason: string | null): number {
    if (reason === null) return -1;
    const known = this.#reasonNumbers.get(reason);
    if (known !== undefined) return known;
    const number = this.reasons.push(reason) - 1;
    this.#reasonNumbers.set(reason, number);
    return number;
  }
}

/** An episode of which nothing is known yet but its name. */
export function emptyDraft(key: ItemKey, task: Task): EpisodeDraft {
  return {
    key,
    task,
    outcome: 'not_run',
    reason: null,
    steps: 0,
    completion: null,
    metric: null,
    durationMs: 0,
    costUsd: null,
    tokens: null,
    formatErrors: 0,
    findings: [],
    attempts: 0,
    why: '',
    otherMode: null,
    isScored: false,
    stepsAt: null,
    verdictAt: null,
    otherVerdictAt: null,
  };
}

/** Drafts by item key text. */
export type EpisodeDrafts = Map<string, EpisodeDraft>;

export function draftOf(drafts: EpisodeDrafts, key: ItemKey, task: Task): EpisodeDraft {
  const text = itemKeyText(key);
  let draft = drafts.get(text);
  if (draft === undefined) {
    draft = emptyDraft(key, task);
    drafts.set(text, draft);
  }
  return draft;
}

function reportTask(benchmark: string, task: Task): ReportTask {
  const leaves = compileMilestones(task.milestones).leaves;
  return {
    id: task.id,
    benchmark,
    instructions: task.instructions,
    apps: task.apps,
    abilities: [...new Set(leaves.flatMap(({ abilities }) => abilities))],
    optimalSteps: task.optimalSteps ?? null,
  };
}

/** Digits that nobody sees would double the size of the report. */
function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * digits) / digits;
}
