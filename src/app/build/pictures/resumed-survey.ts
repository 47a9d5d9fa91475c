import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RecordedPicture } from '../../../builder/complete/complete-pairs.js';
import type { Size } from '../../../domain/geometry.js';
import { UserError } from '../../../errors.js';
import { canonicalJson, sha256 } from '../../../formats/run/canonical-json.js';
import { SurveyEventSchema, type SurveyEvent } from '../../../formats/survey/survey-event.js';
import { SURVEY_FILE, SurveyWriter } from '../../../formats/survey/survey-writer.js';

/** Kinds of notes: the decisions that a survey was made with, and what could not be read. */
const DECISIONS = 'decisions';
export const BROKEN = 'broken';

/**
 * A survey of which the beginning may be there: that is passed over as it is made once more. One that was made with other
 * decisions, or that lacks what could not be read then, is made anew: answers of models are kept elsewhere.
 */
export class ResumedSurvey implements AsyncDisposable {
  readonly #writer: SurveyWriter;
  /** Events that are there, without the first. */
  readonly #there: readonly SurveyEvent[];
  #next = 0;
  #captures = 0;

  private constructor(writer: SurveyWriter, there: readonly SurveyEvent[]) {
    this.#writer = writer;
    this.#there = there;
  }

  /** @param decisions hash of what people decided; null for nothing @throws {UserError} where the survey is another one */
  static async open(
    folder: string,
    {
      identity,
      decisions,
      signal,
    }: { readonly identity: string; readonly decisions: string | null; readonly signal: AbortSignal },
  ): Promise<ResumedSurvey> {
    let survey = await ResumedSurvey.#opened(folder, identity, signal);
    const [first] = survey.#there;
    const before = first?.type === 'note' && first.kind === DECISIONS ? first.detail : null;
    const isBroken = survey.#there.some((event) => event.type === 'note' && event.kind === BROKEN);
    if (isBroken || (first !== undefined && before !== decisions)) {
      await survey[Symbol.asyncDispose]();
      await rm(join(folder, SURVEY_FILE));
      survey = await ResumedSurvey.#opened(folder, identity, signal);
    }
    if (decisions !== null) survey.append({ type: 'note', kind: DECISIONS, detail: decisions });
    return survey;
  }

  static async #opened(folder: string, identity: string, signal: AbortSignal): Promise<ResumedSurvey> {
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
    { name, bytes, mediaType, xml }: RecordedPicture & { readonly xml: Uint8Array | null },
    size: Size,
  ): Promise<number> {
    const number = this.#captures;
    this.#captures += 1;
    const there = this.#following();
    if (there !== null) {
      const isSame =
        there.type === 'capture' &&
        there.picture === sha256(bytes) &&
        there.hierarchy === (xml === null ? null : sha256(xml));
      if (!isSame) throw this.#other(`the picture ${name} is another one`);
      return number;
    }
    await this.#writer.capture({ size, activity: null, picture: { bytes, mediaType }, hierarchy: xml });
    return number;
  }

  append(event: Parameters<SurveyWriter['append']>[0]): void {
    const there = this.#following();
    if (there === null) this.#writer.append(event);
    else if (canonicalJson(SurveyEventSchema.parse({ ...event, at: there.at })) !== canonicalJson(there))
      throw this.#other(`what is made out now (${event.type}) is not what the survey has (${there.type})`);
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
