import { dirname } from 'node:path';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { isThere } from '../../../files/is-there.js';
import { readJsonRecords } from '../../../formats/json-records.js';
import { readTextFile } from '../../../formats/read-json-file.js';
import { RunLock } from '../../../formats/run/run-lock.js';
import { UserError, type FilePlace } from '../../../errors.js';

/** A case that a person decides, as it is shown in a terminal. */
export interface ReviewCase {
  /** Names the line. */
  readonly id: string;
  readonly isOpen: boolean;
  /** What it says, a line each. */
  readonly says: readonly string[];
  readonly pictures: readonly { readonly words: string; /** Absolute. */ readonly file: string }[];
  readonly choices: readonly ReviewChoice[];
}

export interface ReviewChoice {
  /** What a person writes, or the beginning of it; no two of a case begin with the same letter, and none with q. */
  readonly word: string;
  readonly does: string;
  /**
   * Fields of the line that it sets.
   *
   * @param rest what was written after the word
   * @returns null where that does not fit
   */
  readonly sets: (rest: string) => Readonly<Record<string, unknown>> | null;
  /** What follows the word may stand alone, as it does in the file. */
  readonly takesBare?: boolean;
}

/** The review file of a stage: JSON Lines, a case a line. */
export interface ReviewForm {
  /** Stage that writes it, which is kept from doing so meanwhile. */
  readonly stage: string;
  /** Absolute. */
  readonly file: string;
  /** Page that shows the cases; absolute. Null where there is none. */
  readonly page: string | null;
  /** Whether decisions carry the name of who made them, in `by`. */
  readonly isSigned: boolean;
  /** @throws {DatasetError} for a line that is no case */
  readonly caseOf: (
    value: unknown,
    place: FilePlace & { readonly file: string; readonly line: number },
  ) => ReviewCase;
}

/** A review that a person goes through: every decision is in the file before the next case is shown. */
export class StageReview implements AsyncDisposable {
  readonly form: ReviewForm;
  readonly #lock: RunLock;
  readonly #signal: AbortSignal;

  /** @throws {RunLockedError} while its stage is at work, which would write over decisions */
  static async open(form: ReviewForm, signal: AbortSignal): Promise<StageReview> {
    const lock = await RunLock.acquire(dirname(form.file), { writer: `build-${form.stage}` });
    return new StageReview(form, lock, signal);
  }

  private constructor(form: ReviewForm, lock: RunLock, signal: AbortSignal) {
    this.form = form;
    this.#lock = lock;
    this.#signal = signal;
  }

  /** Cases that nobody decided, read anew: somebody may have the file open in an editor. */
  waiting(): Promise<readonly ReviewCase[]> {
    return openCases(this.form, this.#signal);
  }

  /**
   * Writes a decision into the line of its case; all else stays as it is.
   *
   * @throws {UserError} where the case is gone
   */
  async decide(id: string, sets: Readonly<Record<string, unknown>>): Promise<void> {
    const { file, caseOf } = this.form;
    const lines = (await readTextFile(file, { signal: this.#signal })).split('\n');
    let isFound = false;
    for await (const { value, line } of readJsonRecords(file, { signal: this.#signal })) {
      if (typeof value !== 'object' || value === null || caseOf(value, { file, line }).id !== id) continue;
      lines[line - 1] = JSON.stringify({ ...value, ...sets });
      isFound = true;
    }
    if (!isFound) throw new UserError(`${id} is not in the review any more`, { place: { file } });
    await writeWholeFile(file, lines.join('\n'), { signal: this.#signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lock[Symbol.asyncDispose]();
  }
}

/** Cases of a review that nobody decided; none where there is no file. */
export async function openCases(
  { file, caseOf }: ReviewForm,
  signal: AbortSignal,
): Promise<readonly ReviewCase[]> {
  if (!(await isThere(file))) return [];
  const cases: ReviewCase[] = [];
  for await (const { value, line } of readJsonRecords(file, { signal })) {
    const one = caseOf(value, { file, line });
    if (one.isOpen) cases.push(one);
  }
  return cases;
}
