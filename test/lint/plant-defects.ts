import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Proof } from '../../src/domain/proof.js';
import type { Finding } from '../../src/domain/finding.js';
import type { Milestone, ScreenMilestone } from '../../src/domain/milestones/milestone.js';
import type { RandomStream } from '../../src/domain/random.js';
import type { GraphFile } from '../../src/formats/graph/graph-file.js';
import type { SuiteFile } from '../../src/formats/suite/suite-file.js';

/** A defect put into a world, and how to tell that the linter saw it. */
export interface PlantedDefect {
  readonly kind: string;
  /** What was done to which thing, for the message of a failing test. */
  readonly what: string;
  isFoundBy(finding: Finding): boolean;
}

/** A world on disk that defects are planted in. Parts already used are not used again. */
export class PlantedWorld {
  readonly graph: GraphFile;
  readonly suite: SuiteFile;
  readonly folder: string;
  readonly #random: RandomStream;
  /** Nodes that solutions pass through: a defect there might hide one of a task. */
  readonly #busy: ReadonlySet<string>;
  readonly #proofs: ReadonlyMap<string, Proof>;
  readonly #usedNodes = new Set<string>();
  readonly #usedTasks = new Set<string>();
  /** Changes to files' texts, made when all values are written. */
  readonly #edits: ((text: string) => string)[] = [];

  constructor(parts: {
    folder: string;
    graph: GraphFile;
    suite: SuiteFile;
    proofs: readonly Proof[];
    random: RandomStream;
  }) {
    this.folder = parts.folder;
    this.graph = parts.graph;
    this.suite = parts.suite;
    this.#random = parts.random;
    this.#proofs = new Map(parts.proofs.map((proof) => [proof.task, proof]));
    this.#busy = new Set([
      parts.graph.root,
      ...parts.proofs.flatMap(({ witness }) => witness.flatMap(({ next }) => next ?? [])),
    ]);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.#random.below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }

  /** A node that no solution passes through, with an edge that this accepts; used once. */
  edge(accepts: (edge: NonNullable<GraphFile['nodes'][number]['edges']>[number]) => boolean = () => true): {
    node: GraphFile['nodes'][number];
    edge: NonNullable<GraphFile['nodes'][number]['edges']>[number];
  } {
    const found = this.graph.nodes.flatMap((node) =>
      this.#busy.has(node.id) || this.#usedNodes.has(node.id)
        ? []
        : (node.edges ?? []).flatMap((edge) => (accepts(edge) ? [{ node, edge }] : [])),
    );
    const chosen = this.pick(found);
    this.#usedNodes.add(chosen.node.id);
    return chosen;
  }

  /** A screen of a node not used before, that has what this asks for. */
  screen(has: 'picture' | 'hierarchy'): { id: string; path: string } {
    const found = this.graph.nodes.flatMap((node) =>
      this.#usedNodes.has(node.id)
        ? []
        : (node.screens ?? []).flatMap((screen) => {
            const path = screen[has];
            return path === undefined ? [] : [{ node: node.id, id: screen.id, path }];
          }),
    );
    const chosen = this.pick(found);
    this.#usedNodes.add(chosen.node);
    return chosen;
  }

  /** A task that can be solved, with its proof; used once. */
  task(accepts: (task: SuiteFile['tasks'][number], proof: Proof) => boolean = () => true): {
    task: SuiteFile['tasks'][number];
    proof: Proof;
  } {
    const found = this.suite.tasks.flatMap((task) => {
      const proof = this.#proofs.get(task.id);
      if (proof?.status !== 'solved' || this.#usedTasks.has(task.id) || !accepts(task, proof)) return [];
      return [{ task, proof }];
    });
    const chosen = this.pick(found);
    this.#usedTasks.add(chosen.task.id);
    return chosen;
  }

  /** Changes the text of suite.json once it is written. */
  editSuite(change: (text: string) => string): void {
    this.#edits.push(change);
  }

  async write(): Promise<void> {
    await writeFile(join(this.folder, 'graph.json'), JSON.stringify(this.graph, null, 1));
    const text = JSON.stringify(this.suite, null, 1);
    await writeFile(
      join(this.folder, 'suite.json'),
      this.#edits.reduce((now, change) => change(now), text),
    );
  }
}

type Plant = (world: PlantedWorld) => PlantedDefect | Promise<PlantedDefect>;

const about =
  (rule: string, ...subjects: string[]) =>
  (finding: Finding): boolean =>
    finding.rule === rule && subjects.every((subject) => finding.subjects.includes(subject));

/** Milestones on states, groups opened in place. */
function screenMilestones(milestones: readonly Milestone[]): ScreenMilestone[] {
  return milestones.flatMap((milestone) => {
    if (milestone.type === 'group') return screenMilestones(milestone.children);
    return milestone.type === 'screen' ? [milestone] : [];
  });
}

