import { BugError } from '../../errors.js';
import type { Graph, GraphScreen } from '../../domain/graph/graph.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { NO_CONTENT, type ContentSource } from '../../formats/graph/content-source.js';
import type { EnvironmentCapabilities } from '../environment.js';

/**
 * A graph with its contents, immutable and shared by any number of environments. What an agent is shown of a screen is
 * made once and shared by all.
 */
export class GraphWorld {
  readonly graph: Graph;
  readonly capabilities: EnvironmentCapabilities;
  readonly #content: ContentSource;
  /** Per node, what it shows when it has one screen; filled as screens are shown, as are the others. */
  readonly #single: (Observation | undefined)[];
  /** Per node, per screen, for those with several. */
  readonly #several = new Map<number, readonly Observation[]>();
  /** Per node, the list that holds its id alone. */
  readonly #idLists: readonly (readonly string[])[];
  #nodeOfScreen: Map<string, number> | null = null;

  constructor(graph: Graph, options: { readonly content?: ContentSource } = {}) {
    this.graph = graph;
    this.#content = options.content ?? NO_CONTENT;
    this.#single = graph.nodes.map(() => undefined);
    this.#idLists = graph.nodes.map(({ id }) => [id]);
    const screens = graph.nodes.flatMap((node) => node.screens);
    const has = (pathOf: (screen: GraphScreen) => string | null): boolean =>
      screens.some((screen) => {
        const path = pathOf(screen);
        return path !== null && this.#content.open(path) !== null;
      });
    this.capabilities = {
      snapshot: true,
      pictures: has((screen) => screen.picture),
      hierarchy: has((screen) => screen.hierarchy),
      activity: screens.some((screen) => screen.activity !== null),
      deterministic: true,
      stable: true,
    };
  }

  /** Screens that arriving at a node may show. */
  screenCount(node: number): number {
    // Most nodes have one, and most arrivals are not the first.
    if (this.#single[node] !== undefined) return 1;
    return this.graph.nodes[node]?.screens.length ?? 1;
  }

  /** What is seen at a node that shows the screen of this number. */
  observation(node: number, screen: number): Observation {
    const single = this.#single[node];
    if (single !== undefined) return single;
    let observations = this.#several.get(node);
    if (observations === undefined) {
      observations = this.#observe(node);
      if (observations.length === 1) this.#single[node] = observations[0];
      else this.#several.set(node, observations);
    }
    const observation = observations[screen];
    if (observation === undefined) throw new BugError(`node ${node} has no screen ${screen}`);
    return observation;
  }

  /** Id of a node. */
  id(node: number): string {
    return this.#idLists[node]?.[0] ?? '';
  }

  /** Ids of nodes. One node's is reused, so that most steps need no list of their own. */
  ids(nodes: readonly number[]): readonly string[] {
    const [first] = nodes;
    if (nodes.length === 1 && first !== undefined) return this.#idLists[first] ?? [];
    return nodes.map((node) => this.id(node));
  }

  /** Whether a node has a screen of this id. */
  hasScreen(id: string): boolean {
    return this.#screenNodes().has(id);
  }

  /** Paths of pictures and hierarchies that the graph names and the world does not have, each once, in file order. */
  missingContent(): readonly string[] {
    const screens = this.graph.nodes.flatMap((node) => node.screens);
    const named = screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy]);
    const paths = new Set(named.filter((path) => path !== null));
    return [...paths].filter((path) => this.#content.open(path) === null);
  }

  /** A screen by its id, or null when no node has it. */
  screen(id: string): Screen | null {
    const node = this.#screenNodes().get(id);
    if (node === undefined) return null;
    const number = this.graph.nodes[node]?.screens.findIndex((screen) => screen.id === id) ?? 0;
    return this.observation(node, number).screen;
  }

  #screenNodes(): ReadonlyMap<string, number> {
    this.#nodeOfScreen ??= new Map(
      this.graph.nodes.flatMap(({ screens }, index) => screens.map((screen) => [screen.id, index])),
    );
    return this.#nodeOfScreen;
  }

  #observe(node: number): Observation[] {
    const { screens, showFor } = this.graph.nodes[node] ?? { screens: [] };
    const passes = showFor === undefined ? {} : { showFor };
    return screens.map(({ id, size, activity, picture, hierarchy }) => ({
      screen: {
        id,
        size: size ?? this.graph.screenSize,
        activity,
        picture: picture === null ? null : this.#content.open(picture),
        hierarchy: hierarchy === null ? null : this.#content.open(hierarchy),
      },
      ...passes,
    }));
  }
}
