import type { Count, WorldStatistics } from '../../domain/recordings/dataset-statistics.js';
import { graphStatistics } from '../../domain/graph/graph-statistics.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Task } from '../../domain/task.js';
import { Tally } from './tally.js';
import { TaskFacts } from './task-facts.js';
import { TouchMaps } from './touch-maps.js';
import { WholeNumbers } from './whole-numbers.js';

/** Broken tasks that are named; all are counted. */
const MOST_LISTED = 1000;

/** Statistics of a recorded phone and its tasks, task by task. */
export class WorldCollector {
  readonly #tasks: TaskFacts;
  readonly #optimal = new WholeNumbers();
  readonly #milestones = new WholeNumbers();
  readonly #tags = new Tally();
  readonly #listed: { id: string; code: string; message: string }[] = [];
  #count = 0;
  #broken = 0;

  /** @param classes class of each app, where somebody has a table of them */
  constructor(classes: ReadonlyMap<string, string> | null = null) {
    this.#tasks = new TaskFacts(classes);
  }

  /** @param invalid why the task cannot be done at all, where it cannot */
  add(task: Task, invalid?: string): void {
    if (invalid !== undefined) {
      this.#broken += 1;
      if (this.#listed.length < MOST_LISTED) {
        this.#listed.push({ id: task.id, code: 'DATASET', message: invalid });
      }
      return;
    }
    this.#count += 1;
    this.#tasks.add(task.apps, task.instructions);
    if (task.optimalSteps !== undefined) this.#optimal.add(task.optimalSteps);
    this.#milestones.add(task.milestones.length);
    for (const tag of new Set(task.tags)) this.#tags.add(tag);
  }

  /** @param graph the phone of all tasks; null where they have none in common */
  statistics(graph: Graph | null): WorldStatistics {
    return {
      kind: 'world',
      graph: graph === null ? null : graphFacts(graph),
      tasks: this.#count,
      broken: { count: this.#broken, listed: this.#listed },
      ...this.#tasks.result(),
      optimalSteps: this.#optimal.distribution(),
      milestones: this.#milestones.distribution(),
      tags: this.#tags.list(),
    };
  }
}

function graphFacts(graph: Graph): NonNullable<WorldStatistics['graph']> {
  const launcher = graph.launcher.corrected;
  const { nodes, edges, effectiveEdges, deadEnds, unreachable, actionsByType, ...more } = graphStatistics(
    graph,
    { launcher },
  );
  const { width, height } = graph.screenSize;
  const actions = new Tally();
  for (const [name, count] of Object.entries(actionsByType)) actions.add(name, count);
  return {
    nodes,
    edges,
    effectiveEdges,
    deadEnds,
    unreachable: unreachable.length,
    screen: { width, height },
    apps: launcher.entries.size,
    actions: actions.list() satisfies Count[],
    degrees: distributionOf(more.effectiveOutDegrees),
    depths: distributionOf(more.depths),
    touches: touchMaps(graph),
  };
}

function distributionOf(counts: Readonly<Record<number, number>>): WorldStatistics['optimalSteps'] {
  const numbers = new WholeNumbers();
  for (const [value, times] of Object.entries(counts)) numbers.add(Number(value), times);
  return numbers.distribution();
}

/** Where edges are tapped: the recorded point, or the middle of the area. */
function touchMaps(graph: Graph): NonNullable<WorldStatistics['graph']>['touches'] {
  const maps = new TouchMaps();
  for (const { edges, screens } of graph.nodes) {
    const size = screens[0]?.size ?? graph.screenSize;
    for (const { actions } of edges) {
      for (const action of actions) {
        if (action.type !== 'click' && action.type !== 'long_press') continue;
        const { point, box } = action;
        if (point !== null) maps.add(point, size);
        else if (box !== null) maps.add([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], size);
      }
    }
  }
  return maps.list();
}
