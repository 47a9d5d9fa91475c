import { BugError, DatasetError } from '../errors.js';
import type { Agent } from '../agents/agent.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { RunConfiguration } from '../domain/run.js';
import type { ItemKey } from '../domain/episode.js';
import type { Task } from '../domain/task.js';
import type { AttemptRecord, ItemEvent } from '../formats/run/attempt-record.js';
import {
  ModelCallSchema,
  ObservationEventSchema,
  TaskEventSchema,
  TransitionEventSchema,
  type JournalEvent,
} from '../formats/run/journal/event.js';
import type { EventFileWriter } from '../formats/run/journal/event-file-writer.js';
import type { StepEvent } from '../formats/run/read-first-steps.js';
import type { FileStore } from '../formats/run/file-store.js';
import type { ModelRoles } from '../models/model.js';
import type { EngineListener } from './engine-event.js';
import type { RunControl } from './run-control.js';
import type { BudgetLedger } from './budget-ledger.js';
import type { JournaledEnd } from './item-queue.js';
import type { OutageWatch } from './outage-watch.js';
import type { SequentialStop } from './sequential/sequential-stop.js';
import { rememberScreen, takeKnownScreen, takePlainTransition } from './attempt/plain-event.js';
import { CoordinateMismatchAlarm } from './coordinate-mismatch-alarm.js';

/** What the engine itself puts into events, and so does not check. */
const OURS = { type: true, at: true } as const;
const OURS_OF_STEP = { ...OURS, item: true, repeat: true, attempt: true, step: true } as const;
const OURS_OF_CALL = {
  ...OURS_OF_STEP,
  role: true,
  request: true,
  error: true,
  inputTokens: true,
  outputTokens: true,
} as const;

/** Parts of events that come from agents, environments, models and benchmarks, which need not keep their types' word. */
const CHECKED = {
  task: TaskEventSchema.omit(OURS),
  observation: ObservationEventSchema.omit(OURS_OF_STEP),
  'model-call': ModelCallSchema.omit(OURS_OF_CALL),
  transition: TransitionEventSchema.omit({ ...OURS_OF_STEP, ended: true, durationMs: true }),
};

/** Where the engine writes what happens: the file of a run, or what stands in for one where nothing is kept. */
export type RunJournal = Pick<
  EventFileWriter<JournalEvent>,
  'append' | 'writeSoon' | 'commit' | 'isStillThere' | 'file'
>;

export interface RunSessionOptions {
  readonly directory: string;
  /** Whose journal it is. */
  readonly writer: string;
  /** It is given its items: how its session ends tells nothing of the run. */
  readonly isJoined: boolean;
  /** It says which ends count, where several writers do episodes that share a random stream; not unless given. */
  readonly settlesEnds?: boolean;
  readonly configuration: RunConfiguration;
  readonly benchmark: Benchmark;
  readonly agent: Agent;
  readonly models: ModelRoles;
  readonly journal: RunJournal;
  readonly control: RunControl;
  readonly ledger: BudgetLedger;
  readonly outage: OutageWatch;
  /** The gate that ends the run once it is decided; null where all is to be done. */
  readonly sequential: SequentialStop | null;
  /** Keeps what live screens contain; null where screens are recorded. */
  readonly files: FileStore | null;
  /** Null where nobody listens. */
  readonly emit: EngineListener | null;
  /** Whether the end of an item is told with its outcome. */
  readonly tellsOutcomes: boolean;
  /** Milliseconds since 1970, for the journal's times. */
  readonly now: () => number;
  /** Words of the random stream that episodes share, used by those that have ended. */
  readonly draws: number;
  /** Ids of the tasks that the journal holds already. */
  readonly tasks: ReadonlySet<string>;
  /** What every attempt of a fork begins with; nothing in other runs. */
  readonly firstSteps: readonly StepEvent[];
}

/** What the parts of the engine share while one process works on a run. */
export class RunSession {
  readonly options: RunSessionOptions;
  readonly control: RunControl;
  readonly ledger: BudgetLedger;
  readonly outage: OutageWatch;
  readonly emit: EngineListener;
  /** Steps taken in this session. */
  steps = 0;
  readonly #tasks: Set<string>;
  /** Null where nobody hears of it. */
  readonly #spans: CoordinateMismatchAlarm | null;
  #draws: number;
  #lastNow = Number.NaN;
  #lastAt = '';

