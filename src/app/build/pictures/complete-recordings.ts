import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CompletedStep } from '../../../benchmarks/published-construction.js';
import {
  completePairs,
  COMPLETE_ROLES,
  type PairResult,
  type RecordedPicture,
} from '../../../builder/complete/complete-pairs.js';
import { toPixel } from '../../../domain/geometry.js';
import { UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { canonicalJson, sha256 } from '../../../formats/run/canonical-json.js';
import { SurveyEventSchema, type SurveyEvent } from '../../../formats/survey/survey-event.js';
import { SurveyWriter } from '../../../formats/survey/survey-writer.js';
import { BudgetSpentError } from '../../../models/asking/budget-spent-error.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { casePage, type PageCase } from '../../../report/cases/case-page.js';
import type { Settings } from '../../settings/setting.js';
import { openStage } from '../open-stage.js';
import { unpricedWarning, type StageCall, type StageReport } from '../stage-report.js';
import { publishedConstruction } from '../published-construction.js';
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
  readonly doubtful: number;
  /** Absolute. */
  readonly survey: string;
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
 * @throws {UserError | DatasetError} for recordings that cannot be used
 */
export async function completeRecordings(
  paths: readonly string[],
  settings: Settings,
  options: CompleteRecordingsOptions,
): Promise<CompletedRecordings> {
  const { out, mode, signal } = options;
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
  await mkdir(out, { recursive: true });
  const listed = recordings.map(({ name, query, size, count }) => ({ name, query, size, count }));
  await using stage = await openStage(settings, {
    stage: 'complete',
    folder: out,
    identity: { mode, recordings: listed },
    roles: COMPLETE_ROLES,
    ...options,
  });
  await using survey = await ResumedSurvey.open(
    out,
    sha256(canonicalJson({ mode, recordings: listed })),
    signal,
  );
  const run = new Completion({
    ...options,
    survey,
    total: recordings.reduce((sum, { count }) => sum + count - 1, 0),
  });
  const published: string[] = [];
  let stopped: string | null = null;
  try {
    for (const recording of recordings) {
      const steps = await run.add(recording, stage.ask);
      if (mode === 'reference')
        published.push(...(await writePublished(join(out, recording.name), recording.query, steps)));
    }
    survey.append({ type: 'survey-end', reason: 'complete' });
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    stopped = error.message;
  }
  await survey.commit();
  const page = join(out, 'complete.html');
  await writeWholeFile(
    page,
    casePage(
      'Completed actions to look at',
      'What is doubtful, and pairs of screenshots without an action. Left: before; right: after.',
      run.cases,
    ),
  );
  const { pictures, steps, skipped, doubtful } = run;
  return {
    recordings: recordings.length,
    pictures,
    steps,
    skipped,
    doubtful,
    survey: out,
    page,
    published,
    folder: out,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: unpricedWarning(settings, stage.cost),
    stopped,
  };
}

/** A survey of which the beginning may be there: that is passed over as it is made once more. */
class ResumedSurvey implements AsyncDisposable {
  readonly #writer: SurveyWriter;
  /** Events that are there, without the first. */
  readonly #there: readonly SurveyEvent[];
  #next = 0;
  #captures = 0;

  private constructor(writer: SurveyWriter, there: readonly SurveyEvent[]) {
    this.#writer = writer;
    this.#there = there;
  }

  static async open(folder: string, identity: string, signal: AbortSignal): Promise<ResumedSurvey> {
    const events: SurveyEvent[] = [];
    const writer = await SurveyWriter.open(
      folder,
      { name: basename(folder), source: 'pictures', environment: null, app: null, identity },
      {
        onEvent: (event) => events.push(event),
        signal,
      },
    );
    return new ResumedSurvey(writer, events.slice(1));
  }

  /** Returns the number of the capture. */
  async capture(
    picture: RecordedPicture & { readonly xml: Uint8Array | null },
    size: PictureRecording['size'],
  ): Promise<number> {
    const number = this.#captures;
    this.#captures += 1;
    const { bytes, mediaType, xml } = picture;
    const there = this.#following();
    if (there !== null) {
      const isSame =
        there.type === 'capture' &&
        there.picture === sha256(bytes) &&
        there.hierarchy === (xml === null ? null : sha256(xml));
      if (!isSame) throw this.#other(`the picture ${picture.name} is another one`);
      return number;
    }
    await this.#writer.capture({ size, activity: null, picture: { bytes, mediaType }, hierarchy: xml });
    return number;
  }

  append(event: Parameters<SurveyWriter['append']>[0]): void {
    const there = this.#following();
    if (there === null) this.#writer.append(event);
    else if (canonicalJson(SurveyEventSchema.parse({ ...event, at: there.at })) !== canonicalJson(there))
      throw this.#other(`what a model says now (${event.type}) is not what the survey has (${there.type})`);
  }

  commit(): Promise<void> {
    return this.#writer.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]();
  }

  /** The event that the survey has in this place; null behind its end. */
  #following(): SurveyEvent | null {
    this.#next += 1;
    return this.#there[this.#next - 1] ?? null;
  }

  #other(problem: string): UserError {
    return new UserError(`the survey was begun with other pictures or another model: ${problem}`, {
      place: { file: this.#writer.folder },
      hint: 'Go on with those, or name another folder with --out.',
    });
  }
}

