import { UserError } from '../errors.js';
import type { Dialect } from '../models/dialects/dialect.js';
import { DIALECTS } from '../models/dialects/dialects.js';
import type { Settings } from './setting.js';

/**
 * The dialect that the settings name, as `family` or `family@variant`.
 *
 * @throws {UserError} naming the dialects there are
 */
export function chosenDialect({ dialect, historyLength }: Settings): Dialect {
  const [name = '', variant] = dialect.split('@');
  const family = DIALECTS.get(name);
  if (family === undefined) {
    throw new UserError(`there is no dialect "${name}"`, {
      hint: `Known dialects: ${[...DIALECTS.keys()].join(', ')}.`,
    });
  }
  return family.create({
    ...(variant === undefined ? {} : { variant }),
    ...(historyLength === null ? {} : { history: { steps: historyLength } }),
  });
}
