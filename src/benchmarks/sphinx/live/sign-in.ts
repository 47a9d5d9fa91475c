import { locateElements } from '../../../agents/locate-elements.js';
import type { Action } from '../../../domain/action.js';
import { pixelPoint, type Box, type Size } from '../../../domain/geometry.js';
import { centreOf, parseBounds } from '../../../domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../../domain/mode.js';
import type { SetupContext } from '../../../environments/android/android-environment.js';
import { until } from '../../../environments/android/driver/adb-keyboard.js';
import { clearApp, openApp } from '../../../environments/android/driver/apps.js';
import { readDisplayFacts, readFocus } from '../../../environments/android/driver/screen-facts.js';
import { loginFailure, LoginError } from '../../../environments/android/login/run-login.js';
import type { Secrets } from '../../../environments/android/login/secrets.js';
import {
  performAction,
  type Gestures,
  type Performed,
} from '../../../environments/android/perform-action.js';
import { deviceFault, DeviceFaultError } from '../../../environments/android/faults/device-fault-error.js';
import { evaluateTrace } from '../../../evaluators/tree-rules/evaluate-trace.js';
import type { SphinxApp } from '../recordings/apk-info.js';
import { toAction } from '../saved-runs/native-action.js';
import { findElement, findPasswordField, type WantedElement } from './find-element.js';
import { fullActivity } from './full-activity.js';
import { placeholderOf, variableOf, type LoginAction, type LoginScript } from './login-script.js';

const ATTEMPTS = 3;
const STARTED_MS = 5000;
const ACTED_MS = 2000;
const WAITED_MS = 5000;
/** How long an element is looked for. */
const FOUND_WITHIN_MS = 10_000;

export interface SignInOptions {
  readonly mode: Mode;
  readonly gestures: Gestures;
  readonly secrets: Secrets;
  /** Environment variables, for what the script types of its user. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly context: SetupContext;
}

/** Removes what the app keeps, and starts it. @throws {DeviceFaultError} where it cannot be started */
export async function startAfresh(app: SphinxApp, { device, signal }: SetupContext): Promise<void> {
  await clearApp(device, app.package, signal);
  if (!(await openApp(device, app.package, null, signal))) {
    throw new DeviceFaultError('launch-timeout', {
      serial: device.serial,
      operation: 'setup',
      said: app.package,
    });
  }
  await device.clock.pass(STARTED_MS, signal);
}

/**
 * Starts the app without what it kept and signs in, up to three times. In `reference` mode elements are where the script
 * recorded them, and a login without a check counts as done; in `corrected` mode they are found by what they are called, an action
 * that did nothing is a failed login, and so is a screen that asks for a password.
 *
 * Source: SPHINX reference code, login.
 *
 * @throws {LoginError} after three attempts, with what was wrong with the last, its secrets by name
 * @throws {DeviceFaultError} where the phone is at fault, such as one that gives no UI hierarchy
 */
export async function signIn(app: SphinxApp, script: LoginScript, options: SignInOptions): Promise<void> {
  const { secrets, context } = options;
  let problem: string | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await startAfresh(app, context);
    try {
      problem = await attemptLogin(app, script, options);
    } catch (error) {
      throw loginFailure(error, `the login of ${app.name} (${script.file})`, { secrets, context });
    }
    if (problem === null) return;
  }
  throw new LoginError(`the login of ${app.name} failed ${ATTEMPTS} times: ${problem ?? ''}`, 'user');
}

/** What went wrong, in words; null where the app is signed in to. */
async function attemptLogin(
  app: SphinxApp,
  script: LoginScript,
  options: SignInOptions,
): Promise<string | null> {
  const { mode, context, gestures } = options;
  const { device, dumper, keyboard, signal } = context;
  const { size } = await readDisplayFacts(device, signal);
  for (const [index, recorded] of script.actions.entries()) {
    const isSecret = recorded.type === 'input' && placeholderOf(recorded.message) === 'PASSWORD';
    const action = await actionOnScreen(filled(app, recorded, options), { mode, size, isSecret, context });
    if (action === null) return `${script.file}: the element of action ${index + 1} is not on the screen`;
    if (recorded.type !== 'none') {
      const apps = new Map<string, string>();
      const parts = { gestures, device, dumper, size, package: app.package, keyboard, apps, signal };
      const done = await performAction(action, parts);
      const problem = mode === 'reference' ? null : problemOf(done);
      if (problem !== null) return `${script.file}: action ${index + 1}: ${problem}`;
    }
    await device.clock.pass(ACTED_MS + (recorded.type === 'none' ? WAITED_MS : 0), signal);
  }
  return await whyNotSignedIn(script, options);
}

