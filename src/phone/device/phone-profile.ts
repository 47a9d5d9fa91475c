import type { Size } from '../../domain/geometry.js';
import type { Graph, GraphNode } from '../../domain/graph/graph.js';
import type { Screen } from '../../domain/screen.js';
import type { GraphWorld } from '../../environments/graph/graph-world.js';
import type { PhoneApp, PhoneProfile } from '../phone-world.js';
import { rootPackage } from './screen-components.js';
import { isSystemPackage, LAUNCHER, packageOfFileName, packageOfName } from './well-known-packages.js';

/** A graph, and what its screens hold. */
export type GraphScreens = Pick<GraphWorld, 'graph' | 'screen'>;

/** What a recording says nothing of; the rest follows from it. */
export interface ProfileOptions {
  readonly product?: string;
  readonly model?: string;
  readonly device?: string;
  /** Dots per inch; guessed from the width of the screen where nobody says. */
  readonly density?: number;
  /** Milliseconds since 1970; when the recording was made, where somebody knows. */
  readonly startsAt?: number;
  /** IANA name; UTC where nobody says. */
  readonly timeZone?: string;
  /** IETF tag; guessed from the names of the apps where nobody says. */
  readonly locale?: string;
}

/** Where the clock of a phone starts whose recording bears no date: 2023-11-14 22:13:20 UTC. */
const STARTS_AT = 1_700_000_000_000;

/** Width of phones in units of 1/160 inch; most Android phones of recent years are set to it. */
const USUAL_WIDTH_DP = 411;

/** The density at which a screen is as wide as phones are, to the nearest ten: 420 at 1080 pixels, 560 at 1440. */
export function guessDensity({ width, height }: Size): number {
  return Math.max(120, Math.round((Math.min(width, height) * 160) / USUAL_WIDTH_DP / 10) * 10);
}

/** A phone with these apps. */
export function makeProfile(
  screen: {
    readonly size: Size;
    readonly apps: readonly PhoneApp[];
    readonly hasWaits: boolean;
    readonly landmarks?: Readonly<Record<string, string>>;
    readonly home?: string;
  },
  options: ProfileOptions = {},
): PhoneProfile {
  const { size, apps, hasWaits, landmarks, home } = screen;
  return {
    product: options.product ?? 'ts_vphone',
    model: options.model ?? 'Touchstone_VP1',
    device: options.device ?? 'vphone',
    density: options.density ?? guessDensity(size),
    size,
    apps,
    startsAt: options.startsAt ?? STARTS_AT,
    timeZone: options.timeZone ?? 'UTC',
    locale: options.locale ?? guessLocale(apps),
    ...(landmarks === undefined ? {} : { landmarks }),
    ...(home === undefined ? {} : { home }),
    hasWaits,
  };
}

/**
 * The phone that a graph was recorded on: its launcher's apps, each with the package that was recorded with the screens it
 * opens on, and the packages that were recorded on other screens, which cannot be opened.
 */
export async function profileOfGraph(
  world: GraphScreens,
  options: ProfileOptions = {},
): Promise<PhoneProfile> {
  const { graph } = world;
  const apps = new Map<string, PhoneApp>();
  const landmarks = new Map<string, string>();
  const root = graph.nodes[graph.root];
  const home = root === undefined ? null : ((await recordedApp(world, root))?.package ?? LAUNCHER.package);
  if (root !== undefined && home !== null) landmarks.set(root.id, home);
  for (const [name, entries] of graph.launcher.corrected.entries) {
    if (entries.length === 0) continue;
    const written = writtenName(graph, name);
    const app = await openableApp(world, written, aliasesOf(graph, written, name), entries);
    // Two names for one package: the first is what it opens under.
    if (!apps.has(app.package)) apps.set(app.package, app);
    for (const entry of entries) {
      const id = graph.nodes[entry]?.id;
      if (id !== undefined && !landmarks.has(id)) landmarks.set(id, app.package);
    }
  }
  for (const node of graph.nodes) {
    for (const { activity } of node.screens) {
      if (activity === null || apps.has(activity.package)) continue;
      apps.set(activity.package, {
        package: activity.package,
        name: null,
        activity: activity.activity,
        isSystem: isSystemPackage(activity.package) || node === root,
      });
    }
  }
  withoutTaken(apps);
  const hasWaits = graph.nodes.some(({ edges }) =>
    edges.some(({ actions }) => actions.some(({ type }) => type === 'wait')),
  );
  const start = root?.screens[0]?.size ?? graph.screenSize;
  return makeProfile(
    {
      size: start,
      apps: [...apps.values()],
      hasWaits,
      landmarks: Object.fromEntries(landmarks),
      ...(home === null ? {} : { home }),
    },
    { ...clockOf(graph), ...options },
  );
}

