import type { BlockPlace, EpisodeColumns } from '../../src/report/view/episode-columns.js';
import type { ReportEpisode, ReportStep } from '../../src/report/view/report-episode.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { ReportRun } from '../../src/report/view/report-run.js';
import type { EpisodeView } from '../../src/report/view/episode-view.js';
import type { RunCard } from '../../src/report/view/run-card.js';
import { embeddedPicture, isEmbedded } from './embedded-picture.js';
import { ReportArchive } from './report-archive.js';
import type { ReportDocument } from './report-document.js';
import { SourceError, type Feature, type KnownProblem, type ViewerSource } from './viewer-source.js';

const NO_STEPS: ReportEpisode = { maxSteps: null, startedAt: null, steps: [], omittedSteps: 0 };

/** The application over the report file that it is in. */
export class ReportSource implements ViewerSource {
  readonly features: ReadonlySet<Feature> = new Set();
  readonly #document: ReportDocument;
  readonly #archive: ReportArchive;
  #index: Promise<ReportIndex> | null = null;
  #places: Promise<ReadonlyMap<string, number>> | null = null;

  constructor(document: ReportDocument) {
    this.#document = document;
    this.#archive = new ReportArchive(document);
  }

  async runs(): Promise<readonly RunCard[]> {
    const { runs, episodes } = await this.index();
    return runs.map((run, number) => cardOf(run, episodes.run.filter((one) => one === number).length));
  }

  /** All that the file holds, whichever runs are asked for. */
  index(): Promise<ReportIndex> {
    this.#index ??= this.#archive.index();
    return this.#index;
  }

  /** @throws {SourceError} for an episode that the file does not hold, or was cut off before */
  async episode(run: string, item: string, repeat: number): Promise<EpisodeView> {
    const { episodes } = await this.index();
    this.#places ??= this.index().then(placesOf);
    const row = (await this.#places).get(keyOf(run, item, repeat));
    if (row === undefined) throw lost('This report does not hold the episode of the link', 'notInReport');
    try {
      return { run, item, repeat, ...(await this.#read(episodes, row)) };
    } catch {
      throw lost('These steps cannot be read: the report file was cut off or changed', 'cutOff');
    }
  }

  picture(address: string): string {
    return isEmbedded(address) ? (embeddedPicture(this.#document, address)?.address ?? '') : address;
  }

  listen(): () => void {
    return () => undefined;
  }

  ask(): Promise<unknown> {
    return Promise.reject(lost('A report file has no server to ask', 'noServer'));
  }

  async #read(episodes: EpisodeColumns, row: number): Promise<Omit<EpisodeView, 'run' | 'item' | 'repeat'>> {
    const verdictAt = (place: BlockPlace | null | undefined) =>
      place == null ? null : this.#archive.verdict(place);
    const stepsAt = episodes.stepsAt[row] ?? null;
    const [episode, verdict, otherVerdict] = await Promise.all([
      stepsAt === null ? NO_STEPS : this.#archive.episode(stepsAt),
      verdictAt(episodes.verdictAt[row]),
      verdictAt(episodes.otherVerdictAt[row]),
    ]);
    const { findings = [] } = episode;
    return {
      attempt: episodes.attempts[row] ?? 0,
      isRunning: false,
      episode: await this.#withPictures(episode),
      verdict,
      otherVerdict,
      findings,
    };
  }

  /** Steps whose embedded picture is not there say so; one that nobody recorded the size of gets that of its picture. */
  async #withPictures(episode: ReportEpisode): Promise<ReportEpisode> {
    if (!episode.steps.some(({ picture }) => picture !== null && isEmbedded(picture))) return episode;
    await this.#archive.read();
    return { ...episode, steps: episode.steps.map((step) => this.#withPicture(step)) };
  }

  #withPicture(step: ReportStep): ReportStep {
    if (step.picture === null || !isEmbedded(step.picture)) return step;
    const found = embeddedPicture(this.#document, step.picture);
    return found === null
      ? { ...step, picture: null, noPicture: 'noRoom' }
      : { ...step, size: step.size ?? found.size };
  }
}

function lost(message: string, known: KnownProblem): SourceError {
  return new SourceError(message, { status: 404, known });
}

function placesOf({ runs, episodes }: ReportIndex): ReadonlyMap<string, number> {
  return new Map(
    episodes.item.map((item, row) => [
      keyOf(runs[episodes.run[row] ?? -1]?.id ?? '', item, episodes.repeat[row] ?? 0),
      row,
    ]),
  );
}

function keyOf(run: string, item: string, repeat: number): string {
  return `${run}\n${item}\n${repeat}`;
}

/** What a report tells of a run; that nobody adds to it any more is all that it knows of its end. */
function cardOf(run: ReportRun, episodes: number): RunCard {
  const { summary } = run;
  const { success, main } = summary;
  const tokens = [summary.inputTokens, summary.outputTokens].filter((count) => count !== null);
  const { value, low, high } = success;
  return {
    id: run.id,
    benchmark: run.benchmark,
    agent: run.agent,
    models: run.models,
    mode: run.mode,
    state: run.status,
    problem: null,
    startedAt: run.startedAt,
    endedAt: null,
    activeMs: summary.durationMs,
    leftMs: null,
    planned: run.planned,
    finished: episodes - summary.notRun,
    judged: success.n,
    passed: Math.round((value ?? 0) * success.n),
    voided: Math.max(0, episodes - summary.notRun - success.n),
    redoable: 0,
    success:
      run.inDimensions || value === null || low === null || high === null ? null : { value, low, high },
    main: main === null || main.value === null ? null : { name: main.name, value: main.value },
    costUsd: summary.costUsd,
    calls: summary.calls,
    unpriced: summary.unpriced ?? 0,
    tokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
    identity: run.identity,
    identityHash: run.identityHash,
    forkOf: run.identity.find(([path]) => path === 'fork.run')?.[1] ?? null,
    tags: run.notes?.tags ?? [],
    note: run.notes?.note ?? '',
  };
}
