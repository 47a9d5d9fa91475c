import { randomStream } from '../../domain/random.js';
import { itemKeyText } from '../../domain/episode.js';
import { UserError } from '../../errors.js';
import type { JournalEventOf } from '../../formats/run/journal/event.js';
import { listJournals, readJournal } from '../../formats/run/run-folder.js';
import { Quantiles } from '../../simulation/quantiles.js';
import type { SimulatedWork } from '../../simulation/simulated-load.js';

/** Measured values of each kind that are kept; of more, an even sample. */
const MOST_VALUES = 50_000;
const TYPES = [
  'item-start',
  'item-resume',
  'observation',
  'model-call',
  'decision',
  'transition',
  'item-end',
] as const;
type Event = JournalEventOf<(typeof TYPES)[number]>;

/** What the journals of a run say of its times. */
export interface MeasuredRun extends SimulatedWork {
  /** Mean milliseconds between two episodes of a worker that did one after the other; null where none did. */
  readonly betweenMs: number | null;
  /** Share of calls that failed, each try for itself, 0-1. */
  readonly callFailures: number;
  /** Episodes that times were taken from: those done without an interruption. */
  readonly timed: number;
}

/**
 * Reads what episodes and steps of a run took; `episodes` is how many there are.
 *
 * A step's model is the time that its calls took at the endpoint, each the try that was answered, answers from a cache left out;
 * what the rest of the time of an episode was used for is divided equally among its steps. That of episodes whose calls failed and
 * were made again holds those tries and the waits between them, which are predicted by `callFailures`: they are left out of it.
 * A wait for a place at the endpoint cannot be told from the rest.
 *
 * @throws {UserError} for a run without a whole episode
 */
export async function measureRun(folder: string, signal?: AbortSignal): Promise<MeasuredRun> {
  const measure = new RunMeasure();
  for (const { file } of await listJournals(folder)) {
    measure.nextJournal();
    for await (const { event } of readJournal(file, { types: TYPES, ...(signal && { signal }) })) {
      measure.add(event);
    }
  }
  return measure.result(folder);
}

/** An attempt under way. */
interface Attempt {
  readonly startedAt: number;
  /** Steps that are another writer's. */
  readonly from: number;
  isWhole: boolean;
  seenAt: number | null;
  readonly asked: Map<number, number>;
  /** Milliseconds of waits before calls that were made again; null where none was. */
  againMs: number | null;
  decideMs: number;
  actMs: number;
}

class RunMeasure {
  readonly #steps = new Sample('steps');
  readonly #model = new Sample('model');
  readonly #local = new Sample('local');
  /** Of episodes with calls that failed, their waits taken off: for runs that have no others. */
  readonly #localOfFailed = new Sample('local of failed');
  readonly #item = new Sample('item');
  readonly #between = new Sample('between');
  #attempts = new Map<string, Attempt>();
  #lastEnd: number | null = null;
  #overlaps = false;
  #calls = 0;
  #tries = 0;
  #failedTries = 0;
  #decisions = 0;
  #input: number | null = 0;
  #output: number | null = 0;
  #cost: number | null = 0;

  nextJournal(): void {
    this.#attempts = new Map();
    this.#lastEnd = null;
  }

  add(event: Event): void {
    const key = `${itemKeyText(event)} ${event.attempt}`;
    if (event.type === 'item-start') {
      this.#start(key, event);
      return;
    }
    const attempt = this.#attempts.get(key);
    if (attempt === undefined) return;
    if (event.type === 'item-end') {
      this.#attempts.delete(key);
      this.#end(attempt, event);
      return;
    }
    if (event.step < attempt.from) return;
    switch (event.type) {
      case 'item-resume':
        attempt.isWhole = false;
        break;
      case 'observation':
        attempt.seenAt ??= Date.parse(event.at);
        break;
      case 'model-call':
        this.#call(attempt, event);
        break;
      case 'decision':
        this.#decisions += 1;
        attempt.decideMs += event.durationMs;
        break;
      default:
        attempt.actMs += event.durationMs;
    }
  }