  constructor(options: RunSessionOptions) {
    this.options = options;
    this.control = options.control;
    this.ledger = options.ledger;
    this.outage = options.outage;
    this.emit = options.emit ?? unheard;
    this.#tasks = new Set(options.tasks);
    this.#draws = options.draws;
    const { emit, configuration } = options;
    this.#spans = emit === null ? null : new CoordinateMismatchAlarm(configuration.identity, emit);
  }

  get settlesEnds(): boolean {
    return this.options.settlesEnds === true;
  }

  /** Whether no further item is to be begun; what is under way may go on. */
  get isClosing(): boolean {
    return this.control.isStopping || this.options.sequential?.isDecided === true;
  }

  /** Now, as the journal writes it. Many events share their millisecond. */
  get at(): string {
    const now = this.options.now();
    if (now !== this.#lastNow) [this.#lastNow, this.#lastAt] = [now, new Date(now).toISOString()];
    return this.#lastAt;
  }

  /**
   * Appends an event to the journal.
   *
   * @throws {BugError} when what an agent, environment, model or benchmark returned would make the journal unreadable
   */
  append(event: JournalEvent): void {
    this.options.journal.append(readable(event));
  }

  /** Appends an event about an item, and to its record. */
  record(record: AttemptRecord, written: ItemEvent): void {
    const event = readable(written);
    // An attempt that is given up gives its random words back.
    if (event.type === 'item-start') this.#draws -= record.draws;
    if (event.type === 'transition') this.#draws += event.transition.draws ?? 0;
    const problem = record.apply(event);
    if (problem !== null) throw new BugError(`The engine wrote a ${event.type} event, but ${problem}`);
    this.options.journal.append(event);
    // What a fork, or another writer, took over was told of when it was decided.
    const forked = this.options.configuration.identity.fork?.step ?? 0;
    const own = Math.max(forked, record.takesOver?.steps ?? 0);
    if (event.type === 'decision' && event.step >= own) this.#spans?.add(event, record);
  }

  /**
   * Writes a task in full unless the journal holds it. A task that is none is replaced by its bare id, and the error given
   * back: it voids its items, not the run.
   */
  recordTask(task: Task): DatasetError | null {
    if (this.#tasks.has(task.id)) return null;
    this.#tasks.add(task.id);
    try {
      this.append({ type: 'task', at: this.at, task });
      return null;
    } catch (error) {
      if (!(error instanceof BugError)) throw error;
      const instructions = { und: '' };
      this.append({
        type: 'task',
        at: this.at,
        task: { id: task.id, instructions, apps: [], tags: [], milestones: [], evaluators: [] },
      });
      return new DatasetError(`Task ${task.id} is not as a task must be`, { cause: error });
    }
  }

  /** What the journals say of the stream that sequential episodes share. @param draws words consumed of it so far */
  standAt(draws: number): void {
    this.#draws = draws;
  }

  /** An attempt goes on that consumed so many words of it before; below zero: it goes on later. */
  addDraws(draws: number): void {
    this.#draws += draws;
  }

  /**
   * Says that an end counts, before anything is drawn behind it.
   *
   * @param end what it consumed of the stream on top of what is known; null where the item is asked for once more
   */
  settleEnd(key: ItemKey, end: JournaledEnd | null): void {
    this.#draws += end?.draws ?? 0;
    const counts = end === null ? {} : { counts: { writer: end.writer, attempt: end.attempt } };
    this.append({ type: 'item-settle', at: this.at, ...key, ...counts, draws: this.#draws });
  }

  /**
   * Puts the random stream that sequential episodes share where the journal says, `unless` the words of an attempt that
   * is about to be played again.
   */
  alignDraws(replayed = 0): void {
    const { benchmark } = this.options;
    benchmark.sharedStream?.moveTo(this.#draws - replayed);
  }
}

function unheard(): void {}

/** The event as it will be read back. */
function readable<E extends JournalEvent>(event: E): E {
  if (!(event.type in CHECKED)) return event;
  // The schemas say the same of what is known or plain already, in many times the time.
  if (event.type === 'observation' && takeKnownScreen(event)) return event;
  if (event.type === 'transition' && takePlainTransition(event)) return event;
  const written = event.type === 'observation' ? event.screen : null;
  const schema = CHECKED[event.type as keyof typeof CHECKED];
  const parsed = schema.safeParse(event);
  // The schema of the event's own type gives back parts of that type.
  if (parsed.success) {
    Object.assign(event, parsed.data);
    if (event.type === 'observation' && written !== null) rememberScreen(written, event.screen);
    return event;
  }
  const issue = parsed.error.issues[0];
  throw new BugError(
    `What the ${event.type} event is made of is not as its type says: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
