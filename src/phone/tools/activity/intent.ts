import { ServiceException, type ArgumentReader } from '../shell-command.js';

/** What an intent on a command line says. */
export interface Intent {
  action: string | null;
  data: string | null;
  type: string | null;
  package: string | null;
  /** `package/class`, as given. */
  component: string | null;
  flags: number;
  readonly categories: string[];
  /** Values as they were written; lists between commas. */
  readonly extras: Map<string, string>;
}

/** Where a component's class begins with a dot, it lies in the package. */
export interface Component {
  readonly package: string;
  /** As given. */
  readonly activity: string;
  /** Full name of the class. */
  readonly className: string;
}

const MAIN = 'android.intent.action.MAIN';
const LAUNCHER = 'android.intent.category.LAUNCHER';

/** Options that put a key and a value into the extras. */
const EXTRAS: ReadonlySet<string> = new Set(
  `-e --es --ez --ei --el --ef --ed --eu --ecn --eia --eial --ela --elal --efa --efal --eda --edal
   --esa --esal`.split(/\s+/),
);

/**
 * Reads an intent off a command line; options that are none of an intent's go to `other`, which takes their values.
 *
 * Source: AOSP `Intent.parseCommandArgs`.
 *
 * @throws {ServiceException} when something is missing
 */
export function readIntent(
  reader: ArgumentReader,
  other: (option: string, reader: ArgumentReader) => boolean,
): Intent {
  const intent: Intent = {
    action: null,
    data: null,
    type: null,
    package: null,
    component: null,
    flags: 0,
    categories: [],
    extras: new Map(),
  };
  for (;;) {
    const option = reader.takeOption();
    if (option === undefined) break;
    if (!readOption(option, intent, reader) && !other(option, reader))
      throw new ServiceException(`Unknown option: ${option}`);
  }
  const last = reader.take();
  if (last !== undefined) fillIn(intent, last);
  return intent;
}

function readOption(option: string, intent: Intent, reader: ArgumentReader): boolean {
  if (EXTRAS.has(option)) {
    const key = reader.required();
    intent.extras.set(key, reader.required());
    return true;
  }
  switch (option) {
    case '-a':
      intent.action = reader.required();
      return true;
    case '-d':
      intent.data = reader.required();
      return true;
    case '-t':
      intent.type = reader.required();
      return true;
    case '-c':
      intent.categories.push(reader.required());
      return true;
    case '-n':
      intent.component = reader.required();
      if (componentOf(intent.component) === null)
        throw new ServiceException(`Bad component name: ${intent.component}`);
      return true;
    case '-p':
      intent.package = reader.required();
      return true;
    case '-f': {
      const flags = Number(reader.required());
      intent.flags |= Number.isFinite(flags) ? flags : 0;
      return true;
    }
    case '-i':
    case '--esn':
      reader.required();
      return true;
    default:
      // Flags by their names, such as --activity-clear-top.
      return /^--(?:activity|receiver|grant|include|exclude|debug|selector)-?[a-z-]*$/.test(option);
  }
}

/** What stands behind the options: a URI, a component, or a package whose start is meant. */
function fillIn(intent: Intent, given: string): void {
  if (given.includes(':')) {
    intent.data ??= given;
    intent.action ??= 'android.intent.action.VIEW';
    return;
  }
  if (intent.action === null) {
    intent.action = MAIN;
    intent.categories.push(LAUNCHER);
  }
  if (given.includes('/')) intent.component ??= given;
  else intent.package ??= given;
}

/** The component that a text names; null when it names none. */
export function componentOf(text: string): Component | null {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) return null;
  const [packageName, activity] = [text.slice(0, slash), text.slice(slash + 1)];
  return {
    package: packageName,
    activity,
    className: activity.startsWith('.') ? `${packageName}${activity}` : activity,
  };
}

/** `package/.Class` where the class lies in the package. */
export function shortComponent({ package: packageName, className }: Component): string {
  const isInside = className.startsWith(`${packageName}.`);
  return `${packageName}/${isInside ? className.slice(packageName.length) : className}`;
}

/** The intent as Android prints it. Source: AOSP `Intent.toShortString`. */
export function describeIntent(intent: Intent): string {
  const component = intent.component === null ? null : componentOf(intent.component);
  const parts = [
    intent.action === null ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.data === null ? '' : `dat=${intent.data}`,
    intent.type === null ? '' : `typ=${intent.type}`,
    intent.flags === 0 ? '' : `flg=0x${(intent.flags >>> 0).toString(16)}`,
    intent.package === null ? '' : `pkg=${intent.package}`,
    component === null ? '' : `cmp=${shortComponent(component)}`,
    intent.extras.size === 0 ? '' : '(has extras)',
  ];
  return `Intent { ${parts.filter((part) => part !== '').join(' ')} }`;
}

/**
 * The intent as one URL: its data where it only wants them shown, `intent:…#Intent;…;end` otherwise.
 *
 * Source: AOSP `Intent.toUri`. Deviation: without extras.
 */
export function intentUrl(intent: Intent): string {
  const isView = intent.action === 'android.intent.action.VIEW';
  if (isView && intent.data !== null) return intent.data;
  const [, scheme, path] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(intent.data ?? '') ?? [];
  const parts = [
    intent.action === null || isView ? '' : `action=${intent.action};`,
    ...intent.categories.map((category) => `category=${category};`),
    scheme === undefined ? '' : `scheme=${scheme};`,
    intent.type === null ? '' : `type=${intent.type};`,
    intent.package === null ? '' : `package=${intent.package};`,
    intent.component === null ? '' : `component=${intent.component};`,
  ];
  return `intent:${path ?? intent.data ?? ''}#Intent;${parts.join('')}end`;
}
