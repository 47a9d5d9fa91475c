import { DialectSettingsError } from './define-dialect.js';
import type { DialectSettings } from './dialect.js';

type SwitchValue = string | number | boolean;
type Widened<T> = {
  readonly [K in keyof T]: T[K] extends boolean ? boolean : T[K] extends number ? number : T[K];
};

/**
 * The family's switches with what the user set in place of the defaults.
 *
 * @param choices allowed words of the switches that hold one
 * @throws {DialectSettingsError} for a value of another type, or a word that is not allowed
 */
export function chooseSwitches<T extends Readonly<Record<string, SwitchValue>>>(
  defaults: T,
  given: DialectSettings['switches'],
  choices: Readonly<Record<string, readonly string[]>> = {},
): Widened<T> {
  for (const [name, value] of Object.entries(given ?? {})) {
    const expected = defaults[name];
    // A name that the family does not have is refused by `defineDialect`, which lists those it has.
    if (expected === undefined) continue;
    const allowed = choices[name];
    const isWord = allowed === undefined || (typeof value === 'string' && allowed.includes(value));
    if (typeof value === typeof expected && isWord) continue;
    throw new DialectSettingsError(`the switch "${name}" cannot be ${JSON.stringify(value)}`, {
      hint: allowed === undefined ? `It takes a ${typeof expected}.` : `It takes ${allowed.join(', ')}.`,
    });
  }
  // Each value given has the type of the default that it replaces, and is one of its words.
  return { ...defaults, ...given } as unknown as Widened<T>;
}
