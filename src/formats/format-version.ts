import type { FilePlace } from '../errors.js';
import { FileSchemaError, FormatVersionError } from './file-errors.js';

/** Turns a value of one format version into one of the next; nothing is checked, the last schema does that. */
export type UpgradeStep = (value: Record<string, unknown>) => Record<string, unknown>;

/**
 * The value as the current version of its format writes it. `steps[0]` leads from version 1 to 2, and so on; the number of
 * steps is the current version less one.
 *
 * @throws {FormatVersionError} for a version newer than this Touchstone knows.
 * @throws {FileSchemaError} when the value is no object with a version.
 */
export function upgradeFormat(
  value: unknown,
  format: { readonly name: string; readonly steps: readonly UpgradeStep[] },
  place: FilePlace,
): Record<string, unknown> {
  const current = format.steps.length + 1;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FileSchemaError(`a ${format.name} file holds one JSON object`, { place });
  }
  let upgraded = value as Record<string, unknown>;
  const version = upgraded['formatVersion'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new FileSchemaError(`"formatVersion" must be a whole number from 1 to ${current}`, {
      place: { ...place, path: ['formatVersion'] },
      hint: `Set "formatVersion": ${current} if the file follows the current ${format.name} format.`,
    });
  }
  if (version > current) {
    throw new FormatVersionError(
      `${format.name} format ${version} is newer than ${current}, the newest known here`,
      { place: { ...place, path: ['formatVersion'] }, hint: 'Install a newer Touchstone.' },
    );
  }
  for (const step of format.steps.slice(version - 1)) upgraded = step(upgraded);
  return upgraded;
}
