import { VerdictSchema, type Verdict } from '../../../domain/scores/verdict.js';
import type { NamedScore } from '../../../domain/score.js';
import { listPassFiles, readScoreStart } from '../run-folder.js';
import type { RunIndex } from '../run-index.js';
import { PassScores } from './pass-scores.js';

export interface JudgeVerdictsOptions {
  /** Judges whose verdicts are taken, the usual one first. */
  readonly judges: readonly string[];
  /** Name of the pass; unless given, that of the first judge that has one, and of its passes the last. */
  readonly judgedBy?: string;
  readonly signal?: AbortSignal;
}

/** A judge's pass over a run. */
export interface JudgePass {
  /** Its name. */
  readonly pass: string;
  /** SHA-256 of the judge's identity. */
  readonly hash: string;
  readonly identity: Readonly<Record<string, unknown>>;
}

/** What one judge's pass said of each episode of a run. */
export class JudgeVerdicts implements AsyncDisposable {
  /** The pass and its judge; absent where nobody has judged. */
  readonly judge?: JudgePass;
  readonly #scores: PassScores | null;

  private constructor(scores: PassScores | null, judge?: JudgePass) {
    this.#scores = scores;
    if (judge !== undefined) this.judge = judge;
  }

  /** @throws {NotARunError | RunVersionError | JournalDamagedError} from the score files */
  static async open(index: RunIndex, options: JudgeVerdictsOptions): Promise<JudgeVerdicts> {
    const judge = await chosenPass(index, options);
    if (judge === null) return new JudgeVerdicts(null);
    const { signal } = options;
    // Verdicts are of no mode.
    const scores = await PassScores.open(index, 'corrected', signal === undefined ? {} : { signal });
    return new JudgeVerdicts(scores, judge);
  }

  /** The verdict on an episode, by its item key text; undefined where it was not judged. */
  async of(key: string): Promise<Verdict | undefined> {
    if (this.#scores === null) return undefined;
    return verdictOf((await this.#scores.of(key)).find(({ evaluator }) => evaluator === this.judge?.pass));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#scores?.[Symbol.asyncDispose]();
  }
}

/** The verdict that a judge's score holds; undefined where it is of no judge. */
export function verdictOf(named: NamedScore | undefined): Verdict | undefined {
  if (named === undefined || named.score.status === 'not_applicable') return undefined;
  return VerdictSchema.safeParse(named.score.details).data;
}

/** The judges' passes over a run, oldest first. @throws {NotARunError | RunVersionError | JournalDamagedError} */
export async function judgePasses(
  { directory }: Pick<RunIndex, 'directory'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly JudgePass[]> {
  const found: { readonly pass: JudgePass; readonly at: string }[] = [];
  for (const files of await listPassFiles(directory)) {
    const last = files.at(-1);
    const start = last === undefined ? null : await readScoreStart(last, options);
    const { name, judge } = start?.pass ?? {};
    if (start === null || name === undefined || judge === undefined) continue;
    const { hash, identity } = judge;
    found.push({ pass: { pass: name, hash, identity }, at: start.at });
  }
  return found.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ pass }) => pass);
}

async function chosenPass(
  index: RunIndex,
  { judges, judgedBy, signal }: JudgeVerdictsOptions,
): Promise<JudgePass | null> {
  const passes = await judgePasses(index, signal === undefined ? {} : { signal });
  if (judgedBy !== undefined) return passes.find(({ pass }) => pass === judgedBy) ?? null;
  // The benchmark's own judge goes before others that it takes: a baseline next to it changes nothing.
  for (const judge of judges) {
    const found = passes.findLast(({ identity }) => identity['name'] === judge);
    if (found !== undefined) return found;
  }
  return null;
}
