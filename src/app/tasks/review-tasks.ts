import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hierarchyWarning } from '../../benchmarks/suite/hierarchy-warning.js';
import {
  answerDraft,
  draftTasks,
  waitsForReview,
  type ReviewAnswer,
} from '../../benchmarks/suite/test-cases/draft-review.js';
import {
  parseSuiteObject,
  writeSuiteObject,
  type SuiteObject,
} from '../../benchmarks/suite/test-cases/suite-object.js';
import { UserError } from '../../errors.js';
import type { DraftTask, ReviewReport } from '../../formats/results/review-report.js';
import { readTextFile } from '../../formats/read-json-file.js';
import type { AppContext } from '../app-context.js';
import { RULE_DOUBTS } from './rule-doubts.js';

/** Answers that are given at once. Names are `TASK`, or `TASK#NUMBER` for one of its expectations. */
export interface GivenAnswers {
  /** `all`: every draft. */
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  /** Why those of `reject` are. */
  readonly reason: string | null;
  /** `TASK#NUMBER` → why it is left out of the score. */
  readonly notChecked: ReadonlyMap<string, string>;
  /** Task → what agents are asked for. */
  readonly goals: ReadonlyMap<string, string>;
}

/** A suite under review: every answer is read from the file and saved to it before the next. */
export class SuiteReview {
  readonly file: string;
  readonly #signal: AbortSignal;
  readonly #done = {
    accepted: new Set<string>(),
    rejected: new Set<string>(),
    notChecked: new Set<string>(),
    goals: new Set<string>(),
  };
  readonly #warnings: string[] = [];

  /** @param named the suite's file, or the folder of its world */
  static async open(named: string, { workingDirectory, interrupted }: ReviewContext): Promise<SuiteReview> {
    const path = resolve(workingDirectory, named);
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const review = new SuiteReview(isFolder ? join(path, 'suite.json') : path, interrupted);
    await review.#read();
    return review;
  }

  private constructor(file: string, signal: AbortSignal) {
    this.file = file;
    this.#signal = signal;
  }

  /** Tasks that wait for somebody to look at them. */
  async waiting(): Promise<readonly DraftTask[]> {
    return draftTasks(await this.#read()).filter(waitsForReview);
  }

  /**
   * Saves one answer. What somebody else has changed in the file meanwhile stays.
   *
   * @throws {UserError} for what does not wait for this answer; then nothing is written
   */
  async answer(id: string, answer: ReviewAnswer): Promise<void> {
    const { suite, numbers } = answerDraft(await this.#read(), id, answer);
    await writeSuiteObject(this.file, suite, { signal: this.#signal });
    this.#note(id, answer, numbers);
  }

  /**
   * Saves answers that are given at once: all of them or, where one cannot be given, none.
   *
   * @throws {UserError}
   */
  async answerAll(given: GivenAnswers): Promise<void> {
    const before = await this.#read();
    let suite = before;
    const noted: (() => void)[] = [];
    for (const [id, answer] of answersOf(given, before)) {
      const changed = answerDraft(suite, id, answer);
      ({ suite } = changed);
      noted.push(() => this.#note(id, answer, changed.numbers));
    }
    if (suite === before) return;
    this.#warnings.push(...doubts(before, suite));
    await writeSuiteObject(this.file, suite, { signal: this.#signal });
    for (const note of noted) note();
  }

  /** What was done, and what still waits. */
  async report(): Promise<ReviewReport> {
    const suite = await this.#read();
    const waiting = draftTasks(suite);
    const unread = await hierarchyWarning(dirname(this.file), suite.tasks, { signal: this.#signal });
    return {
      formatVersion: 1,
      file: this.file,
      accepted: [...this.#done.accepted],
      rejected: [...this.#done.rejected],
      notChecked: [...this.#done.notChecked],
      goals: [...this.#done.goals],
      waiting: [...waiting],
      confirmed: suite.tasks.length - waiting.length,
      warnings: unread === null ? this.#warnings : [...this.#warnings, unread],
    };
  }

  async #read(): Promise<SuiteObject> {
    return parseSuiteObject(await readTextFile(this.file, { signal: this.#signal }), this.file);
  }

  #note(id: string, answer: ReviewAnswer, numbers: readonly number[]): void {
    if (answer.type === 'goal') this.#done.goals.add(id);
    const into = {
      accept: 'accepted',
      reject: 'rejected',
      not_checked: 'notChecked',
      goal: 'goals',
    } as const;
    for (const number of numbers) this.#done[into[answer.type]].add(`${id}#${number}`);
  }
}

export type ReviewContext = Pick<AppContext, 'workingDirectory' | 'interrupted'>;

function answersOf(
  { accept, reject, reason, notChecked, goals }: GivenAnswers,
  suite: SuiteObject,
): (readonly [string, ReviewAnswer])[] {
  const drafts = draftTasks(suite).filter(({ expectations }) =>
    expectations.some(({ status }) => status === 'draft'),
  );
  const ids = new Set(suite.tasks.map((task) => task['id']));
  const isAll = accept.includes('all') && !ids.has('all');
  const rejected = new Set(reject);
  // What is refused by name is no part of all.
  const accepted = isAll
    ? drafts.flatMap(({ id, expectations }) =>
        rejected.has(id)
          ? []
          : expectations
              .filter(({ status, number }) => status === 'draft' && !rejected.has(`${id}#${number}`))
              .map(({ number }) => `${id}#${number}`),
      )
    : accept;
  const why = reason === null ? {} : { reason };
  return [
    ...[...goals].map(([id, text]) => [id, { type: 'goal', text }] as const),
    ...accepted.map((name) => named(name, ids, (numbers) => ({ type: 'accept', numbers }))),
    ...reject.map((name) => named(name, ids, (numbers) => ({ type: 'reject', numbers, ...why }))),
    ...[...notChecked].map(([name, because]) =>
      named(name, ids, (numbers) => {
        const [number] = numbers ?? [];
        if (number === undefined) {
          throw new UserError(`--not-checked: ${JSON.stringify(name)} names no expectation`, {
            hint: 'Write TASK#NUMBER=REASON, such as SET-1#4="it is a sound"; --list shows the numbers.',
          });
        }
        return { type: 'not_checked', number, reason: because };
      }),
    ),
  ];
}

/** `TASK` or `TASK#NUMBER`; an id may hold a `#` itself. */
function named(
  name: string,
  ids: ReadonlySet<unknown>,
  answer: (numbers: readonly number[] | null) => ReviewAnswer,
): readonly [string, ReviewAnswer] {
  const [, id, number] = /^(.+)#(\d{1,6})$/su.exec(name) ?? [];
  return ids.has(name) || id === undefined ? [name, answer(null)] : [id, answer([Number(number)])];
}

/** What is odd about rules that were accepted without a look. */
function doubts(before: SuiteObject, after: SuiteObject): string[] {
  const open = new Set(namesOf(after, () => true));
  const accepted = (test: (note: string) => boolean): string[] =>
    namesOf(before, (note) => note !== null && test(note)).filter((name) => !open.has(name));
  return RULE_DOUBTS.flatMap(({ isMeant, words }) => {
    const names = accepted(isMeant);
    if (names.length === 0) return [];
    return [`accepted, and ${words}: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`];
  });
}

function namesOf(suite: SuiteObject, test: (note: string | null) => boolean): string[] {
  return draftTasks(suite).flatMap(({ id, expectations }) =>
    expectations
      .filter(({ status, note }) => status === 'draft' && test(note))
      .map(({ number }) => `${id}#${number}`),
  );
}
