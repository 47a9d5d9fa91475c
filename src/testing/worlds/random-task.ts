import type { GraphSource, SourceAction, SourceEdge, SourceNode } from '../../domain/graph/graph-source.js';
import type { Milestone } from '../../domain/milestones/milestone.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import { TaskSchema, type Task } from '../../domain/task.js';

/** Something that a world has or has not, for counting worlds by it. */
export type WorldTrait =
  | 'chance edges'
  | 'several screens of a node'
  | 'launcher icons'
  | 'apps with two entries'
  | 'BACK or HOME recorded'
  | 'typed texts'
  | 'points and overlapping areas'
  | 'screens that wait'
  | 'ordered milestones'
  | 'nested milestones'
  | 'answers'
  | 'no way back'
  | 'a start of its own';

/** A small world with one task. */
export interface RandomTask {
  readonly source: GraphSource;
  readonly task: Task;
  /** Steps an episode may take. */
  readonly budget: number;
  readonly traits: readonly WorldTrait[];
}

export const RANDOM_SIZE = { width: 12, height: 9 };
/** Texts of edges; what an agent types may be anything. */
export const RANDOM_TEXTS = ['a', 'b', 'ab', 'ba', 'a,b', 'aab', 'B a', ''];
export const RANDOM_APPS = ['Mail', 'Shop', 'Gone'];
export const RANDOM_ANSWERS = ['yes', 'no'];

/** A world of three or four nodes and a task in it; equal seeds give equal ones. */
export function randomTask(seed: number): RandomTask {
  const draw = new Drawer(randomStream('random-task', seed));
  const ids = ['n0', 'n1', 'n2', 'n3'].slice(0, 3 + draw.below(2));
  const kinds = draw.some(
    ['click', 'click', 'long_press', 'swipe', 'type', 'key', 'key', 'wait'] as const,
    3,
  );
  const nodes = ids.map((id): SourceNode & { edges: SourceEdge[] } => {
    const screens = draw.chance(0.35) ? ['a', 'b', 'c'].slice(0, 2 + draw.below(2)) : [];
    return {
      id,
      ...(screens.length === 0 ? {} : { screens: screens.map((name) => ({ id: `${id}-${name}` })) }),
      edges: draw.list(0, 3, () => ({
        to: draw.of(ids),
        actions: draw.list(1, 2, () => randomAction(draw, draw.of(kinds))),
      })),
    };
  });
  // Where every key is recorded and nothing opens, there may be no way back.
  const isTrap = draw.chance(0.3);
  if (isTrap) {
    const key = (name: string, to: string): SourceEdge => ({ to, actions: [{ type: 'key', key: name }] });
    for (const { edges } of nodes) {
      for (const name of ['BACK', 'HOME']) edges.push(...draw.list(1, 2, () => key(name, draw.of(ids))));
    }
    const pit = nodes.at(-1);
    pit?.edges.splice(0, pit.edges.length, key('BACK', pit.id), key('HOME', pit.id));
  }
  const apps = RANDOM_APPS.slice(0, isTrap ? 0 : draw.below(3)).map((name) => ({
    name,
    entries: [...new Set(draw.list(1, 2, () => draw.of(ids)))],
  }));
  const icons = draw.list(0, isTrap ? 0 : 2, () => ({ app: draw.of(RANDOM_APPS), box: randomBox(draw) }));
  const places = [...ids, ...nodes.flatMap(({ screens }) => screens?.map(({ id }) => id) ?? [])];
  const milestones = randomMilestones(draw, places);
  const task = TaskSchema.parse({
    id: `seed-${seed}`,
    instructions: { en: 'Do it' },
    ...(draw.chance(0.25) ? { start: draw.of(ids) } : {}),
    milestones,
  });
  const source = {
    name: `seed-${seed}`,
    screenSize: RANDOM_SIZE,
    root: 'n0',
    launcher: { apps, icons },
    nodes,
  };
  return { source, task, budget: 1 + draw.below(5), traits: traitsOf(source, task) };
}

/** Draws from one stream. */
class Drawer {
  readonly #stream: RandomStream;
  #count = 0;

  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  below(n: number): number {
    return this.#stream.below(n);
  }

  chance(share: number): boolean {
    return this.#stream.next() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T; // The list is not empty.
  }

  some<T>(values: readonly T[], count: number): T[] {
    return this.list(count, count, () => this.of(values));
  }

  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }

  name(): string {
    this.#count += 1;
    return `m${this.#count}`;
  }
}

