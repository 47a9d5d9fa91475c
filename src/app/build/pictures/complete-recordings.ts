import { mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { CompletedPair, CompletedRecording } from '../../../benchmarks/published-construction.js';
import {
  completePairs,
  COMPLETE_ROLES,
  type PairResult,
  type RecordedPicture,
} from '../../../builder/complete/complete-pairs.js';
import type { Action } from '../../../domain/action.js';
import { toPixel, type Size } from '../../../domain/geometry.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError, faultOf, UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { canonicalJson, sha256 } from '../../../formats/run/canonical-json.js';
import { BudgetSpentError } from '../../../models/asking/budget-spent-error.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { casePage, type PageCase } from '../../../report/cases/case-page.js';
import type { Settings } from '../../settings/setting.js';
import { openStage } from '../open-stage.js';
import { unpricedWarning, type StageCall, type StageReport } from '../stage-report.js';
import { publishedConstruction } from '../published-construction.js';
import { COMPLETION_REVIEW, CompletionReview, type CompletionDecision } from './completion-review.js';
import { BROKEN, ResumedSurvey } from './resumed-survey.js';
import {
  openRecordedPictures,
  type PictureRecording,
  type RecordedPicturesOptions,
} from './recorded-pictures.js';

export type CompleteRecordingsOptions = StageCall & RecordedPicturesOptions;

/** What a call of `touchstone build complete` came to. */
export interface CompletedRecordings extends StageReport {
  readonly recordings: number;
  readonly pictures: number;
  readonly steps: number;
  readonly skipped: number;
  /** Steps that somebody should look at, and nobody has. */
  readonly doubtful: number;
  /** Pairs that somebody has decided about. */
  readonly decided: number;
  /** Absolute. */
  readonly survey: string;
  /** Lines of what is doubtful, to decide in. */
  readonly review: string;
  /** Page of what is doubtful. */
  readonly page: string;
  /** Files in the published forms. */
  readonly published: readonly string[];
  readonly stopped: string | null;
}

/**
 * Makes out what was done between the pictures of recordings, and writes a survey of it. A call that was interrupted goes on where it
 * was: what the survey has is not written again, and no question asked twice.
 *
 * Pictures that are broken are left out, and a recording ends where it is of another phone: others go on.
 *
 * @throws {UserError | DatasetError} for recordings none of which can be used
 */
export async function completeRecordings(
  paths: readonly string[],
  settings: Settings,
  options: CompleteRecordingsOptions,
): Promise<CompletedRecordings> {
  const { out, mode, signal } = options;
  const recordings = await openedRecordings(paths, options);
  await mkdir(out, { recursive: true });
  const listed = recordings.map(({ name, query, size, count }) => ({ name, query, size, count }));
  await using stage = await openStage(settings, {
    stage: 'complete',
    folder: out,
    identity: { mode, recordings: listed },
    roles: COMPLETE_ROLES,
    ...options,
  });
  const review = await CompletionReview.open(join(out, COMPLETION_REVIEW), signal);
  await using survey = await ResumedSurvey.open(out, {
    identity: sha256(canonicalJson({ mode, recordings: listed })),
    decisions: review.decisions,
    signal,
  });
  const run = new Completion({
    ...options,
    survey,
    review,
    total: recordings.reduce((sum, { count }) => sum + count - 1, 0),
  });
  const published: string[] = [];
  let stopped: string | null = null;
  let failed: { readonly error: unknown } | null = null;
  let unusable = 0;
  try {
    for (const recording of recordings) {
      const { pairs, error } = await run.add(recording, stage.ask);
      // Its warning says where it was left. One recording that cannot be used keeps nobody from the others.
      if (error !== null && pairs.length === 0) {
        unusable += 1;
        failed ??= { error };
      }
      const source = relative(options.workingDirectory, recording.folder).split(sep).join('/');
      const texts = { query: recording.query, source, pairs };
      if (pairs.length > 0) published.push(...(await writePublished(join(out, recording.name), texts, mode)));
    }
    if (unusable < recordings.length) failed = null;
    survey.append({ type: 'survey-end', reason: 'complete' });
  } catch (error) {
    failed = null;
    if (error instanceof BudgetSpentError) stopped = error.message;
    else if (faultOf(error) === 'model') failed = { error };
    else throw error;
  }
  await survey.commit();
  await review.write();
  const page = await writePage(out, run.cases);
  if (failed !== null) throw failed.error;
  const { pictures, steps, skipped, doubtful, decided, warnings } = run;
  return {
    recordings: recordings.length,
    pictures,
    steps,
    skipped,
    doubtful,
    decided,
    survey: out,
    review: join(out, COMPLETION_REVIEW),
    page,
    published,
    folder: out,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [...warnings, ...unpricedWarning(settings, stage.cost)],
    stopped,
  };
}

/** Writes the page of what is to be looked at. */
async function writePage(out: string, cases: readonly PageCase[]): Promise<string> {
  const page = join(out, 'complete.html');
  await writeWholeFile(
    page,
    casePage(
      'Completed actions to look at',
      cases.length === 0
        ? 'Nothing is doubtful, and every pair of screenshots has its action.'
        : `What is doubtful, and pairs of screenshots without an action. Left: before; right: after. Decide in ${COMPLETION_REVIEW}: accept, reject, or the action that it was, such as CLICK[10,20], TYPE[text], SWIPE[up], system_button[Back].`,
      cases,
    ),
  );
  return page;
}

/** @throws {UserError | DatasetError} */
async function openedRecordings(
  paths: readonly string[],
  options: RecordedPicturesOptions,
): Promise<readonly PictureRecording[]> {
  const recordings: PictureRecording[] = [];
  for (const path of paths) recordings.push(await openRecordedPictures(path, options));
  const twice = recordings.find(
    ({ name }, index) => recordings.findIndex((other) => other.name === name) < index,
  );
  if (twice !== undefined) {
    throw new UserError(`two recordings are named ${JSON.stringify(twice.name)}`, {
      hint: 'Rename one of the folders.',
    });
  }
  return recordings;
}

interface CompletionOptions extends CompleteRecordingsOptions {
  readonly survey: ResumedSurvey;
  readonly review: CompletionReview;
  readonly total: number;
}

type NumberedPicture = RecordedPicture & { readonly number: number };

/** One call: what was made out of all recordings. */
class Completion {
  readonly #options: CompletionOptions;
  readonly cases: PageCase[] = [];
  readonly warnings: string[] = [];
  pictures = 0;
  steps = 0;
  /** Pairs without an action. */
  skipped = 0;
  /** Steps that somebody should look at, and nobody has. */
  doubtful = 0;
  decided = 0;

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  /**
   * Returns the pairs in the words of the model, and what kept it from the rest of the recording.
   *
   * @throws {BudgetSpentError} with what was made out in the survey
   */
  async add(
    recording: PictureRecording,
    ask: Parameters<typeof completePairs>[1]['ask'],
  ): Promise<{ readonly pairs: readonly CompletedPair[]; readonly error: DatasetError | null }> {
    const { mode, survey, total, onProgress } = this.#options;
    const { name, query, size } = recording;
    survey.append({ type: 'walk', why: 'recording', of: name });
    const seen: NumberedPicture[] = [];
    const captured = this.#captured(recording, seen);
    const pairs: CompletedPair[] = [];
    try {
      for await (const result of completePairs(captured, { name, query, size, mode, ask })) {
        const [before, after] = [seen.at(-2), seen.at(-1)];
        if (before === undefined || after === undefined) continue;
        pairs.push(await this.#keep(result, recording, before, after));
        await survey.commit();
        onProgress(total);
      }
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      this.#broken(recording, error, 'the recording ends before it');
      return { pairs, error };
    }
    return { pairs, error: null };
  }

  /** Says what is left out; the survey names files within their folder. */
  #broken({ name, folder }: PictureRecording, { message }: DatasetError, left: string): void {
    const detail = `${name}: ${message.replaceAll(`${folder}${sep}`, '')}`;
    this.#options.survey.append({ type: 'note', kind: BROKEN, detail });
    this.warnings.push(`${message}; ${left}`);
  }

  async *#captured(recording: PictureRecording, seen: NumberedPicture[]): AsyncGenerator<RecordedPicture> {
    const { survey, frames } = this.#options;
    let isCut = false;
    for await (const picture of recording.pictures()) {
      if (picture.type === 'broken') {
        this.#broken(recording, picture.error, 'it is left out');
        // Frames of a video are many; between screenshots, two things were done.
        isCut = frames === null && seen.length > 0;
        continue;
      }
      if (isCut) survey.append({ type: 'walk', why: 'recording', of: recording.name });
      const number = await survey.capture(picture, recording.size);
      this.pictures += 1;
      seen.push({ ...picture, number });
      // Two are looked at; the bytes of others are not needed.
      if (seen.length > 2) seen.shift();
      yield { ...picture, isCut };
      isCut = false;
    }
  }

  async #keep(
    result: PairResult,
    { name, size }: PictureRecording,
    before: NumberedPicture,
    after: NumberedPicture,
  ): Promise<CompletedPair> {
    const { survey, review, mode } = this.#options;
    const id = `${name}: ${before.name} → ${after.name}`;
    const place = { recording: name, before: before.name, after: after.name };
    const found = foundOf(result);
    const { written, order, doubt } = found;
    const isLookedAt = doubt !== null && mode === 'corrected';
    const decision = isLookedAt
      ? review.add({ id, ...place, written, order, confidence: found.confidence, doubt })
      : null;
    const action = decision === null ? found.action : decidedAction(decision, found.action);
    const confidence = decision === null ? found.confidence : 1;
    if (action === null) {
      const why = decision === null ? (doubt ?? '') : `rejected: ${written ?? doubt ?? ''}`;
      if (decision === null) this.skipped += 1;
      survey.append({ type: 'note', kind: 'skipped', capture: after.number, detail: why });
    } else {
      this.steps += 1;
      const { number: from } = before;
      const said = confidence === null ? {} : { confidence };
      const title = order === null ? {} : { title: order };
      survey.append({ type: 'step', from, to: after.number, action, rule: 'completed', ...said, ...title });
      if (doubt !== null && decision === null) {
        this.doubtful += 1;
        survey.append({ type: 'note', kind: 'doubtful', capture: after.number, detail: doubt });
      }
    }
    if (decision !== null) this.decided += 1;
    if (doubt !== null) {
      const lines = [
        found.action === null ? `No action: ${doubt}` : `${written}: ${order}\nDoubtful: ${doubt}`,
        ...(decision === null
          ? []
          : [`Decided: ${'written' in decision ? decision.written : decision.type}`]),
      ];
      this.cases.push(await caseOf(id, lines, { before, after, size, point: pointOf(action, size) }));
    }
    const counts =
      decision?.type === 'action' ? decision.written : decision?.type === 'reject' ? null : written;
    return {
      before: before.name,
      after: after.name,
      answer: counts === written && result.type === 'step' ? result.answer : counts,
      written: counts,
      why: counts === null ? (decision === null ? doubt : 'rejected') : null,
    };
  }
}

