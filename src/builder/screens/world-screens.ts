import type { Screen } from '../../domain/screen.js';
import type { GraphWorld } from '../../environments/graph/graph-world.js';
import type { ModelContent } from '../../models/model.js';
import { quoted } from '../asking/quoted.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { screenPicture } from '../../observations/pictures/screen-picture.js';
import { hierarchyOf, screenTexts } from './screen-words.js';

export interface ShownScreenOptions {
  /** Whether models are shown pictures; texts alone otherwise. */
  readonly pictures: boolean;
  /** Longest side of pictures, pixels. */
  readonly maxSide: number | null;
  readonly signal: AbortSignal;
}

/** The states of a recorded world as models are shown them; what was read of a state is kept. */
export class WorldScreens {
  readonly world: GraphWorld;
  readonly options: ShownScreenOptions;
  readonly #hierarchies = new Map<number, Promise<UiHierarchy | null>>();
  readonly #apps: ReadonlyMap<string, string>;

  constructor(world: GraphWorld, options: ShownScreenOptions) {
    this.world = world;
    this.options = options;
    const entries = [...world.graph.launcher.reference.entries].flatMap(([name, nodes]) =>
      nodes.flatMap((node): [string, string][] => {
        const app = this.screen(node).activity?.package;
        return app === undefined ? [] : [[app, name]];
      }),
    );
    this.#apps = new Map(entries.toReversed());
  }

  /** What a state shows; of several screens the first. */
  screen(node: number): Screen {
    return this.world.observation(node, 0).screen;
  }

  hierarchy(node: number): Promise<UiHierarchy | null> {
    const known = this.#hierarchies.get(node) ?? hierarchyOf(this.screen(node), this.options);
    this.#hierarchies.set(node, known);
    return known;
  }

  /** Name of the app that a state belongs to, as the launcher has it; its package, where no launcher has it; null where nobody knows. */
  app(node: number): string | null {
    const name = this.screen(node).activity?.package;
    return name === undefined ? null : (this.#apps.get(name) ?? name);
  }

  /** The state in words: its title, else the first text on it. Null where it says nothing. */
  async title(node: number): Promise<string | null> {
    const title = this.world.graph.nodes[node]?.title ?? null;
    if (title !== null && title.trim() !== '') return title;
    const hierarchy = await this.hierarchy(node);
    return hierarchy === null ? null : (screenTexts(hierarchy, 1)[0] ?? null);
  }

  /** A state in a prompt: a heading of ours, its app and texts, quoted, and its picture. */
  async content(node: number, heading: string): Promise<readonly ModelContent[]> {
    const hierarchy = await this.hierarchy(node);
    const texts = hierarchy === null ? null : screenTexts(hierarchy);
    const app = this.app(node);
    const lines = [
      `${heading}${app === null ? '' : `, app ${quoted(app)}`}`,
      ...(texts === null ? [] : [`Texts: ${texts.map(quoted).join(', ')}`]),
    ];
    const picture = this.options.pictures ? await screenPicture(this.screen(node), this.options) : null;
    return [{ type: 'text', text: lines.join('\n') }, ...(picture === null ? [] : [picture])];
  }
}
