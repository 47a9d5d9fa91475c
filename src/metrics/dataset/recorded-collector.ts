import type { Action } from '../../domain/action.js';
import type { Count, RecordedStatistics } from '../../domain/recordings/dataset-statistics.js';
import { toPixel } from '../../domain/geometry.js';
import type {
  RecordedEntry,
  RecordedEpisode,
  RecordedStep,
} from '../../domain/recordings/recorded-episode.js';
import { Tally } from './tally.js';
import { TaskFacts } from './task-facts.js';
import { TouchMaps } from './touch-maps.js';
import { WholeNumbers } from './whole-numbers.js';

/** Broken episodes that are named; all are counted. */
const MOST_LISTED = 1000;
const TENTHS = 10;
/** Steps by number are shown as long as this share of the episodes, and this many, last. */
const LASTING_SHARE = 0.02;
const LASTING = 5;
const MOST_STEPS = 60;

interface ScreenCount {
  readonly width: number;
  readonly height: number;
  steps: number;
  episodes: number;
}

/** Statistics of recorded episodes, as they come. Keeps counts, no episode. */
export class RecordedCollector {
  readonly #tasks: TaskFacts;
  readonly #lengths = new WholeNumbers();
  readonly #typed = new WholeNumbers();
  readonly #labels = new Map<string, Tally>();
  readonly #actions = new Tally();
  readonly #tenths = Array.from({ length: TENTHS }, () => new Tally());
  readonly #byStep: Tally[] = [];
  readonly #screens = new Map<string, ScreenCount>();
  readonly #touches = new TouchMaps();
  readonly #annotations = new Tally();
  readonly #listed: { id: string; code: string; message: string }[] = [];
  #broken = 0;
  #episodes = 0;
  #steps = 0;

  /** @param classes class of each app, where somebody has a table of them */
  constructor(classes: ReadonlyMap<string, string> | null = null) {
    this.#tasks = new TaskFacts(classes);
  }

  add(entry: RecordedEntry): void {
    if (entry.type === 'episode') {
      this.#addEpisode(entry.episode);
      return;
    }
    this.#broken += 1;
    if (this.#listed.length >= MOST_LISTED) return;
    const { code, message } = entry.error;
    this.#listed.push({ id: entry.id, code, message });
  }

  #addEpisode({ apps, instructions, labels, steps }: RecordedEpisode): void {
    this.#episodes += 1;
    this.#steps += steps.length;
    this.#lengths.add(steps.length);
    this.#tasks.add(apps, instructions);
    for (const [name, values] of Object.entries(labels)) {
      const tally = this.#labels.get(name) ?? new Tally();
      this.#labels.set(name, tally);
      for (const value of new Set(values)) tally.add(value);
    }
    const sizes = new Set<ScreenCount>();
    for (const [index, step] of steps.entries()) {
      const name = actionName(step.action);
      this.#actions.add(name);
      this.#tenths[Math.floor((index / steps.length) * TENTHS)]?.add(name);
      if (index < MOST_STEPS) (this.#byStep[index] ??= new Tally()).add(name);
      const size = this.#addStep(step);
      if (size !== null) sizes.add(size);
    }
    for (const size of sizes) size.episodes += 1;
  }

  #addStep({ action, screen, box, stepInstruction, annotation = {} }: RecordedStep): ScreenCount | null {
    if (action.type === 'type') this.#typed.add(Array.from(action.text).length);
    if (box !== undefined) this.#annotations.add('area of the element');
    if (says(stepInstruction)) this.#annotations.add('instruction of the step');
    for (const name of ['description', 'intention', 'context'] as const) {
      if (says(annotation[name])) this.#annotations.add(name);
    }
    const { size } = screen;
    if (size === null) return null;
    const touched = action.type === 'tap' || action.type === 'long_press' ? action.target : null;
    if (touched?.type === 'point') this.#touches.add(toPixel(touched.point, size), size);
    const { width, height } = size;
    const key = `${width}x${height}`;
    const count = this.#screens.get(key) ?? { width, height, steps: 0, episodes: 0 };
    this.#screens.set(key, count);
    count.steps += 1;
    return count;
  }

  statistics(): RecordedStatistics {
    const lasting = Math.max(LASTING, this.#episodes * LASTING_SHARE);
    const shown = this.#byStep.filter((tally, index) => index === 0 || sumOf(tally.list()) >= lasting);
    return {
      kind: 'recorded',
      episodes: this.#episodes,
      steps: this.#steps,
      broken: { count: this.#broken, listed: this.#listed },
      lengths: this.#lengths.distribution(),
      ...this.#tasks.result(),
      labels: [...this.#labels].map(([name, tally]) => ({ name, values: tally.list() })),
      actions: this.#actions.list(),
      actionsByTenth: this.#tenths.map((tally) => tally.list()),
      actionsByStep: shown.map((tally) => tally.list()),
      typedCharacters: this.#typed.distribution(),
      screens: [...this.#screens.values()].toSorted((a, b) => b.steps - a.steps),
      touches: this.#touches.list(),
      annotations: this.#annotations.list(),
    };
  }
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function says(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** An action as it is counted: keys and ends by which one. */
export function actionName(action: Action): string {
  switch (action.type) {
    case 'key':
      return `key ${action.key}`;
    case 'stop':
      return action.status === 'unspecified' ? 'stop' : `stop ${action.status}`;
    case 'swipe':
      return action.direction === null ? 'swipe' : `swipe ${action.direction}`;
    default:
      return action.type;
  }
}
