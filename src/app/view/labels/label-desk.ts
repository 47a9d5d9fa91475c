import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { itemKeyText, type Outcome } from '../../../domain/episode.js';
import {
  EpisodeLabelSchema,
  type EpisodeLabel,
  type EpisodeLabelPass,
} from '../../../domain/scores/episode-label.js';
import type { FailureCauses } from '../../../domain/scores/failure-causes.js';
import { describeIssue } from '../../../domain/text/describe-issue.js';
import { UserError } from '../../../errors.js';
import { isSameRun } from '../../../formats/run/same-run.js';
import { appendEpisodeLabel, readEpisodeLabels } from '../../../formats/labels/episode-labels.js';
import {
  currentLabels,
  personLabels,
  resolveEpisode,
  type CurrentLabels,
} from '../../../metrics/labels/current-labels.js';
import { causesTable } from '../../../metrics/labels/causes-table.js';
import { labelAgreement, type LabelAgreement } from '../../../metrics/labels/label-agreement.js';
import { labelQueue } from '../../../metrics/labels/label-queue.js';
import type { Table } from '../../../metrics/tables/table.js';
import type {
  GivenLabel,
  LabelCase,
  LabelQueueView,
  LabelSummary,
} from '../../../report/view/served/label-case.js';
import { blindView } from './blind-view.js';
import { requireTurn } from './label-turn-error.js';
import { PUBLISHED_CAUSES } from '../../../registry/part-notes.js';
import { NotThereError } from '../not-there-error.js';
import { runDirectory } from '../run-directory.js';
import type { ResultsFolder } from '../results-folder.js';
import type { EpisodeOutline, RunEpisodes } from '../run-episodes.js';
import { stepScreen, type ScreenName } from '../step-screen.js';

/** Which episodes of some runs people are asked about. */
export interface LabelSelection {
  readonly runs: readonly string[];
  /** All that were judged, or those that failed by the rules. */
  readonly wanted: 'all' | 'failed';
  /** How many, drawn at random over all runs; null for all. */
  readonly sample: number | null;
  /** Decides draw and order, equal for everybody. */
  readonly seed: number;
}

/** An episode that people are asked about. */
interface Asked extends EpisodeOutline {
  readonly id: string;
  readonly run: string;
}

/** What people are asked about episodes of a folder's runs, and what they said. Labels are in a side-file of each run. */
export class LabelDesk {
  readonly #folder: ResultsFolder;
  readonly #ownCauses: readonly FailureCauses[];
  readonly #now: () => Date;
  readonly #known = new WeakMap<RunEpisodes, ReadonlyMap<string, Asked>>();

  constructor(
    folder: ResultsFolder,
    options: { readonly causes?: readonly FailureCauses[]; readonly now?: () => Date } = {},
  ) {
    this.#folder = folder;
    this.#ownCauses = options.causes ?? [];
    this.#now = options.now ?? (() => new Date());
  }