interface CompletionOptions extends CompleteRecordingsOptions {
  readonly survey: ResumedSurvey;
  readonly total: number;
}

/** One call: what was made out of all recordings. */
class Completion {
  readonly #options: CompletionOptions;
  readonly cases: PageCase[] = [];
  pictures = 0;
  steps = 0;
  skipped = 0;
  doubtful = 0;

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  /** Returns the steps in the words of the model. @throws {BudgetSpentError} with what was made out in the survey */
  async add(
    recording: PictureRecording,
    ask: Parameters<typeof completePairs>[1]['ask'],
  ): Promise<readonly CompletedStep[]> {
    const { mode, survey, total, onProgress } = this.#options;
    const { name, query, size } = recording;
    survey.append({ type: 'walk', why: 'recording', of: name });
    const seen: (RecordedPicture & { readonly number: number })[] = [];
    const captured = this.#captured(recording, seen);
    const written: CompletedStep[] = [];
    for await (const result of completePairs(captured, { name, query, size, mode, ask })) {
      const [before, after] = [seen.at(-2), seen.at(-1)];
      if (before === undefined || after === undefined) continue;
      await this.#keep(result, recording, before, after);
      if (result.type === 'step')
        written.push({ before: before.name, after: after.name, written: result.written });
      await survey.commit();
      onProgress(total);
    }
    return written;
  }

  async *#captured(
    recording: PictureRecording,
    seen: (RecordedPicture & { readonly number: number })[],
  ): AsyncGenerator<RecordedPicture> {
    for await (const picture of recording.pictures()) {
      const number = await this.#options.survey.capture(picture, recording.size);
      this.pictures += 1;
      seen.push({ ...picture, number });
      // Two are looked at; the bytes of others are not needed.
      if (seen.length > 2) seen.shift();
      yield picture;
    }
  }

  async #keep(
    result: PairResult,
    { name, size }: PictureRecording,
    before: RecordedPicture & { readonly number: number },
    after: RecordedPicture & { readonly number: number },
  ): Promise<void> {
    const { survey } = this.#options;
    const id = `${name}: ${before.name} → ${after.name}`;
    if (result.type === 'skipped' || result.action === null) {
      const why = result.type === 'skipped' ? result.why : `${result.written} is no action`;
      this.skipped += 1;
      survey.append({ type: 'note', kind: 'skipped', capture: after.number, detail: why });
      this.cases.push(await caseOf(id, [`No action: ${why}`], { before, after, size, point: null }));
      return;
    }
    const { action, order, confidence, doubt } = result;
    this.steps += 1;
    survey.append({
      type: 'step',
      from: before.number,
      to: after.number,
      action,
      rule: 'completed',
      ...(confidence === null ? {} : { confidence }),
      title: order,
    });
    if (doubt === null) return;
    this.doubtful += 1;
    survey.append({ type: 'note', kind: 'doubtful', capture: after.number, detail: doubt });
    const target = 'target' in action ? action.target : undefined;
    const point = target?.type === 'point' ? toPixel(target.point, size) : null;
    const lines = [`${result.written}: ${order}`, `Doubtful: ${doubt}`];
    this.cases.push(await caseOf(id, lines, { before, after, size, point }));
  }
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
  query: string,
  steps: readonly CompletedStep[],
): Promise<readonly string[]> {
  const construction = await publishedConstruction();
  await mkdir(folder, { recursive: true });
  const files = construction.completionTexts(folder, query, steps);
  for (const { file, text } of files) await writeWholeFile(file, text);
  return files.map(({ file }) => file);
}
