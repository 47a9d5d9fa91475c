import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Screen } from '../../domain/screen.js';

/** Recorded hierarchies as a phone itself looks at them: for its log and its counts, and nothing that a client is shown. */
export class ScreenNodes {
  /** The screen asked about last: whoever asks is likely to ask of it again. */
  #last: { readonly screen: Screen; readonly nodes: UiHierarchy | null } | null = null;

  /** Null where none was recorded, or none can be read: a request for the dump gets that error. */
  async of(screen: Screen): Promise<UiHierarchy | null> {
    if (screen.hierarchy === null) return null;
    if (this.#last?.screen !== screen) this.#last = { screen, nodes: await read(screen) };
    return this.#last.nodes;
  }
}

async function read({ id, hierarchy }: Screen): Promise<UiHierarchy | null> {
  try {
    const xml = await hierarchy?.load({ signal: new AbortController().signal });
    return xml === undefined ? null : parseHierarchy(xml, { file: id });
  } catch {
    return null;
  }
}