  /** Sets of causes to choose from: the user's own first, then those of papers. */
  get causes(): readonly FailureCauses[] {
    return [...this.#ownCauses, ...PUBLISHED_CAUSES];
  }

  async queue(
    selection: LabelSelection,
    { labeller, pass }: { readonly labeller: string; readonly pass: EpisodeLabelPass },
  ): Promise<LabelQueueView> {
    const asked = await this.#asked(selection);
    const labels = await this.#labels(selection.runs);
    const { open, done } = labelQueue(
      asked.map(({ id }) => id),
      labels,
      { labeller, pass },
    );
    return { labeller, pass, open, done, causes: this.causes };
  }

  /**
   * @throws {NotThereError} for a case that is not among the runs'
   * @throws {LabelTurnError} where it is not this person's turn to see more than a blind pass shows
   */
  async case(
    runs: readonly string[],
    id: string,
    { labeller, pass }: { readonly labeller: string; readonly pass: EpisodeLabelPass },
  ): Promise<LabelCase> {
    const { run, key, instruction, apps } = await this.#find(runs, id);
    const view = await this.#folder.episode(run, key.item, key.repeat);
    const labels = (await this.#labels(runs)).get(id) ?? [];
    // Blind, it may be looked at again.
    if (pass !== 'blind') requireTurn(labels, { labeller, pass });
    const isBlind = pass === 'blind';
    const others = personLabels(labels).filter((label) => label.labeller !== labeller);
    return {
      id,
      instruction,
      apps,
      view: isBlind ? blindView(view, id) : view,
      of: isBlind ? null : { run, ...key },
      own: labels.find((label) => label.labeller === labeller && label.pass === pass) ?? null,
      others:
        pass === 'adjudication'
          ? others.map((label, place) => ({ ...label, labeller: String(place + 1) }))
          : [],
    };
  }

  /** The screen of a step of a case, whose own address would give away what it is of. @throws {NotThereError} */
  async pictureOf(
    runs: readonly string[],
    id: string,
    step: number,
  ): Promise<{ readonly run: string; readonly screen: ScreenName }> {
    const { run, key } = await this.#find(runs, id);
    const view = await this.#folder.episode(run, key.item, key.repeat);
    const shown = view.episode.steps[step];
    const screen = shown === undefined ? null : stepScreen(shown);
    if (screen === null) throw new NotThereError(`step ${step} has no picture`);
    return { run, screen };
  }

  /** Writes a label down; on disk when it resolves. @throws {UserError} for one that does not fit @throws {LabelTurnError} */
  async give(given: GivenLabel): Promise<EpisodeLabel> {
    const { runs, id, ...said } = given;
    const { run, key } = await this.#find(runs, id);
    const read = EpisodeLabelSchema.safeParse({ ...said, ...key, at: this.#now().toISOString() });
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new UserError(`the label does not fit: ${issue === undefined ? '' : describeIssue(issue)}`);
    }
    const { cause } = read.data;
    const set = this.causes.find((one) => one.id === cause?.set);
    if (cause !== null && set?.causes.some((one) => one.id === cause.cause) !== true) {
      throw new UserError(`there is no cause ${cause.cause} in a set ${cause.set}`);
    }
    requireTurn((await this.#labels(runs)).get(id) ?? [], read.data);
    await appendEpisodeLabel(join(this.#folder.path, run), read.data);
    return read.data;
  }

  /** How far people agree in a pass, over all episodes of the runs. */
  async agreement(runs: readonly string[], pass: 'blind' | 'informed'): Promise<LabelAgreement> {
    return labelAgreement(await this.#labels(runs), pass);
  }

  /**
   * Agreement and causes together, as pages show them; in the adjudication, agreement of the blind pass. None of the causes in the
   * blind pass: a table by agent that changes with each label says whose the case was.
   */
  async summary(runs: readonly string[], pass: EpisodeLabelPass): Promise<LabelSummary> {
    const agreed = pass === 'informed' ? 'informed' : 'blind';
    const { labellers, pairs, group, disagreed } = await this.agreement(runs, agreed);
    return {
      labellers,
      pairs: pairs.map(({ labellers: [one, other], ...kappas }) => ({ labellers: [one, other], ...kappas })),
      group: group.fleiss,
      disagreed,
      causes: pass === 'blind' ? [] : await this.causeTables(runs),
    };
  }

  /** For each set of causes that somebody used, how often each run's agent failed for which. */
  async causeTables(runs: readonly string[]): Promise<readonly Table[]> {
    const lists = await this.#lists(runs);
    const isOnly = (label: string): boolean => lists.filter((one) => one.label === label).length === 1;
    const agents = await Promise.all(
      lists.map(async ({ run, label }) => ({
        agent: isOnly(label) ? label : `${label} (${run})`,
        episodes: [...currentLabels(await readEpisodeLabels(join(this.#folder.path, run)))].map(
          ([key, own]) => ({
            key,
            resolved: resolveEpisode(own),
          }),
        ),
      })),
    );
    const used = new Set(
      agents.flatMap(({ episodes }) => episodes.flatMap(({ resolved }) => resolved.cause?.set ?? [])),
    );
    return this.causes.filter(({ id }) => used.has(id)).map((set) => causesTable(set, agents));
  }

  async #asked({ runs, wanted, sample, seed }: LabelSelection): Promise<readonly Asked[]> {
    const isWanted = WANTED[wanted];
    const asked = (await this.#lists(runs)).flatMap((list) =>
      [...this.#cases(list).values()].filter(({ outcome }) => isWanted.has(outcome)),
    );
    // By a hash: so the order says nothing of runs, is equal for everybody, and stays when runs grow.
    const order = new Map(asked.map(({ id }) => [id, hashOf(String(seed), id)]));
    const drawn = asked.toSorted((a, b) => ((order.get(a.id) ?? '') < (order.get(b.id) ?? '') ? -1 : 1));
    return sample === null ? drawn : drawn.slice(0, sample);
  }

  async #find(runs: readonly string[], id: string): Promise<Asked> {
    for (const list of await this.#lists(runs)) {
      const found = this.#cases(list).get(id);
      if (found !== undefined) return found;
    }
    throw new NotThereError(`there is no case ${id} in these runs`);
  }

  /** Of runs that differ: a copy has the same episodes once more. */
  async #lists(runs: readonly string[]): Promise<readonly RunEpisodes[]> {
    const lists: RunEpisodes[] = [];
    for (const run of new Set(runs)) {
      const list = await this.#folder.episodes(run);
      const { start } = list;
      const isCopy = ({ start: other }: RunEpisodes): boolean =>
        start !== null && other !== null && isSameRun({ start }, { start: other });
      if (!lists.some(isCopy)) lists.push(list);
    }
    return lists;
  }

  /** By id; made once for each list. */
  #cases(list: RunEpisodes): ReadonlyMap<string, Asked> {
    const known = this.#known.get(list);
    if (known !== undefined) return known;
    const cases = new Map(
      list.episodes.map((episode) => {
        const id = caseId(list.run, itemKeyText(episode.key));
        return [id, { id, run: list.run, ...episode }] as const;
      }),
    );
    this.#known.set(list, cases);
    return cases;
  }

  /** By case; of a run and its copy, those beside the one that is shown. */
  async #labels(runs: readonly string[]): Promise<CurrentLabels> {
    const all = new Map<string, readonly EpisodeLabel[]>();
    for (const { run } of await this.#lists(runs)) {
      const own = currentLabels(await readEpisodeLabels(await runDirectory(this.#folder.path, run)));
      for (const [key, labels] of own) all.set(caseId(run, key), labels);
    }
    return all;
  }
}

/** Outcomes that people can say something of: whoever acted there was the agent. */
const WANTED: Readonly<Record<LabelSelection['wanted'], ReadonlySet<Outcome>>> = {
  all: new Set(['passed', 'failed', 'agent_error', 'judge_unknown']),
  failed: new Set(['failed', 'agent_error']),
};

function caseId(run: string, key: string): string {
  return hashOf(run, key).slice(0, 20);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
