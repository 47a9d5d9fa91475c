import { join } from 'node:path';
import { areInDimensions } from '../../benchmarks/dimensions/dimension.js';
import type { Task } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { resultRows, unknownTask } from '../../report/html/collect-run.js';
import { emptyDraft, type EpisodeDraft } from '../../report/html/episode-table.js';
import { reportRun, type RunFacts } from '../../report/html/report-run.js';
import { composeIndex, type RunWithEpisodes } from '../../report/view/compose-index.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import type { ReportProblem } from '../../report/view/report-problem.js';
import type { ReportRun } from '../../report/view/report-run.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { ListedEpisode, RunListing, StoredRun } from '../../storage/run-store.js';
import { VERSION } from '../../version.js';
import { agentTitle } from '../results/agent-label.js';
import { RecentAnswers } from './recent-answers.js';
import { MOST_RUNS_TOGETHER } from './results-folder.js';
import type { RunBenchmarks, RunExtras } from './run-extras.js';

/** Milliseconds that an index waits for the benchmark's tables; they come later otherwise, with an event of the run. */
const TABLES_WAIT_MS = 150;
/** Episodes of a run whose tables take longer than anybody waits; they are begun when its rows have been given, in milliseconds. */
const MANY_EPISODES = 2000;
const TABLES_LATER_MS = 1000;
/** Episodes that kept indexes have together: some ten megabytes. */
const MOST_EPISODES_KEPT = 50_000;
/** Runs whose numbers are kept; some kilobytes each. */
const MOST_RUNS_KEPT = 200;

/** Where the runs of indexes come from. */
export interface IndexedRuns {
  /** @throws {UserError} where there is none */
  run(name: string): Promise<StoredRun>;
  /** @throws {UserError} where there is none */
  listing(name: string): Promise<RunListing>;
  /** Called when the benchmark's tables of a run have come after the run was shown without. */
  onExtras(card: RunCard): void;
}

/** What is asked for together, and what it was made of. */
interface AskedRun {
  readonly run: StoredRun;
  readonly extras: RunExtras | null;
}

/** Composes sets of runs with their episodes; what was composed is given again until one of its runs has changed. */
export class ReportIndexes {
  readonly #folder: string;
  readonly #benchmarks: RunBenchmarks;
  readonly #runs: IndexedRuns;
  readonly #composed = new RecentAnswers<ReportIndex>(MOST_EPISODES_KEPT);
  readonly #summed = new RecentAnswers<ReportRun>(MOST_RUNS_KEPT);

  /** @param folder absolute */
  constructor(folder: string, benchmarks: RunBenchmarks, runs: IndexedRuns) {
    this.#folder = folder;
    this.#benchmarks = benchmarks;
    this.#runs = runs;
  }

  /**
   * Some runs with their episodes, and how they compare; the first is the base.
   *
   * @throws {UserError} for a run that is not there, none, or more than `MOST_RUNS_TOGETHER`
   */
  async index(runs: readonly string[]): Promise<ReportIndex> {
    const names = [...new Set(runs)];
    if (names.length === 0 || names.length > MOST_RUNS_TOGETHER) {
      throw new UserError(`${names.length} runs cannot be shown together`, {
        hint: `Choose 1 to ${MOST_RUNS_TOGETHER} runs.`,
      });
    }
    const asked: AskedRun[] = [];
    for (const name of names) {
      const run = await this.#runs.run(name);
      asked.push({ run, extras: await this.#extras(run) });
    }
    const print = JSON.stringify(asked.map(printOf));
    return this.#composed.get(JSON.stringify(names), print, async () => {
      const value = await this.#compose(asked);
      return { value, size: value.episodes.run.length };
    });
  }