function randomBox(draw: Drawer): [number, number, number, number] {
  const [x, y] = [draw.below(RANDOM_SIZE.width) - 1, draw.below(RANDOM_SIZE.height) - 1];
  return [x, y, x + draw.below(9), y + draw.below(7)];
}

function randomAction(draw: Drawer, kind: SourceAction['type']): SourceAction {
  switch (kind) {
    case 'click':
    case 'long_press':
      if (draw.chance(0.3)) {
        return { type: kind, point: [draw.below(RANDOM_SIZE.width), draw.below(RANDOM_SIZE.height)] };
      }
      return { type: kind, box: randomBox(draw) };
    case 'swipe': {
      const direction = draw.of(['up', 'left'] as const);
      return draw.chance(0.4)
        ? { type: 'swipe', direction }
        : { type: 'swipe', direction, box: randomBox(draw) };
    }
    case 'type':
      return { type: 'type', text: draw.of(RANDOM_TEXTS) };
    case 'key':
      return { type: 'key', key: draw.of(['BACK', 'HOME', 'ENTER', 'ENTER', 'ENTER']) };
    case 'open':
      return { type: 'open', app: draw.of(RANDOM_APPS) };
    case 'wait':
      return { type: 'wait' };
    default:
      return kind satisfies never;
  }
}

function randomMilestones(draw: Drawer, places: readonly string[]): Milestone[] {
  const answers = draw.chance(0.2);
  const leaf = (): Milestone => {
    const own = { id: draw.name(), abilities: [] };
    if (answers && draw.chance(0.5)) {
      return { ...own, type: 'answer', accepted: draw.list(1, 2, () => draw.of(RANDOM_ANSWERS)) };
    }
    return { ...own, type: 'screen', screens: draw.list(1, 2, () => draw.of(places)) };
  };
  const group = (children: Milestone[]): Milestone => ({
    id: draw.name(),
    abilities: [],
    type: 'group',
    order: draw.of(['ordered', 'ordered', 'unordered'] as const),
    children,
  });
  const leaves = draw.list(1, 3, leaf);
  const [first, ...others] = leaves;
  if (first === undefined || draw.chance(0.35)) return leaves;
  if (others.length > 1 && draw.chance(0.5)) return [group([first, group(others)])];
  return draw.chance(0.3) ? [first, ...(others.length === 0 ? [] : [group(others)])] : [group(leaves)];
}

function traitsOf(source: GraphSource, task: Task): WorldTrait[] {
  const edges = source.nodes.flatMap((node) => node.edges ?? []);
  const actions = edges.flatMap((edge) => edge.actions);
  const types = (milestones: readonly Milestone[]): string[] =>
    milestones.flatMap((milestone) =>
      milestone.type === 'group' ? [milestone.order, ...types(milestone.children)] : [milestone.type],
    );
  const isNested = task.milestones.some(
    (milestone) => milestone.type === 'group' && milestone.children.some(({ type }) => type === 'group'),
  );
  const branching = source.nodes.some(({ edges: own = [] }) => new Set(own.map(({ to }) => to)).size > 1);
  const has: Record<WorldTrait, boolean> = {
    'chance edges': branching,
    'several screens of a node': source.nodes.some(({ screens }) => screens !== undefined),
    'launcher icons': (source.launcher?.icons ?? []).length > 0,
    'apps with two entries': (source.launcher?.apps ?? []).some(({ entries }) => entries.length > 1),
    'BACK or HOME recorded': actions.some((action) => action.type === 'key' && action.key !== 'ENTER'),
    'typed texts': actions.some(({ type }) => type === 'type'),
    'points and overlapping areas': actions.some(({ type }) => type === 'click' || type === 'long_press'),
    'screens that wait': actions.some(({ type }) => type === 'wait'),
    'ordered milestones': types(task.milestones).includes('ordered'),
    'nested milestones': isNested,
    'no way back': source.nodes.every(({ edges: own = [] }) => own.some(isHomeEdge)),
    answers: types(task.milestones).includes('answer'),
    'a start of its own': task.start !== undefined && task.start !== source.root,
  };
  return (Object.keys(has) as WorldTrait[]).filter((trait) => has[trait]);
}

function isHomeEdge({ actions }: SourceEdge): boolean {
  return actions.some((action) => action.type === 'key' && action.key === 'HOME');
}
