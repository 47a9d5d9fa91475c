import type { Finding } from '../../domain/finding.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { FilePlace } from '../../errors.js';
import { within } from '../file-findings.js';
import { found, type RuleId } from '../rules.js';

type JsonPath = readonly (string | number)[];

interface Gathered {
  readonly rule: RuleId;
  readonly message: string;
  readonly steps: number[];
  readonly place: FilePlace | undefined;
}

/** Findings of one episode: those of one rule on several of its steps are one finding that lists them. */
export class EpisodeFindings {
  readonly #episode: RecordedEpisode;
  readonly #folder: string;
  readonly #gathered = new Map<string, Gathered>();
  readonly #others: Finding[] = [];

  /** @param folder that places are relative to */
  constructor(episode: RecordedEpisode, folder: string) {
    this.#episode = episode;
    this.#folder = folder;
  }

  /** Something about a step, which counts from 0. `aspect` separates findings of one rule on different things. */
  atStep(rule: RuleId, step: number, message: string, aspect = ''): void {
    const key = `${rule} ${aspect}`;
    const known = this.#gathered.get(key);
    if (known !== undefined) {
      known.steps.push(step);
      return;
    }
    const place = this.#episode.steps[step]?.place ?? this.#episode.place;
    this.#gathered.set(key, { rule, message, steps: [step], place });
  }

  /** Something about the episode as a whole. */
  add(rule: RuleId, message: string, place: FilePlace | undefined = this.#episode.place): void {
    this.#others.push(this.#finding(rule, `episode ${this.#episode.id}: ${message}`, place));
  }

  list(): Finding[] {
    const { id } = this.#episode;
    const ofSteps = [...this.#gathered.values()].map(({ rule, message, steps, place }): Finding => {
      const more = steps.length - 1;
      const others = more === 0 ? '' : `; ${more} more ${more === 1 ? 'step' : 'steps'} alike`;
      const finding = this.#finding(rule, `episode ${id}, step ${steps[0]}: ${message}${others}`, place);
      return { ...finding, details: { steps } };
    });
    return [...this.#others, ...ofSteps];
  }

  #finding(rule: RuleId, message: string, place: FilePlace | undefined): Finding {
    const finding = found(rule, { message, file: null, subjects: [this.#episode.id] });
    return { ...finding, place: relativePlace(place, this.#folder) };
  }
}

/** A place as findings name it: its file relative to the folder that was checked. */
export function relativePlace(place: FilePlace | undefined, folder: string): Finding['place'] {
  if (place === undefined) return null;
  const { file, line, column, path } = place;
  const mutable: JsonPath | undefined = path;
  return {
    file: within(folder, file),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(mutable === undefined ? {} : { path: [...mutable] }),
  };
}
