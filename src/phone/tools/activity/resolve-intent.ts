import type { AppIntent } from '../../../domain/graph/graph-source.js';
import { appOfPackage } from '../../app-of-package.js';
import type { UrlHandler } from '../../device/phone-controls.js';
import type { PhoneProfile } from '../../phone-world.js';
import { installedPackages } from '../packages/installed-packages.js';
import type { AndroidSystem } from '../system/android-system.js';
import { componentOf, type Component, type Intent } from './intent.js';

/** An activity that takes an intent. */
interface Candidate {
  readonly component: Component;
  /** How it is opened: the start of its app, or a URL that nobody recorded. */
  readonly handler: UrlHandler;
}

const MAIN = 'android.intent.action.MAIN';
const VIEW = 'android.intent.action.VIEW';
const LAUNCHER = 'android.intent.category.LAUNCHER';
const HOME = 'android.intent.category.HOME';
const SETTINGS = 'android.settings.SETTINGS';

/** Says nothing about who takes an intent. */
const DEFAULT = 'android.intent.category.DEFAULT';

/** Intents of apps that every phone has, where a world has such an app and says nothing of its intents. */
const USUAL_INTENTS: Readonly<Record<string, readonly AppIntent[]>> = {
  'com.android.settings': [{ action: SETTINGS }],
  'com.google.android.deskclock': [{ action: 'android.intent.action.SHOW_ALARMS' }],
  'com.android.camera2': [{ action: 'android.media.action.STILL_IMAGE_CAMERA' }],
};

/** Browsers take web addresses; which page they show was not recorded. */
const BROWSERS: ReadonlySet<string> = new Set(['com.android.chrome', 'com.heytap.browser']);

/** Activities that an intent may start, in the order of the phone's packages. */
export function candidatesOf(intent: Intent, system: AndroidSystem): readonly Candidate[] {
  const { profile } = system.controls;
  const named = intent.component === null ? null : componentOf(intent.component);
  const packageName = named?.package ?? intent.package;
  const found: Candidate[] = [];
  for (const { name, launcher } of installedPackages(system)) {
    if (launcher === null || (packageName !== null && packageName !== name)) continue;
    const own = intentsOf(name, { profile, isNamed: packageName !== null });
    const starts =
      named !== null ||
      isStart(intent, { isHome: name === profile.home, isNamed: packageName !== null }) ||
      own.some((filter) => takes(filter, intent));
    const isTaken = (BROWSERS.has(name) && isWebAddress(intent)) || isSettingsPage(intent, own);
    if (!starts && !isTaken) continue;
    found.push({ component: launcher, handler: { app: name, starts } });
  }
  return found;
}

/** What starts a package. A second name of an app takes what it takes where it is named, so that nothing is offered twice. */
function intentsOf(
  name: string,
  { profile, isNamed }: { readonly profile: PhoneProfile; readonly isNamed: boolean },
): readonly AppIntent[] {
  const app = appOfPackage(profile, name);
  if (app === undefined || (app.package !== name && !isNamed)) return [];
  if (app.intents !== undefined) return app.intents;
  return (Object.hasOwn(USUAL_INTENTS, app.package) ? USUAL_INTENTS[app.package] : undefined) ?? [];
}

/** A page of the settings other than the first: the app takes it, and no world says where it is. */
function isSettingsPage({ action, data }: Intent, own: readonly AppIntent[]): boolean {
  if (data !== null || action === null || !/^android\.settings\.\w+$/.test(action)) return false;
  return own.some((filter) => filter.action === SETTINGS);
}

/** An intent that nothing but its name or place among the icons says who takes it. */
function isStart(
  { action, categories, data, type }: Intent,
  { isHome, isNamed }: { readonly isHome: boolean; readonly isNamed: boolean },
): boolean {
  if (data !== null || type !== null || (action !== MAIN && action !== null)) return false;
  const asked = categories.filter((category) => category !== DEFAULT);
  if (asked.length === 0) return isNamed;
  return asked.every((category) => (isHome ? category === HOME : category === LAUNCHER));
}

/** Source: AOSP `IntentFilter.match`, for beginnings of URIs in place of their parts. */
function takes(filter: AppIntent, { action, categories, data, type }: Intent): boolean {
  if (filter.action !== action) return false;
  const known = new Set([DEFAULT, ...(filter.categories ?? [])]);
  if (categories.some((category) => !known.has(category))) return false;
  // A filter with a category is for intents that ask for it.
  if (filter.categories?.some((category) => !categories.includes(category)) === true) return false;
  if (filter.types === undefined ? type !== null : type === null || !filter.types.includes(type))
    return false;
  if (filter.data === undefined) return data === null || filter.types !== undefined;
  return data !== null && filter.data.some((beginning) => data.startsWith(beginning));
}

function isWebAddress({ action, data }: Intent): boolean {
  return action === VIEW && data !== null && /^https?:/i.test(data);
}
