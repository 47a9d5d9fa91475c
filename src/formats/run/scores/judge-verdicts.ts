import { VerdictSchema, type Verdict } from '../../../domain/scores/verdict.js';
import type { NamedScore } from '../../../domain/score.js';
import { listPassFiles, readScoreStart } from '../run-folder.js';
import type { RunIndex } from '../run-index.js';
import { PassScores } from './pass-scores.js';

export interface JudgeVerdictsOptions {
  /** Judges whose verdicts are taken. */
  readonly judges: readonly string[];
  /** Name of the pass; the one that was written last unless given. */
  readonly judgedBy?: string;
  readonly signal?: AbortSignal;
}

/** What one judge's pass said of each episode of a run. */
export class JudgeVerdicts implements AsyncDisposable {
  /** The pass and its judge; absent where nobody has judged. */
  readonly judge?: { readonly pass: string; readonly hash: string };
  readonly #scores: PassScores | null;

  private constructor(scores: PassScores | null, judge?: { readonly pass: string; readonly hash: string }) {
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

async function chosenPass(
  { directory }: RunIndex,
  { judges, judgedBy, signal }: JudgeVerdictsOptions,
): Promise<{ readonly pass: string; readonly hash: string } | null> {
  let chosen: { readonly pass: string; readonly hash: string; readonly at: string } | null = null;
  for (const files of await listPassFiles(directory)) {
    const last = files.at(-1);
    if (last === undefined) continue;
    const start = await readScoreStart(last, signal === undefined ? {} : { signal });
    const { name, judge } = start?.pass ?? {};
    if (start === null || name === undefined || judge === undefined) continue;
    const isWanted =
      judgedBy === undefined ? judges.some((one) => one === judge.identity['name']) : name === judgedBy;
    if (isWanted && (chosen === null || start.at >= chosen.at))
      chosen = { pass: name, hash: judge.hash, at: start.at };
  }
  return chosen === null ? null : { pass: chosen.pass, hash: chosen.hash };
}
