import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Screen } from '../../domain/screen.js';
import type { PhoneProfile } from '../phone-world.js';
import { fullComponent } from './phone-keyboards.js';
import { LAUNCHER, packageOfFileName } from './well-known-packages.js';

/** What a phone says that has nothing to say. */
const UNKNOWN = 'unknown.app/.Activity';

/** Packages whose windows lie over the app in front and go away again. */
const OVERLAYS: ReadonlySet<string> = new Set([
  'com.android.systemui',
  'com.android.permissioncontroller',
  'com.google.android.permissioncontroller',
]);

/** How a screen came on display. */
interface Arrival {
  /** State of the recorded world; null where it has none. */
  readonly state: string | null;
  /** Package of the app that was opened to get there. */
  readonly opened?: string;
  /** By going back: to where the phone has been. */
  readonly isBack?: boolean;
}

/**
 * Which app and activity a screen belongs to: as recorded with it, else by the package of its hierarchy's first window, else
 * by the name of its picture's file. Where the recording says nothing of a screen, the app in front stays what it was: the one
 * last opened, the launcher on its own screen, and after going back the one that was there before.
 */
export class ScreenComponents {
  /** Called with the component of every screen that comes on display. */
  onArrival: (component: string) => void = () => {};
  readonly #profile: PhoneProfile;
  /** What recordings say of the screens that were on display; null where that is nothing. */
  readonly #recorded = new WeakMap<Screen, string | null>();
  /** By state, what was in front there last. */
  readonly #seen = new Map<string, string>();
  #front: string | null = null;
  #state: string | null = null;

  constructor(profile: PhoneProfile) {
    this.#profile = profile;
  }

  /** `package/activity`, fully named, of a screen; where its recording says nothing, of the app in front. */
  of(screen: Screen): string {
    return this.#recordedOf(screen) ?? this.#front ?? UNKNOWN;
  }

  /** A screen comes on display. A hierarchy that cannot be read tells nothing. */
  async arrive(screen: Screen, { state, opened, isBack = false }: Arrival): Promise<void> {
    await this.#learn(screen);
    const seen = state !== null && (isBack || state === this.#state) ? this.#seen.get(state) : undefined;
    const recorded = this.#recordedOf(screen);
    const app = opened ?? this.#landmark(state);
    const front =
      recorded ??
      (opened === undefined ? seen : undefined) ??
      (app === null ? this.#front : this.#componentOf(app));
    this.#state = state;
    if (front !== null && !OVERLAYS.has(front.split('/', 1)[0] ?? '')) {
      this.#front = front;
      if (state !== null) this.#seen.set(state, front);
    }
    this.onArrival(this.of(screen));
  }

  #recordedOf(screen: Screen): string | null {
    const { activity } = screen;
    if (activity !== null) return fullComponent(`${activity.package}/${activity.activity}`);
    return this.#recorded.get(screen) ?? null;
  }

  /** Reads what a screen's recording says, once. */
  async #learn(screen: Screen): Promise<void> {
    if (screen.activity !== null || this.#recorded.has(screen)) return;
    const app = (await rootPackage(screen)) ?? packageOfFileName(screen.id);
    this.#recorded.set(screen, app === null ? null : this.#componentOf(app));
  }

  #landmark(state: string | null): string | null {
    const { landmarks = {} } = this.#profile;
    return state !== null && Object.hasOwn(landmarks, state) ? (landmarks[state] ?? null) : null;
  }

  #componentOf(app: string): string {
    const known = this.#profile.apps.find((each) => each.package === app)?.activity;
    const usual = app === LAUNCHER.package ? LAUNCHER.activity : '.MainActivity';
    return fullComponent(`${app}/${known ?? usual}`);
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
