import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from './android-system.js';

/** Values that are kept. */
const MOST_VALUES = 10_000;

/**
 * `device_config get|put|delete|list NAMESPACE [KEY [VALUE]]`, also as `cmd device_config`: what was put is there until it is deleted;
 * nothing follows from it.
 *
 * Source: AOSP `DeviceConfigService.java`.
 */
export const deviceConfig: AndroidProgram = (args, call, { deviceConfig: values }) => {
  const [command = '', space, key, value] = args;
  const required = (given: string | undefined): string => {
    if (given === undefined) throw new Failure('Bad arguments\n', 255);
    return given;
  };
  const name = (): string => `${required(space)}/${required(key)}`;
  switch (command) {
    case 'get':
      return `${values.get(name()) ?? 'null'}\n`;
    case 'put':
      if (values.size < MOST_VALUES) values.set(name(), required(value));
      return '';
    case 'delete':
      return values.delete(name())
        ? `Successfully deleted ${key} from ${space}\n`
        : `Failed to delete ${key} from ${space}\n`;
    case 'list': {
      const entries = [...values].filter(([one]) => space === undefined || one.startsWith(`${space}/`));
      const shown = entries.map(
        ([one, text]) => `${space === undefined ? one : one.slice(space.length + 1)}=${text}\n`,
      );
      return shown.sort().join('');
    }
    case 'reset':
    case 'set_sync_disabled_for_tests':
      return '';
    case 'get_sync_disabled_for_tests':
    case 'is_sync_disabled_for_tests':
      return command.startsWith('is') ? 'false\n' : 'none\n';
    default:
      throw new Failure(`Invalid command: ${command}\n`, 255);
  }
};