  async #compose(asked: readonly AskedRun[]): Promise<ReportIndex> {
    const problems: ReportProblem[] = [];
    const shown: (RunWithEpisodes & { readonly name: string; readonly facts: RunFacts })[] = [];
    for (const { run: known, extras } of asked) {
      const { name } = known;
      const place = join(this.#folder, name);
      const listing = await this.#runs.listing(name);
      const { facts, card } = listing.run;
      if (facts === null) {
        problems.push({ kind: 'unreadable', place, message: card.problem, hint: null, counts: [] });
        continue;
      }
      const same = shown.find((other) => isSameRun(other.facts, facts));
      if (same !== undefined) {
        const message = `It is run ${facts.start.run} once more, as in ${same.name}, and is left out`;
        problems.push({ kind: 'copy', place, message, hint: null, counts: [] });
        continue;
      }
      shown.push({ ...(await this.#withEpisodes(listing, facts, extras)), name, facts });
    }
    return composeIndex(shown, {
      touchstone: VERSION,
      writtenAt: new Date(),
      title: null,
      language: null,
      problems,
      shownFrom: join(this.#folder, 'index'),
    });
  }

  async #extras({ name, fingerprint, card, facts }: StoredRun): Promise<RunExtras | null> {
    if (facts === null || card.state === 'running') return null;
    const isLarge = card.planned > MANY_EPISODES;
    return this.#benchmarks.extras(join(this.#folder, name), fingerprint, {
      ...(isLarge ? { waitMs: 0, beginsAfterMs: TABLES_LATER_MS } : { waitMs: TABLES_WAIT_MS }),
      onMade: () => this.#runs.onExtras(card),
    });
  }

  async #withEpisodes(
    { run, tasks, episodes, report }: RunListing,
    facts: RunFacts,
    extras: RunExtras | null,
  ): Promise<RunWithEpisodes> {
    const { name, version, revision } = run;
    const directory = join(this.#folder, name);
    const notRun = extras?.notRun ?? [];
    const rows = resultRows(episodes, notRun);
    // Its numbers take longest, and do not depend on what it is shown with.
    const print = JSON.stringify([version, revision, notRun]);
    const summed = await this.#summed.get(name, print, async () => {
      if (report !== null && notRun.length === 0) return { value: inFolder(report, directory), size: 1 };
      const value = reportRun({ ...facts, directory }, rows, {
        milestones: episodes.filter(({ milestones }) => milestones.length > 0),
        ...agentTitle(facts),
        inDimensions: areInDimensions(tasks),
      });
      return { value, size: 1 };
    });
    const byId = new Map(tasks.map((task) => [task.id, task]));
    return {
      index: facts,
      run: { ...summed, id: name, tables: extras?.tables ?? [] },
      rows,
      parts: extras?.parts ?? [],
      splitAverages: extras?.splitAverages ?? [],
      tasks,
      drafts: episodes.map((episode) => draftOf(episode, byId)),
    };
  }
}

/** Numbers of what benchmarks added, in the order in which it came. */
const NUMBERS = new WeakMap<RunExtras, number>();
let numbered = 0;

/** Differs where anything that an index shows of the run may; tables are made anew when a benchmark can be opened at last. */
function printOf({ run, extras }: AskedRun): readonly unknown[] {
  return [run.version, run.revision, run.fingerprint, extras === null ? null : numberOf(extras)];
}

function numberOf(extras: RunExtras): number {
  const number = NUMBERS.get(extras) ?? (numbered += 1);
  NUMBERS.set(extras, number);
  return number;
}

/** Where it lies now: the folder may have been moved since it was indexed. */
function inFolder(report: ReportRun, place: string): ReportRun {
  return { ...report, problems: report.problems.map((problem) => ({ ...problem, place })) };
}

/** An episode as columns have it; its steps and verdicts are asked for. */
function draftOf(episode: ListedEpisode, tasks: ReadonlyMap<string, Task>): EpisodeDraft {
  const { key, task, milestones: _milestones, ...values } = episode;
  return { ...emptyDraft(key, tasks.get(task) ?? unknownTask(task)), ...values };
}
