import { stop, type Action } from '../../domain/action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Chooser } from '../../domain/graph/chooser.js';
import { pixelPoint, type Direction } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import type { Certainty } from '../../domain/proof.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { evaluateMilestones } from '../../evaluators/milestones.js';
import { RANDOM_ANSWERS, RANDOM_APPS, RANDOM_SIZE, RANDOM_TEXTS, type RandomTask } from './random-task.js';

/** What trying everything says of a task. */
export interface BruteVerdict {
  readonly certainty: Certainty;
  /** Fewest steps with all the luck there is; null where none of those tried is enough. */
  readonly fewestSteps: number | null;
  /** Fewest steps that are enough whatever chance does; null where no number is. */
  readonly sureSteps: number | null;
  readonly chance: number;
  readonly chanceInBudget: number;
  /** States that were looked at. */
  readonly states: number;
}

/** Entries of the history that are kept where episodes have no end. */
const KEPT = 4;

/**
 * Solves a task by trying: every action at every pixel and every short text, in the environment that runs use, every draw of
 * chance forced in turn, every episode judged by the evaluator that runs use. Knows nothing of edges and sets.
 */
export async function bruteForce(random: RandomTask, mode: Mode): Promise<BruteVerdict> {
  const tried = new TriedTask(random, mode);
  const endless = await solveEndless(await tried.begins(), tried);
  let fewestSteps: number | null = null;
  const chances: number[] = [];
  for (let steps = 0; steps <= random.budget; steps += 1) {
    chances.push(await tried.chanceWithin(steps));
    if (fewestSteps === null && (chances[steps] ?? 0) > 0) fewestSteps = steps;
  }
  const inTime = chances.findIndex((chance) => chance > 1 - 1e-12);
  return {
    ...endless,
    sureSteps: inTime >= 0 ? inTime : endless.sureSteps,
    fewestSteps,
    chanceInBudget: chances[random.budget] ?? 0,
  };
}

/** A task's places and what leads from one to the next; histories whole. */
class TriedTask {
  readonly #world: TriedWorld;
  readonly #episodes: TriedEpisodes;
  readonly #choices = new Map<string, Promise<readonly (readonly Result[])[]>>();
  readonly #values = new Map<string, number>();

  constructor(random: RandomTask, mode: Mode) {
    this.#world = new TriedWorld(random, mode);
    this.#episodes = new TriedEpisodes(random.task);
  }

  async begins(): Promise<readonly Result[]> {
    const begins = await this.#world.begins();
    return begins.map(({ history, shown, chance }) =>
      this.#result(chance, history, this.#episodes.after(null, shown, null)),
    );
  }

  /** All outcomes of every action at a place. */
  choicesAt(place: Place): Promise<readonly (readonly Result[])[]> {
    const key = keyOf(place);
    const known = this.#choices.get(key) ?? this.#findChoices(place);
    this.#choices.set(key, known);
    return known;
  }

