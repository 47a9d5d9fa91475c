import { centreOf } from '../../../domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { faultOf, TouchstoneError, type Fault } from '../../../errors.js';
import type { AndroidApp, LoginStep } from '../../../formats/android/android-file.js';
import { findAndroidApp } from '../../../formats/android/read-android.js';
import { deviceFault, DeviceFaultError } from '../faults/device-fault-error.js';
import type { AnswerFault } from '../answers/device-answer.js';
import type { SetupContext } from '../android-environment.js';
import { openApp } from '../driver/apps.js';
import { until } from '../driver/adb-keyboard.js';
import { pressKeys, tapAt } from '../driver/touch.js';
import { typeText } from '../driver/type-text.js';
import type { Secrets } from './secrets.js';

/** A login script did not get to its end. No word of what it typed is in the message. */
export class LoginError extends TouchstoneError {
  readonly code = 'LOGIN_FAILED';
  readonly fault: Fault;

  constructor(message: string, fault: Fault) {
    super(message, { hint: 'Try the steps by hand; docs/android.md has the format of login scripts.' });
    this.fault = fault;
  }
}

const WITHIN_S = 10;

/**
 * Signs in by a script. Looks at UI hierarchies alone: no picture is taken on the way.
 *
 * @throws {LoginError} with the step, its secrets by name
 */
export async function runLogin(
  app: AndroidApp,
  steps: readonly LoginStep[],
  {
    apps,
    secrets,
    context,
  }: {
    readonly apps: readonly AndroidApp[];
    readonly secrets: Secrets;
    readonly context: SetupContext;
  },
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      const problem = await perform(step, { apps, secrets, context });
      if (problem === null) continue;
      throw new LoginError(`step ${index + 1} of the login of ${app.name}: ${problem}`, 'user');
    } catch (error) {
      const where = `step ${index + 1} of the login of ${app.name} (${JSON.stringify(step)})`;
      throw loginFailure(error, where, { secrets, context });
    }
  }
}

/**
 * What is thrown in place of the failure of a step, without a word of what the step typed.
 *
 * @param where the step, its secrets by name
 * @throws what aborted it
 */
export function loginFailure(
  error: unknown,
  where: string,
  { secrets, context }: { readonly secrets: Secrets; readonly context: SetupContext },
): Error {
  context.signal.throwIfAborted();
  if (error instanceof LoginError) return error;
  // The phone's own: tried again, and counted against it. Without its words, which may hold what was typed.
  if (error instanceof DeviceFaultError) {
    return new DeviceFaultError(error.faultClass, { serial: context.device.serial, operation: 'login' });
  }
  // Its own text, not the error: causes and stacks may hold what was typed.
  const said = secrets.redact(error instanceof Error ? error.message : String(error));
  return new LoginError(`${where}: ${said}`, faultOf(error));
}

interface LoginParts {
  readonly apps: readonly AndroidApp[];
  readonly secrets: Secrets;
  readonly context: SetupContext;
}

/** What went wrong, in words; null where nothing did. */
async function perform(step: LoginStep, { apps, secrets, context }: LoginParts): Promise<string | null> {
  const { device, signal } = context;
  if ('open' in step) {
    const app = findAndroidApp(apps, step.open);
    if (app === null) return `there is no app "${step.open}"`;
    const isOpen = await openApp(device, app.package, app.activity ?? null, signal);
    return isOpen ? null : `${app.name} does not come to the front`;
  }
  if ('tap' in step) {
    const { tap } = step;
    const what = 'text' in tap ? `text "${tap.text}"` : `id "${tap.id}"`;
    const node = await find(
      (candidate) => ('text' in tap ? hasText(candidate, tap.text) : hasId(candidate, tap.id)),
      step.seconds ?? WITHIN_S,
      context,
    );
    if (node === null) return `no element with the ${what}`;
    await tapAt(device, centreOf(node.bounds), 1, signal);
    return null;
  }
  if ('type' in step) {
    const result = await typeText(secrets.fill(step.type), context);
    return result === 'unseen' ? `no field shows what was typed (${step.type})` : null;
  }
  if ('key' in step) {
    const key = step.key.toUpperCase().replace(/^KEYCODE_/, '');
    await pressKeys(device, [/^\d+$/.test(key) ? key : `KEYCODE_${key}`], signal);
    return null;
  }
  const [text, seconds] = 'wait' in step ? [step.wait, step.seconds ?? WITHIN_S] : [step.assert, 0];
  const node = await find((candidate) => shows(candidate, text), seconds, context);
  return node === null ? `nothing shows "${text}"` : null;
}

async function find(
  test: (node: UiNode) => boolean,
  seconds: number,
  { device, dumper, signal }: SetupContext,
): Promise<UiNode | null> {
  let found: UiNode | null = null;
  const last: { fault: AnswerFault | null } = { fault: null };
  const look = async (): Promise<boolean> => {
    const dumped = await dumper.dump(null, signal);
    last.fault = dumped.type === 'missing' ? dumped.fault : null;
    found = dumped.type === 'missing' ? null : (parseHierarchy(dumped.xml).nodes.find(test) ?? null);
    return found !== null;
  };
  await until(device, look, seconds * 1000, signal);
  // Nobody knows whether it is there: no matter of who wrote the script.
  if (last.fault !== null) throw deviceFault(last.fault, device.serial, 'login');
  return found;
}

function hasText(node: UiNode, text: string): boolean {
  return node.text === text || node.description === text;
}

function hasId(node: UiNode, id: string): boolean {
  const own = node.attribute('resource-id') ?? '';
  return own === id || node.resourceName === id;
}

function shows(node: UiNode, text: string): boolean {
  return node.text.includes(text) || node.description.includes(text);
}
