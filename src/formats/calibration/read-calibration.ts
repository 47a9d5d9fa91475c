import { canonicalJson, sha256 } from '../run/canonical-json.js';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, readTextFile } from '../read-json-file.js';
import { writeJsonFile } from '../write-json-file.js';
import { CalibrationSchema, type Calibration } from './calibration-file.js';

/** @throws {DatasetError} naming file and place; also where the identity is not the one that its hash is of */
export async function readCalibration(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Calibration> {
  const text = await readTextFile(file, options);
  const value = upgradeFormat(parseJson(text, file), { name: 'calibration', steps: [] }, { file });
  const calibration = checkSchema(value, CalibrationSchema, { file, text });
  if (judgeIdentityHash(calibration.judge.identity) === calibration.judge.hash) return calibration;
  throw new FileContentError('the identity of the judge was changed after it was measured', {
    place: { file, path: ['judge', 'hash'] },
    hint: 'Measure the judge again, or restore the file.',
  });
}

/** Checks a calibration and writes it whole. @throws {FileSchemaError} when it does not fit the schema */
export async function writeCalibration(file: string, calibration: Calibration): Promise<void> {
  await writeJsonFile(file, calibration, CalibrationSchema);
}

/** The hash that a judge is known by: SHA-256 of its identity as canonical JSON. */
export function judgeIdentityHash(identity: Readonly<Record<string, unknown>>): string {
  return sha256(canonicalJson(identity));
}
