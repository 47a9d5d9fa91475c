import { DatasetError } from '../../../errors.js';
import { plural } from '../../../domain/text/plural.js';
import {
  firstReason,
  recordName,
  type PredictionProblem,
  type PredictionProblemKind,
} from '../../stepwise/prediction-problem.js';

/** Where a record stands. */
export interface RecordPlace {
  readonly line: number;
  readonly record: number;
}

/** One prediction, by what it is of. */
export interface PredictedStep extends RecordPlace {
  /** `<episode>_<step>`. */
  readonly step: string;
  readonly category: string;
  /** Steps that the whole episode has. */
  readonly stepLength: number;
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
  readonly first: RecordPlace;
  /** By what follows the last `_`, with the record that came first. */
  readonly records: Map<string, RecordPlace>;
}

/** Problems listed of one of these kinds, which every record may have; all are counted. */
const MAX_LISTED = 1000;
const MANY: readonly PredictionProblemKind[] = [
  'unreadable',
  'unparsable',
  'no_prediction',
  'broken_recording',
];

/** Which steps of which episodes a file of predictions holds, as its records come; and what is odd about that. */
export class PredictedSteps {
  readonly #episodes = new Map<string, Known>();
  readonly #problems: PredictionProblem[] = [];
  readonly #counts = new Map<PredictionProblemKind, number>();

  /**
   * @returns what the record is: the first of its step, a repetition, of a step that the episode does not have, or of
   * an episode for which an earlier record gave another length
   */
  add({
    step,
    category,
    stepLength,
    line,
    record,
  }: PredictedStep): 'first' | 'duplicate' | 'extra_step' | 'no_prediction' {
    const at = { line, record };
    const { episode, number } = partsOf(step);
    const known = this.#episodes.get(episode) ?? { category, stepLength, records: new Map(), first: at };
    this.#episodes.set(episode, known);
    if (known.stepLength !== stepLength) {
      const message = `its step_length is ${stepLength}, and that of ${recordName(known.first)} is ${known.stepLength}`;
      this.#report('no_prediction', step, at, message);
      return 'no_prediction';
    }
    const earlier = known.records.get(number);
    if (earlier !== undefined) {
      this.#report('duplicate', step, at, `${recordName(earlier)} predicts this step already`);
      return 'duplicate';
    }
    // A step without a number is extra only where the episode is full.
    const isExtra = /^\d+$/.test(number) ? Number(number) >= stepLength : known.records.size >= stepLength;
    if (isExtra) {
      this.#report('extra_step', step, at, `the episode has ${plural(stepLength, 'step')}`);
      return 'extra_step';
    }
    known.records.set(number, at);
    return 'first';
  }

  /** Notes an answer that nobody can read. The first 1,000 are listed. */
  addUnreadable(step: string, at: RecordPlace, message: string): void {
    this.#report('unreadable', step, at, message);
  }

  /** Notes a recorded step that cannot be read; it is known, and so not missing. */
  addBroken(step: string, at: RecordPlace, message: string): void {
    this.#report('broken_recording', step, at, message);
  }

  /** Notes what was found where records are read. Of the kinds that every record may have the first 1,000 are listed. */
  addProblem(problem: PredictionProblem): void {
    const count = this.#count(problem.kind);
    if (count <= MAX_LISTED || !MANY.includes(problem.kind)) this.#problems.push(problem);
  }

  /** Notes an episode of the split of which nothing is predicted. */
  addMissingEpisode(episode: string): void {
    this.addProblem({ kind: 'missing_episode', line: null, episode, message: 'nothing is predicted' });
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
    for (const [episode, { first }] of unknown) {
      this.addProblem({ kind: 'unknown_episode', ...first, episode, message: 'it is not of the split' });
    }
    return [...expected].filter((id) => !this.#episodes.has(id));
  }

  /** Predicted episodes that lack steps; each lacking step is reported. Once, when all records are in. */
  reportMissing(): MissingSteps[] {
    const lacking: MissingSteps[] = [];
    for (const [episode, { category, stepLength, records }] of this.#episodes) {
      const missing = stepLength - records.size;
      if (missing <= 0) continue;
      lacking.push({ episode, category, stepLength, missing });
      const steps = Array.from({ length: stepLength }, (_, step) => String(step));
      for (const step of steps.filter((number) => !records.has(number)).slice(0, missing)) {
        this.#report('missing_step', `${episode}_${step}`, null, 'nothing is predicted');
      }
    }
    return lacking;
  }

  /** @throws {DatasetError} where there was no record, or none whose recording can be read */
  requireAny(file: string): void {
    if (this.#episodes.size > 0) return;
    const broken = this.#problems.find(({ kind }) => kind === 'broken_recording');
    if (broken !== undefined) {
      throw new DatasetError(`no prediction can be judged: ${broken.message}`, {
        place: { file },
        hint: 'Repair the recorded episodes, or download those that are missing; `touchstone lint guiodyssey --data DIR` lists them.',
      });
    }
    throw new DatasetError(`the file holds no prediction${firstReason(this.#problems)}`, {
      place: { file },
      hint: 'A record has question (or image), pred, gt and more_info, or it is {"episode": …, "step": …, "action": …}; one object a line, or a JSON array.',
    });
  }

  /** In the order they were found; of the kinds that every record may have the first 1,000. */
  get problems(): readonly PredictionProblem[] {
    return this.#problems;
  }

  /** All of them, by kind. */
  get counts(): ReadonlyMap<PredictionProblemKind, number> {
    return this.#counts;
  }

  #report(kind: PredictionProblemKind, name: string, at: RecordPlace | null, message: string): void {
    this.addProblem({ kind, ...(at ?? { line: null }), ...stepOf(name), message });
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

function stepOf(name: string): { episode: string; step?: number } {
  const { episode, number } = partsOf(name);
  return /^\d+$/.test(number) ? { episode, step: Number(number) } : { episode };
}
