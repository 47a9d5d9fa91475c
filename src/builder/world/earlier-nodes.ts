import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { WorldCapture } from '../material/material.js';

/** Ids of a world's nodes before it is made anew, by what they show, so that tasks go on naming the same screens. */
export class EarlierNodes {
  readonly #byScreen = new Map<string, string>();
  readonly #ids: ReadonlySet<string>;

  constructor({ nodes }: Pick<GraphFile, 'nodes'>) {
    this.#ids = new Set(nodes.map(({ id }) => id));
    for (const { id, screens = [] } of nodes) {
      for (const { picture, hierarchy, activity } of screens) {
        this.#byScreen.set(keyOf(picture, hierarchy, activity ?? null), id);
      }
    }
  }

  /** Whether there was a node of that id. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Node that showed the capture's screen; null where none did. */
  of({ picture, file, hierarchy, activity }: WorldCapture): string | null {
    if (picture === null && hierarchy === null) return null;
    const shown = picture === null ? undefined : `screens/${file ?? `${picture}.png`}`;
    const elements = hierarchy === null ? undefined : `screens/${hierarchy}.xml`;
    return this.#byScreen.get(keyOf(shown, elements, activity)) ?? null;
  }
}

function keyOf(
  picture: string | undefined,
  hierarchy: string | undefined,
  activity: WorldCapture['activity'],
): string {
  return JSON.stringify([
    picture ?? null,
    hierarchy ?? null,
    activity?.package ?? null,
    activity?.activity ?? null,
  ]);
}
