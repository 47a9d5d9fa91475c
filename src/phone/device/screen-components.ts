import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Screen } from '../../domain/screen.js';
import type { PhoneProfile } from '../phone-world.js';
import { fullComponent } from './phone-keyboards.js';
import { packageOfFileName } from './well-known-packages.js';

/** What a phone says that has nothing to say. */
const UNKNOWN = 'unknown.app/.Activity';

/**
 * Which app and activity a screen belongs to: as recorded with it, else by the package of its hierarchy's first window, else
 * by the name of its picture's file. Never from where the screen stands in a graph.
 */
export class ScreenComponents {
  readonly #profile: PhoneProfile;
  readonly #learnt = new WeakMap<Screen, string>();

  constructor(profile: PhoneProfile) {
    this.#profile = profile;
  }

  /** `package/activity`, fully named. */
  of(screen: Screen): string {
    const { activity } = screen;
    if (activity !== null) return fullComponent(`${activity.package}/${activity.activity}`);
    return this.#learnt.get(screen) ?? UNKNOWN;
  }

  /** Reads what `of` needs to know of a screen, once. A hierarchy that cannot be read tells nothing. */
  async learn(screen: Screen): Promise<void> {
    if (screen.activity !== null || this.#learnt.has(screen)) return;
    const app = (await rootPackage(screen)) ?? packageOfFileName(screen.id);
    if (app === null) {
      this.#learnt.set(screen, UNKNOWN);
      return;
    }
    const activity = this.#profile.apps.find((known) => known.package === app)?.activity ?? '.MainActivity';
    this.#learnt.set(screen, fullComponent(`${app}/${activity}`));
  }
}

/** Package of the first window of a screen's hierarchy that is none of the system's bars; null where there is none. */
export async function rootPackage(screen: Screen): Promise<string | null> {
  if (screen.hierarchy === null) return null;
  try {
    const xml = await screen.hierarchy.load({ signal: new AbortController().signal });
    return parseHierarchy(xml, { file: screen.id }).roots[0]?.attribute('package') ?? null;
  } catch {
    return null;
  }
}