  async chanceWithin(steps: number): Promise<number> {
    let sum = 0;
    for (const { chance, to } of await this.begins()) sum += chance * (await this.#within(to, steps));
    return sum;
  }

  async #within(at: Result['to'], steps: number): Promise<number> {
    if (at === 'done') return 1;
    if (at === 'lost' || steps === 0) return 0;
    const key = `${steps} ${keyOf(at)}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    let best = 0;
    for (const results of await this.choicesAt(at)) {
      let sum = 0;
      for (const { chance, to } of results) sum += chance * (await this.#within(to, steps - 1));
      best = Math.max(best, sum);
    }
    this.#values.set(key, best);
    return best;
  }

  async #findChoices({ history, progress }: Place): Promise<readonly (readonly Result[])[]> {
    const steps = await this.#world.stepsAt(history);
    return steps.map(({ action, outcomes }) =>
      outcomes.map(({ chance, ...outcome }): Result => {
        if (outcome.type === 'ended') {
          return { chance, to: this.#episodes.endsWell(progress, action, outcome.answer) ? 'done' : 'lost' };
        }
        return this.#result(chance, outcome.history, this.#episodes.after(progress, outcome.shown, action));
      }),
    );
  }

  #result(chance: number, history: readonly number[], progress: number): Result {
    return { chance, to: this.#episodes.isDone(progress) ? 'done' : { history, progress } };
  }
}

interface Place {
  readonly history: readonly number[];
  readonly progress: number;
}

interface Result {
  readonly chance: number;
  readonly to: Place | 'done' | 'lost';
}

function keyOf({ history, progress }: Place): string {
  return `${progress} ${history.join(',')}`;
}

/** One action: where it may lead, as numbers of places. */
type Choice = readonly { readonly chance: number; readonly to: number }[];

const [DONE, LOST] = [-1, -2];

/** Episodes without a bound, of whose history the last entries are kept. */
async function solveEndless(
  begins: readonly Result[],
  tried: TriedTask,
): Promise<Omit<BruteVerdict, 'fewestSteps' | 'chanceInBudget'>> {
  const numbers = new Map<string, number>();
  const places: Place[] = [];
  const numbered = ({ chance, to }: Result): Choice[number] => {
    if (to === 'done' || to === 'lost') return { chance, to: to === 'done' ? DONE : LOST };
    const kept = { ...to, history: to.history.slice(-KEPT) };
    const key = keyOf(kept);
    const known = numbers.get(key) ?? places.push(kept) - 1;
    numbers.set(key, known);
    return { chance, to: known };
  };
  const first = begins.map(numbered);
  const choices: Choice[][] = [];
  // A list visits what is added while it is walked through.
  for (const place of places) {
    const found = await tried.choicesAt(place);
    choices.push(found.map((results) => results.map(numbered)));
  }
  const sure = sureRounds(choices);
  const kept = almostSure(choices);
  const value = valuesOf(choices, kept);
  const chance = first.reduce((sum, { chance: share, to }) => sum + share * (value.get(to) ?? 0), 0);
  const steps = first.map(({ to }) => sure.get(to) ?? Infinity);
  const isSure = steps.every((count) => count < Infinity);
  const isAlmost = first.every(({ to }) => kept.has(to));
  return {
    certainty: isSure ? 'surely' : isAlmost ? 'almost-surely' : chance > 0 ? 'by-luck' : 'impossible',
    sureSteps: isSure ? Math.max(...steps) : null,
    chance: isSure || isAlmost ? 1 : chance,
    states: places.length,
  };
}

/** By place, after how many rounds it is sure whatever chance does. */
function sureRounds(choices: readonly (readonly Choice[])[]): ReadonlyMap<number, number> {
  const sure = new Map<number, number>([[DONE, 0]]);
  for (let round = 1; ; round += 1) {
    const now = [...choices.keys()].filter(
      (at) => !sure.has(at) && choices[at]?.some((choice) => choice.every(({ to }) => sure.has(to))),
    );
    if (now.length === 0) return sure;
    for (const at of now) sure.set(at, round);
  }
}

/** Places that can reach the end without ever risking to leave what can. */
function almostSure(choices: readonly (readonly Choice[])[]): ReadonlySet<number> {
  let kept = new Set([DONE, ...choices.keys()]);
  for (;;) {
    const reached = new Set([DONE]);
    for (let grew = true; grew;) {
      const now = [...kept].filter(
        (at) =>
          !reached.has(at) &&
          choices[at]?.some(
            (choice) => choice.every(({ to }) => kept.has(to)) && choice.some(({ to }) => reached.has(to)),
          ),
      );
      grew = now.length > 0;
      for (const at of now) reached.add(at);
    }
    if (reached.size === kept.size) return kept;
    kept = reached;
  }
}

/** Best chances of the places that are not certain. */
function valuesOf(
  choices: readonly (readonly Choice[])[],
  certain: ReadonlySet<number>,
): Map<number, number> {
  const value = new Map<number, number>([...certain].map((at) => [at, 1]));
  for (let change = 1; change > 1e-13;) {
    change = 0;
    for (const [at, own] of choices.entries()) {
      if (certain.has(at)) continue;
      const sums = own.map((choice) =>
        choice.reduce((sum, { chance, to }) => sum + chance * (value.get(to) ?? 0), 0),
      );
      const best = Math.max(0, ...sums);
      change = Math.max(change, best - (value.get(at) ?? 0));
      value.set(at, best);
    }
  }
  return value;
}

/** Where an arrival led, and what it shows. */
interface Shown {
  readonly state: string;
  readonly screen: string;
}

interface Seen {
  readonly history: readonly number[];
  readonly shown: Shown;
  readonly chance: number;
}

type TriedOutcome =
  | ({ readonly type: 'seen' } & Seen)
  | { readonly type: 'ended'; readonly answer: string | undefined; readonly chance: number };

interface TriedStep {
  readonly action: Action;
  readonly outcomes: readonly TriedOutcome[];
}

/** The environment, with every draw of chance forced in turn. */
class TriedWorld {
  readonly #environment: GraphEnvironment;
  readonly #signal = new AbortController().signal;
  readonly #task: string;
  readonly #source: RandomTask['source'];
  /** Indices to draw, and of how many each was. */
  #script: number[] = [];
  #drawn: { index: number; of: number }[] = [];
  #snapshot: Record<string, unknown> | null = null;
  readonly #known = new Map<string, Promise<readonly TriedStep[]>>();
  readonly #actions = new Map<number, Promise<readonly Action[]>>();

  constructor({ source, task }: RandomTask, mode: Mode) {
    this.#task = task.id;
    this.#source = source;
    const chooser = (): Chooser => ({
      position: 0,
      choose: (candidates) => {
        const index = this.#script[this.#drawn.length] ?? 0;
        this.#drawn.push({ index, of: candidates.length });
        return index;
      },
    });
    this.#environment = new GraphEnvironment(new GraphWorld(buildGraph(source)), {
      mode,
      startOf: () => task.start ?? null,
      chooser,
    });
  }

  begins(): Promise<readonly Seen[]> {
    return this.#eachDraw(async () => {
      const { screen } = await this.#environment.reset(
        { task: this.#task, repeat: 0, seed: 0 },
        { signal: this.#signal },
      );
      return { history: this.#history(), shown: { state: this.#environment.state ?? '', screen: screen.id } };
    });
  }

  /** What every action that makes a difference does after these nodes. */
  stepsAt(history: readonly number[]): Promise<readonly TriedStep[]> {
    const key = history.join(',');
    const known = this.#known.get(key) ?? this.#stepsAt(history);
    this.#known.set(key, known);
    return known;
  }

  async #stepsAt(history: readonly number[]): Promise<readonly TriedStep[]> {
    const steps: TriedStep[] = [];
    for (const action of await this.#actionsAt(history.at(-1) ?? 0)) {
      steps.push({ action, outcomes: await this.#try(history, action) });
    }
    return steps;
  }

  /** One action of each kind that leads where others lead; found by trying all of them on a history of two. */
  #actionsAt(node: number): Promise<readonly Action[]> {
    const known = this.#actions.get(node) ?? this.#findActions(node);
    this.#actions.set(node, known);
    return known;
  }

  async #findActions(node: number): Promise<readonly Action[]> {
    const actions = new Map<string, Action>();
    for (const action of allActions(this.#source)) {
      const outcomes = await this.#try([0, node], action);
      const text = action.type === 'answer' || action.type === 'stop' ? JSON.stringify(action) : '';
      const key = `${text} ${JSON.stringify(outcomes)}`;
      if (!actions.has(key)) actions.set(key, action);
    }
    // What BACK does depends on more than two entries.
    return [...actions.values(), { type: 'key', key: 'BACK' }];
  }

  #try(history: readonly number[], action: Action): Promise<readonly TriedOutcome[]> {
    return this.#eachDraw(async (): Promise<Unweighted> => {
      const environment = this.#environment;
      const signal = this.#signal;
      await environment.restore({ ...this.#base(), history: [...history] }, { signal });
      const result = await environment.step(action, { signal });
      if (result.type === 'ended') return { type: 'ended', answer: result.answer };
      const shown = { state: environment.state ?? '', screen: result.observation.screen.id };
      return { type: 'seen', history: this.#history(), shown };
    });
  }

  async #eachDraw<T extends object>(work: () => Promise<T>): Promise<(T & { chance: number })[]> {
    const found: (T & { chance: number })[] = [];
    this.#script = [];
    for (;;) {
      this.#drawn = [];
      const result = await work();
      found.push({ ...result, chance: this.#drawn.reduce((chance, { of }) => chance / of, 1) });
      const drawn = this.#drawn;
      let last = drawn.length - 1;
      while (last >= 0 && (drawn[last]?.index ?? 0) + 1 >= (drawn[last]?.of ?? 0)) last -= 1;
      if (last < 0) return found;
      this.#script = drawn.slice(0, last + 1).map(({ index }, at) => (at === last ? index + 1 : index));
    }
  }

  /** Everything of a snapshot but the history, which is each time another. */
  #base(): Record<string, unknown> {
    this.#snapshot ??= { ...this.#environment.snapshot(), screen: 0, position: 0, ended: false };
    return this.#snapshot;
  }

  #history(): readonly number[] {
    return this.#environment.snapshot()['history'] as readonly number[]; // It is what `graph-snapshot.ts` says.
  }
}

type Unweighted =
  | { readonly type: 'seen'; readonly history: readonly number[]; readonly shown: Shown }
  | { readonly type: 'ended'; readonly answer: string | undefined };

/** Episodes by what the evaluator says of them; equal ones are one number. */
class TriedEpisodes {
  readonly #task: RandomTask['task'];
  readonly #byKey = new Map<string, number>();
  readonly #episodes: { readonly steps: readonly TrajectoryStep[]; readonly isDone: boolean }[] = [];
  readonly #after = new Map<string, number>();

  constructor(task: RandomTask['task']) {
    this.#task = task;
  }

  isDone(progress: number): boolean {
    return this.#episodes[progress]?.isDone ?? false;
  }

  /** The episode that goes on with an action and what it shows. */
  after(progress: number | null, { state, screen }: Shown, action: Action | null): number {
    const said = action !== null && action.type === 'answer' ? action : null;
    const key = `${progress} ${state} ${screen} ${said?.text}`;
    const known = this.#after.get(key);
    if (known !== undefined) return known;
    const before = progress === null ? [] : (this.#episodes[progress]?.steps ?? []);
    const done = before.map((step, index) =>
      index === before.length - 1 ? { ...step, action: said } : step,
    );
    const steps = [
      ...done,
      {
        screen: { id: screen, size: null, activity: null, picture: null, hierarchy: null },
        state,
        action: null,
      },
    ];
    const after = this.#numberOf(steps);
    this.#after.set(key, after);
    return after;
  }

  /** Whether the episode is a success if it ends with this action. */
  endsWell(progress: number, action: Action, answer: string | undefined): boolean {
    const before = this.#episodes[progress]?.steps ?? [];
    const steps = before.map((step, index) =>
      index === before.length - 1 ? { ...step, action, ...(answer === undefined ? {} : { answer }) } : step,
    );
    return this.#judge({ steps }).success;
  }

  #numberOf(steps: readonly TrajectoryStep[]): number {
    const { success, met } = this.#judge({ steps });
    // A later answer takes the place of this one, so what would be without any counts too.
    const silent = this.#judge({ steps: steps.map((step) => ({ ...step, action: null })) });
    const key = `${met} ${silent.met}`;
    const known = this.#byKey.get(key) ?? this.#episodes.push({ steps, isDone: success }) - 1;
    this.#byKey.set(key, known);
    return known;
  }

  #judge(trajectory: Trajectory): { success: boolean; met: string } {
    const { success, outcomes } = evaluateMilestones(this.#task, trajectory);
    return { success, met: outcomes.map(({ step }) => (step === null ? 0 : 1)).join('') };
  }
}

/** Everything that an agent may do, as far as it can make a difference: every pixel, every short text, every app. */
function* allActions({ nodes }: RandomTask['source']): Generator<Action> {
  const recorded = new Set(
    nodes.flatMap(({ edges = [] }) => edges.flatMap(({ actions }) => actions.map(({ type }) => type))),
  );
  const directions: readonly Direction[] = ['up', 'down', 'left', 'right'];
  yield { type: 'wait' };
  for (const key of ['ENTER', 'HOME', 'MENU', 'VOLUME_UP']) yield { type: 'key', key };
  for (const direction of directions) yield { type: 'swipe', direction };
  for (const app of [...RANDOM_APPS, 'Nowhere']) yield { type: 'open_app', app };
  for (const text of RANDOM_ANSWERS) {
    yield { type: 'answer', text, terminal: false };
    yield stop('success', text);
  }
  for (let y = 0; y < RANDOM_SIZE.height; y += 1) {
    for (let x = 0; x < RANDOM_SIZE.width; x += 1) {
      const point = pixelPoint(x, y);
      yield { type: 'tap', target: { type: 'point', point } };
      // What no screen records is the same everywhere.
      if (recorded.has('long_press') || y === 0)
        yield { type: 'long_press', target: { type: 'point', point } };
      if (!recorded.has('swipe') && y > 0) continue;
      for (const direction of directions.slice(0, 3)) yield { type: 'swipe', direction, at: point };
    }
  }
  for (const text of recorded.has('type') ? SHORT_TEXTS : RANDOM_TEXTS) yield { type: 'type', text };
}

/** Every text of few letters, and every few of the texts of edges side by side. */
function shortTexts(): readonly string[] {
  const found = new Set(['', ...RANDOM_TEXTS]);
  let last = [''];
  for (let length = 1; length <= 4; length += 1) {
    last = last.flatMap((text) => ['a', 'b', ',', '^'].map((letter) => text + letter));
    for (const text of last) found.add(text);
  }
  for (const a of RANDOM_TEXTS)
    for (const b of RANDOM_TEXTS) for (const c of RANDOM_TEXTS) found.add(`${a}^${b}^${c}`);
  return [...found];
}

const SHORT_TEXTS = shortTexts();
