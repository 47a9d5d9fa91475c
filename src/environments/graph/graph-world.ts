import type { Graph, GraphScreen } from '../../domain/graph/graph.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { NO_CONTENT } from '../../formats/graph/content-source.js';
import type { ContentSource } from '../../formats/graph/content-source.js';
import type { EnvironmentCapabilities } from '../environment.js';

/**
 * A graph with its contents, immutable and shared by any number of environments. What an agent is shown of a screen is
 * made once and handed out to all.
 */
export class GraphWorld {
  readonly graph: Graph;
  readonly capabilities: EnvironmentCapabilities;
  readonly #content: ContentSource;
  /** Per node, per screen; filled as screens are shown. */
  readonly #observations: (Observation[] | undefined)[];
  #nodeOfScreen: Map<string, number> | null = null;

  constructor(graph: Graph, options: { readonly content?: ContentSource } = {}) {
    this.graph = graph;
    this.#content = options.content ?? NO_CONTENT;
    this.#observations = Array.from({ length: graph.nodes.length });
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
    };
  }

  /** What is seen at a node that shows the screen of this number. */
  observation(node: number, screen: number): Observation {
    return (this.#observations[node] ??= this.#observe(node))[screen] ?? this.observation(node, 0);
  }

  /** A screen by its id, or null when no node has it. */
  screen(id: string): Screen | null {
    this.#nodeOfScreen ??= new Map(
      this.graph.nodes.flatMap(({ screens }, index) => screens.map((screen) => [screen.id, index])),
    );
    const node = this.#nodeOfScreen.get(id);
    if (node === undefined) return null;
    const number = this.graph.nodes[node]?.screens.findIndex((screen) => screen.id === id) ?? 0;
    return this.observation(node, number).screen;
  }

  #observe(node: number): Observation[] {
    const { screens } = this.graph.nodes[node] ?? { screens: [] };
    return screens.map(({ id, size, activity, picture, hierarchy }) => ({
      screen: {
        id,
        size: size ?? this.graph.screenSize,
        activity,
        picture: picture === null ? null : this.#content.open(picture),
        hierarchy: hierarchy === null ? null : this.#content.open(hierarchy),
      },
    }));
  }
}