  #start(key: string, { at, takesOver }: JournalEventOf<'item-start'>): void {
    const startedAt = Date.parse(at);
    if (this.#attempts.size > 0) this.#overlaps = true;
    if (this.#lastEnd !== null) this.#between.add(Math.max(0, startedAt - this.#lastEnd));
    this.#attempts.set(key, {
      startedAt,
      from: takesOver?.steps ?? 0,
      isWhole: takesOver === undefined,
      seenAt: null,
      asked: new Map(),
      againMs: null,
      decideMs: 0,
      actMs: 0,
    });
  }

  #call(attempt: Attempt, event: JournalEventOf<'model-call'>): void {
    if (event.fromCache) return;
    const { retries = [], answer } = event;
    const failed = retries.length + (answer === null ? 1 : 0);
    this.#calls += 1;
    this.#tries += retries.length + 1;
    this.#failedTries += failed;
    if (failed > 0) {
      attempt.againMs = retries.reduce((sum, { delayMs }) => sum + delayMs, attempt.againMs ?? 0);
    }
    this.#input = add(this.#input, event.inputTokens);
    this.#output = add(this.#output, event.outputTokens);
    this.#cost = add(this.#cost, event.costUsd);
    attempt.asked.set(event.step, (attempt.asked.get(event.step) ?? 0) + event.latencyMs);
  }

  #end(
    { startedAt, isWhole, seenAt, asked, againMs, decideMs, actMs }: Attempt,
    event: JournalEventOf<'item-end'>,
  ): void {
    const endedAt = Date.parse(event.at);
    this.#lastEnd = endedAt;
    const { steps } = event;
    if (!isWhole || steps === 0 || seenAt === null) return;
    const modelMs = Array.from({ length: steps }, (_, step) => asked.get(step) ?? 0);
    const allMs = endedAt - startedAt;
    const itemMs = Math.min(seenAt - startedAt, Math.max(0, allMs - decideMs - actMs));
    const elsewhereMs = allMs - itemMs - (againMs ?? 0) - modelMs.reduce((sum, ms) => sum + ms, 0);
    const localMs = Math.max(0, elsewhereMs) / steps;
    const local = againMs === null ? this.#local : this.#localOfFailed;
    this.#steps.add(steps);
    this.#item.add(itemMs);
    for (const ms of modelMs) {
      this.#model.add(ms);
      local.add(localMs);
    }
  }

  result(folder: string): MeasuredRun {
    const timed = this.#steps.seen;
    if (timed === 0) {
      throw new UserError('the run has no episode that was done without an interruption', {
        place: { file: folder },
        hint: 'Name another run with --from, or leave it out and give the times.',
      });
    }
    const perStep = (sum: number | null): number | null =>
      sum === null ? null : sum / Math.max(1, this.#decisions);
    const hasCalls = this.#calls > 0;
    return {
      episodes: timed,
      steps: this.#steps.quantiles(),
      modelMs: this.#model.quantiles(),
      localMs: (this.#local.seen > 0 ? this.#local : this.#localOfFailed).quantiles(),
      itemMs: this.#item.quantiles(),
      perStep: {
        calls: this.#calls / Math.max(1, this.#decisions),
        inputTokens: hasCalls ? perStep(this.#input) : null,
        outputTokens: hasCalls ? perStep(this.#output) : null,
        costUsd: hasCalls ? perStep(this.#cost) : null,
      },
      betweenMs: this.#overlaps || this.#between.seen === 0 ? null : this.#between.quantiles().mean,
      callFailures: this.#failedTries / Math.max(1, this.#tries),
      timed,
    };
  }
}

function add(sum: number | null, value: number | null): number | null {
  return sum === null || value === null ? null : sum + value;
}

/** An even sample of values, of bounded size. */
class Sample {
  readonly #values: number[] = [];
  readonly #stream;
  seen = 0;

  constructor(name: string) {
    this.#stream = randomStream('measure', name);
  }

  add(value: number): void {
    this.seen += 1;
    if (this.#values.length < MOST_VALUES) {
      this.#values.push(value);
      return;
    }
    const place = this.#stream.below(this.seen);
    if (place < MOST_VALUES) this.#values[place] = value;
  }

  quantiles(): Quantiles {
    return Quantiles.measured(this.#values);
  }
}
