import { Failure, type Answer } from '../../shell/answer.js';
import type { PhoneControls } from '../../device/phone-controls.js';
import { FAILED, type AndroidProgram } from './android-system.js';

const NAMESPACES: ReadonlySet<string> = new Set(['system', 'secure', 'global']);

/** Most settings of one namespace that are kept. */
const MOST_SETTINGS = 10_000;

/**
 * `settings get|put|delete|list|reset NAMESPACE [KEY [VALUE]]`. The selected keyboard is a setting too.
 *
 * Source: AOSP `SettingsService.java`, `MyShellCommand`.
 */
export const settings: AndroidProgram = async (args, call, { controls }) => {
  const words = args.filter((argument, index) => argument !== '--user' && args[index - 1] !== '--user');
  const [verb = '', namespace = '', key, value] = words;
  const fail = async (message: string): Promise<Answer> => {
    throw new Failure(`${message}\n`, FAILED);
  };
  if (!['get', 'put', 'delete', 'list', 'reset'].includes(verb)) return fail(`Invalid command: ${verb}`);
  const values = NAMESPACES.has(namespace) ? controls.settings.get(namespace) : undefined;
  if (values === undefined) return fail(`Invalid namespace '${namespace}'`);
  if (verb === 'list') {
    const lines = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
    return lines.map(([name, one]) => `${name}=${one}\n`).join('');
  }
  if (key === undefined) return fail(`Bad arguments`);
  switch (verb) {
    case 'get':
      return `${values.get(key) ?? 'null'}\n`;
    case 'put':
      if (value === undefined) return fail('Bad arguments');
      putSetting(namespace, key, value, controls);
      return;
    case 'delete':
      return `Deleted ${values.delete(key) ? 1 : 0} rows\n`;
    default:
      return;
  }
};

const KEYBOARD = 'default_input_method';
const KEYBOARDS = 'enabled_input_methods';

/** Sets it; the keyboards' settings by way of the keyboards. */
export function putSetting(
  namespace: string,
  key: string,
  value: string,
  { keyboards, settings: all }: PhoneControls,
): void {
  const values = all.get(namespace);
  if (namespace === 'secure' && key === KEYBOARD) keyboards.select(value);
  else if (namespace === 'secure' && key === KEYBOARDS)
    for (const id of value.split(':')) keyboards.enable(id);
  else if (values !== undefined && (values.has(key) || values.size < MOST_SETTINGS)) values.set(key, value);
}
