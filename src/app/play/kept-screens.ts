import type { Screen } from '../../domain/screen.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';

/** Bytes of hierarchies that are held; what is parsed of them takes several times as much. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Screens of a recorded world whose hierarchies stay in memory for a while: players come to the same screens by the thousand, and
 * each of their episodes is scored. Equal bytes are the same object, by which readers know what they have parsed.
 */
export class KeptScreens {
  readonly #world: (id: string) => Screen | null;
  readonly #screens = new Map<string, { readonly screen: Screen; bytes: number }>();
  #bytes = 0;

  constructor(world: (id: string) => Screen | null) {
    this.#world = world;
  }

  /** The screen that a journal names; null where the world has none that looks so. */
  recorded({ id, size, activity, picture, hierarchy }: ScreenRecord): Screen | null {
    if (picture?.stored === true || hierarchy?.stored === true) return null;
    const screen = this.screen(id);
    const isSame =
      screen !== null &&
      screen.size?.width === size?.width &&
      screen.size?.height === size?.height &&
      screen.activity?.package === activity?.package &&
      screen.activity?.activity === activity?.activity &&
      (screen.picture === null) === (picture === null) &&
      (screen.hierarchy === null) === (hierarchy === null);
    return isSame ? screen : null;
  }

  screen(id: string): Screen | null {
    const known = this.#screens.get(id);
    if (known !== undefined) return known.screen;
    const found = this.#world(id);
    if (found === null || found.hierarchy === null) return found;
    const { hierarchy } = found;
    let loaded: Promise<Uint8Array> | null = null;
    const load: typeof hierarchy.load = async (options) => {
      loaded ??= hierarchy.load(options).then((bytes) => this.#hold(id, bytes));
      try {
        return await loaded;
      } catch (error) {
        loaded = null;
        throw error;
      }
    };
    const screen = { ...found, hierarchy: { ...hierarchy, load } };
    this.#screens.set(id, { screen, bytes: 0 });
    return screen;
  }

  #hold(id: string, bytes: Uint8Array): Uint8Array {
    const kept = this.#screens.get(id);
    if (kept === undefined) return bytes;
    // An older load of the same screen may have come first.
    this.#bytes += bytes.length - kept.bytes;
    kept.bytes = bytes.length;
    for (const [oldest, old] of this.#screens) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#screens.delete(oldest);
      this.#bytes -= old.bytes;
    }
    return bytes;
  }
}
