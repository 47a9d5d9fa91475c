import { DatasetError } from '../../errors.js';
import type { PredictionProblem, PredictionProblemKind } from '../stepwise/prediction-problem.js';

/** One prediction, by what it is of. */
export interface PredictedStep {
  /** `<episode>_<step>`. */
  readonly step: string;
  readonly category: string;
  /** Steps that the whole episode has. */
  readonly stepLength: number;
  readonly line: number;
}

/** An episode with steps that nothing was predicted for. */
export interface MissingSteps {
  readonly episode: string;
  readonly category: string;
  readonly stepLength: number;
  /** How many; from 1. */
  readonly missing: number;
}

interface Known {
  readonly category: string;
  readonly stepLength: number;
  /** By what follows the last `_`, with the line that came first. */
  readonly lines: Map<string, number>;
}

/** Problems listed of one kind; all are counted. */
const MAX_UNREADABLE = 1000;

/** Which steps of which episodes a file of predictions holds, as its records come; and what is odd about that. */
export class PredictedSteps {
  readonly #episodes = new Map<string, Known>();
  readonly #problems: PredictionProblem[] = [];
  readonly #counts = new Map<PredictionProblemKind, number>();

  /** @returns what the record is: the first of its step, a repetition, or of a step that the episode does not have */
  add({ step, category, stepLength, line }: PredictedStep): 'first' | 'duplicate' | 'extra_step' {
    const { episode, number } = partsOf(step);
    const known = this.#episodes.get(episode) ?? { category, stepLength, lines: new Map<string, number>() };
    this.#episodes.set(episode, known);
    const earlier = known.lines.get(number);
    if (earlier !== undefined) {
      this.#report('duplicate', step, line, `line ${earlier} predicts this step already`);
      return 'duplicate';
    }
    // A step without a number is extra only where the episode is full.
    const isExtra = /^\d+$/.test(number)
      ? Number(number) >= known.stepLength
      : known.lines.size >= known.stepLength;
    if (isExtra) {
      this.#report('extra_step', step, line, `the episode has ${known.stepLength} steps`);
      return 'extra_step';
    }
    known.lines.set(number, line);
    return 'first';
  }

  /** Notes an answer that nobody can read. The first 1,000 are listed. */
  addUnreadable(step: string, line: number, message: string): void {
    this.#report('unreadable', step, line, message);
  }

  /** Notes an episode of the split of which nothing is predicted. */
  addMissingEpisode(episode: string): void {
    this.#count('missing_episode');
    this.#problems.push({ kind: 'missing_episode', line: null, episode, message: 'nothing is predicted' });
  }

  /**
   * Notes predicted episodes that are none of these.
   *
   * @returns those of which nothing is predicted
   * @throws {DatasetError} where none is predicted
   */
  compareWith(ids: readonly string[], file: string): string[] {
    const expected = new Set(ids);
    const unknown = [...this.#episodes].filter(([episode]) => !expected.has(episode));
    if (unknown.length === this.#episodes.size) {
      throw new DatasetError('not one of the predicted episodes is of the split', {
        place: { file },
        hint: 'Is it the right --data and --split?',
      });
    }
    for (const [episode, { lines }] of unknown) {
      this.#count('unknown_episode');
      const [line = null] = lines.values();
      this.#problems.push({ kind: 'unknown_episode', line, episode, message: 'it is not of the split' });
    }
    return [...expected].filter((id) => !this.#episodes.has(id));
  }

  /** Predicted episodes that lack steps; each lacking step is reported. Once, when all records are in. */
  reportMissing(): MissingSteps[] {
    const lacking: MissingSteps[] = [];
    for (const [episode, { category, stepLength, lines }] of this.#episodes) {
      const missing = stepLength - lines.size;
      if (missing <= 0) continue;
      lacking.push({ episode, category, stepLength, missing });
      const steps = Array.from({ length: stepLength }, (_, step) => String(step));
      for (const step of steps.filter((number) => !lines.has(number)).slice(0, missing)) {
        this.#report('missing_step', `${episode}_${step}`, null, 'nothing is predicted');
      }
    }
    return lacking;
  }

  /** @throws {DatasetError} where there was no record */
  requireAny(file: string): void {
    if (this.#episodes.size > 0) return;
    throw new DatasetError('the file holds no prediction', {
      place: { file },
      hint: 'A record has question (or image), pred, gt and more_info; one object a line, or a JSON array.',
    });
  }

  /** In the order they were found; of unreadable answers the first 1,000. */
  get problems(): readonly PredictionProblem[] {
    return this.#problems;
  }

  /** All of them, by kind. */
  get counts(): ReadonlyMap<PredictionProblemKind, number> {
    return this.#counts;
  }

  #report(kind: PredictionProblemKind, name: string, line: number | null, message: string): void {
    const count = this.#count(kind);
    if (kind === 'unreadable' && count > MAX_UNREADABLE) return;
    const { episode, number } = partsOf(name);
    const step = /^\d+$/.test(number) ? { step: Number(number) } : {};
    this.#problems.push({ kind, line, episode, ...step, message });
  }

  #count(kind: PredictionProblemKind): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }
}

function partsOf(step: string): { episode: string; number: string } {
  const cut = step.lastIndexOf('_');
  const number = step.slice(cut + 1);
  return { episode: step.slice(0, cut), number: /^\d+$/.test(number) ? String(Number(number)) : number };
}