/** Ways to break a world that has pictures and hierarchies, by name. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'an edge loses its actions': (world) => {
    const { node, edge } = world.edge(({ actions }) => actions.length > 0);
    edge.actions = [];
    return {
      kind: 'empty edge',
      what: `${node.id} → ${edge.to}`,
      isFoundBy: about('graph/empty-edge', node.id, edge.to),
    };
  },
  'an edge leads to a node that is not there': (world) => {
    const { node, edge } = world.edge();
    edge.to = `${edge.to}-gone`;
    return {
      kind: 'edge to nowhere',
      what: `${node.id} → ${edge.to}`,
      isFoundBy: ({ rule, message }) => rule === 'file/contradiction' && message.includes(`"${edge.to}"`),
    };
  },
  'a box lies off the screen': (world) => {
    const { node, edge } = world.edge(({ actions }) => actions.some(({ type }) => type === 'click'));
    const { width } = world.graph.screenSize;
    edge.actions = edge.actions.map((action) =>
      action.type === 'click' ? { type: 'click', box: [width + 5, 10, width + 50, 40] } : action,
    );
    return {
      kind: 'box off screen',
      what: node.id,
      isFoundBy: about('graph/box-off-screen', node.id, edge.to),
    };
  },
  'a second edge answers the same click': (world) => {
    const { node, edge } = world.edge(({ actions }) => actions.some(({ type }) => type === 'click'));
    const click = edge.actions.find(({ type }) => type === 'click');
    const other = world.pick(world.graph.nodes.filter(({ id }) => id !== edge.to && id !== node.id));
    if (click !== undefined) node.edges?.push({ to: other.id, actions: [{ ...click }] });
    return {
      kind: 'ambiguous click',
      what: `${node.id} → ${edge.to} or ${other.id}`,
      isFoundBy: about('graph/ambiguous-click', node.id, edge.to, other.id),
    };
  },
  'a milestone names a state that is not there': (world) => {
    const { task } = world.task(({ milestones }) => screenMilestones(milestones).length > 0);
    const milestone = world.pick(screenMilestones(task.milestones));
    const id = `${milestone.screens[0] ?? ''}~`;
    milestone.screens = [id];
    return {
      kind: 'milestone absent',
      what: `${task.id} ${id}`,
      isFoundBy: about('task/milestone-absent', task.id, id),
    };
  },
  'a milestone is met by the start': (world) => {
    const { task } = world.task(({ milestones }) => screenMilestones(milestones).length > 0);
    // The first: a later one of an ordered group would have to wait for it.
    const [milestone] = screenMilestones(task.milestones);
    milestone?.screens.push(task.start ?? world.graph.root);
    return {
      kind: 'milestone on start',
      what: task.id,
      isFoundBy: about('task/milestone-on-start', task.id),
    };
  },
  'a label exceeds the shortest route': (world) => {
    const { task, proof } = world.task();
    task.optimalSteps = (proof.steps ?? 0) + 2 + Math.max(0, task.optimalSteps ?? 0);
    return { kind: 'label beaten', what: task.id, isFoundBy: about('task/label-beaten', task.id) };
  },
  'the step budget is too small': (world) => {
    const { task, proof } = world.task((_, { steps }) => (steps ?? 0) > 1);
    task.maxSteps = (proof.steps ?? 0) - 1;
    return { kind: 'over budget', what: task.id, isFoundBy: about('task/over-budget', task.id) };
  },
  'a picture is cut off': async (world) => {
    const { id, path } = world.screen('picture');
    const bytes = await readFile(join(world.folder, path));
    await writeFile(join(world.folder, path), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    return { kind: 'broken picture', what: id, isFoundBy: about('world/broken-picture', path) };
  },
  'a picture is missing': async (world) => {
    const { id, path } = world.screen('picture');
    await rm(join(world.folder, path));
    return { kind: 'missing file', what: id, isFoundBy: about('world/missing-file', path) };
  },
  'a hierarchy is cut off': async (world) => {
    const { id, path } = world.screen('hierarchy');
    const text = await readFile(join(world.folder, path), 'utf8');
    await writeFile(join(world.folder, path), text.slice(0, Math.floor(text.length * 0.7)));
    return { kind: 'broken hierarchy', what: id, isFoundBy: about('world/broken-hierarchy', path) };
  },
  'a comma is missing': (world) => {
    const { task } = world.task();
    world.editSuite((text) =>
      text.replace(`"id": ${JSON.stringify(task.id)},`, `"id": ${JSON.stringify(task.id)}`),
    );
    const isHere = ({ rule, place }: Finding): boolean =>
      rule === 'file/syntax' && place?.file === 'suite.json';
    return { kind: 'missing comma', what: task.id, isFoundBy: isHere };
  },
};