async function openableApp(
  world: GraphScreens,
  name: string,
  aliases: readonly string[],
  entries: readonly number[],
): Promise<PhoneApp> {
  for (const entry of entries) {
    const recorded = await recordedApp(world, world.graph.nodes[entry]);
    if (recorded !== null) {
      return {
        package: recorded.package,
        name,
        activity: recorded.activity,
        isSystem: isSystemPackage(recorded.package),
        ...standardNames(world.graph, name, aliases, recorded.package),
      };
    }
  }
  const known = [name, ...aliases].map((each) => packageNamed(each) ?? packageOfName(each));
  const app = known.find((each) => each !== null) ?? inventedPackage(name);
  return {
    package: app,
    name,
    activity: null,
    isSystem: isSystemPackage(app),
    ...standardNames(world.graph, name, aliases, app),
  };
}

/** Packages among an app's other names, and the intents that it takes. */
function standardNames(
  graph: Graph,
  name: string,
  aliases: readonly string[],
  app: string,
): Pick<PhoneApp, 'aliases' | 'intents'> {
  const packages = aliases.filter((alias) => alias !== app && packageNamed(alias) !== null);
  const intents = graph.intents?.get(name) ?? [];
  return {
    ...(packages.length === 0 ? {} : { aliases: packages }),
    ...(intents.length === 0 ? {} : { intents }),
  };
}

/** A package that is an app's own is no other's second name. */
function withoutTaken(apps: Map<string, PhoneApp>): void {
  for (const [name, app] of apps) {
    if (app.aliases?.some((alias) => apps.has(alias)) !== true) continue;
    apps.set(name, { ...app, aliases: app.aliases.filter((alias) => !apps.has(alias)) });
  }
}

/** The clock that was recorded; nothing where none was. */
function clockOf({ clock }: Graph): ProfileOptions {
  return clock === undefined ? {} : { startsAt: Date.parse(clock.recordedAt), timeZone: clock.timeZone };
}

/** What was recorded with the first screen of a node; null where that is nothing. */
async function recordedApp(
  world: GraphScreens,
  node: GraphNode | undefined,
): Promise<{ package: string; activity: string | null } | null> {
  const id = node?.screens[0]?.id;
  const screen = id === undefined ? null : world.screen(id);
  return screen === null ? null : (screen.activity ?? (await packageAlone(screen)));
}

async function packageAlone(screen: Screen): Promise<{ package: string; activity: null } | null> {
  const app = (await rootPackage(screen)) ?? packageOfFileName(screen.id);
  return app === null ? null : { package: app, activity: null };
}

/** A launcher's name may be a package itself. */
function packageNamed(name: string): string | null {
  return /^[a-z]\w*(\.[a-z_]\w*)+$/i.test(name) ? name : null;
}

/** A package for an app that nobody knows one of: its name in letters of ASCII where it has any, else in code points. */
function inventedPackage(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const word =
    letters === ''
      ? Array.from(name, (character) => character.codePointAt(0)?.toString(16)).join('')
      : letters;
  return `app.recorded.n${word}`;
}

/** Other names of an app, as written where somebody wrote them. */
function aliasesOf(graph: Graph, written: string, folded: string): string[] {
  const { reference, corrected } = graph.launcher;
  const names = [...reference.aliases].filter(([, app]) => app === written).map(([alias]) => alias);
  const known = new Set(names.map((name) => name.trim().toLowerCase()));
  const others = [...corrected.aliases].filter(([alias, app]) => app === folded && !known.has(alias));
  return [...names, ...others.map(([alias]) => alias)];
}

/** Names are folded in `corrected` launchers; people read them as they were written. */
function writtenName(graph: Graph, folded: string): string {
  const written = [...graph.launcher.reference.entries.keys()];
  return written.find((name) => name.trim().toLowerCase() === folded) ?? folded;
}

function guessLocale(apps: readonly PhoneApp[]): string {
  const names = apps.flatMap(({ name }) => (name === null ? [] : [name]));
  const chinese = names.filter((name) => /\p{Script=Han}/u.test(name));
  return chinese.length > names.length / 2 ? 'zh-CN' : 'en-US';
}