/** What the model made out of a pair, and what somebody should look at; null for nothing. */
function foundOf(result: PairResult): {
  readonly written: string | null;
  readonly order: string | null;
  readonly action: Action | null;
  readonly confidence: number | null;
  readonly doubt: string | null;
} {
  if (result.type === 'skipped')
    return { written: null, order: null, action: null, confidence: null, doubt: result.why };
  const { written, action, doubt } = result;
  return { ...result, doubt: action === null ? `${written} is no action` : doubt };
}

function decidedAction(decision: CompletionDecision, found: Action | null): Action | null {
  if (decision.type === 'action') return decision.action;
  return decision.type === 'accept' ? found : null;
}

/** Where a touch is, pixels; null for anything else. */
function pointOf(action: Action | null, size: Size): readonly [number, number] | null {
  const target = action !== null && 'target' in action ? action.target : undefined;
  return target?.type === 'point' ? toPixel(target.point, size) : null;
}

async function caseOf(
  id: string,
  lines: readonly string[],
  {
    before,
    after,
    size,
    point,
  }: {
    readonly before: RecordedPicture;
    readonly after: RecordedPicture;
    readonly size: PictureRecording['size'];
    readonly point: readonly [number, number] | null;
  },
): Promise<PageCase> {
  const [first, second] = await Promise.all(
    [before, after].map(async ({ bytes, name }) => (await smallWebp(bytes, { file: name })).bytes),
  );
  const marks = point === null ? [] : [{ at: { point }, colour: '#e10000', label: 'the touch' }];
  return {
    id,
    title: id,
    text: lines.join('\n'),
    note: null,
    figures: [
      { words: before.name, picture: first ?? null, drawn: { size, marks } },
      { words: after.name, picture: second ?? null },
    ],
  };
}

async function writePublished(
  folder: string,
  recording: CompletedRecording,
  mode: Mode,
): Promise<readonly string[]> {
  const construction = await publishedConstruction();
  await mkdir(folder, { recursive: true });
  const files = construction.completionTexts(folder, recording, mode);
  for (const { file, text } of files) await writeWholeFile(file, text);
  return files.map(({ file }) => file);
}