/** Why an action did not do what it was to do; null where it did. */
function problemOf({ rule, detail }: Performed): string | null {
  if (rule === 'performed') return detail ?? null;
  return detail === undefined ? rule : `${rule} (${detail})`;
}

/** The action with what its user types in place of `{username}` and `{password}`. */
function filled(app: SphinxApp, action: LoginAction, { secrets, variables }: SignInOptions): LoginAction {
  const placeholder = action.type === 'input' ? placeholderOf(action.message) : null;
  if (action.type !== 'input' || placeholder === null) return action;
  return { ...action, message: secrets.fill(`{secret:${variableOf(app.name, placeholder, variables)}}`) };
}

interface ScreenOptions {
  readonly mode: Mode;
  readonly size: Size;
  /** It types a password. */
  readonly isSecret: boolean;
  readonly context: SetupContext;
}

/** The action at its place on the screen; null where the screen does not have it. */
async function actionOnScreen(action: LoginAction, options: ScreenOptions): Promise<Action | null> {
  const unified = toAction(action);
  if (!('element' in action) || !action.element) return unified;
  const { mode, size, isSecret, context } = options;
  const { element } = action;
  const box = mode === 'reference' ? parseBounds(element['bounds'] ?? '') : null;
  const wanted = { element, isField: action.type === 'input', isSecret, size };
  const found = box ?? (await boxOnScreen(wanted, context));
  if (found === null) return null;
  const table = { base: 0, count: 1, elements: [{ index: 0, box: found }] };
  if (unified.type === 'swipe') {
    return locateElements({ ...unified, target: { type: 'element', element: 0 } }, table, size);
  }
  if (!('target' in unified)) return unified;
  return { ...unified, target: { type: 'point', point: pixelPoint(...centreOf(found)), box: found } };
}

/**
 * Where the element is, as soon as it is there; a field for a password that is not called as recorded, once time is up.
 *
 * @throws {DeviceFaultError} where the phone does not say what it shows
 */
async function boxOnScreen(wanted: WantedElement, context: SetupContext): Promise<Box | null> {
  const { device, dumper, signal } = context;
  let found: Box | null = null;
  const look = async (): Promise<boolean> => {
    const dumped = await dumper.dump(null, signal);
    found = dumped.type === 'missing' ? null : findElement(parseHierarchy(dumped.xml), wanted);
    return found !== null;
  };
  if (await until(device, look, FOUND_WITHIN_MS, signal)) return found;
  const screen = await screenNow(context);
  return findElement(screen, wanted) ?? (wanted.isSecret ? findPasswordField(screen, wanted) : null);
}

/** @throws {DeviceFaultError} where the phone does not say what it shows */
async function screenNow({ device, dumper, signal }: SetupContext): Promise<UiHierarchy> {
  const dumped = await dumper.dump(null, signal);
  if (dumped.type === 'missing') throw deviceFault(dumped.fault, device.serial, 'login');
  return parseHierarchy(dumped.xml);
}

async function whyNotSignedIn(
  { check, file }: LoginScript,
  { mode, context }: SignInOptions,
): Promise<string | null> {
  const { device, signal } = context;
  if (check === null && mode === 'reference') return null;
  const screen = await screenNow(context);
  if (check === null) {
    const asks = screen.nodes.some((node) => node.attribute('password') === 'true');
    return asks ? `${file}: the screen behind it still asks for a password` : null;
  }
  const focus = await readFocus(device, signal);
  const step = {
    activity: fullActivity(focus?.activity),
    action: { type: 'none' },
    hierarchy: async () => screen,
  };
  const { success } = await evaluateTrace(check, [step], { mode });
  return success === true ? null : `${file}: its login_check does not hold`;
}
