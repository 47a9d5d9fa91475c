import { basename, join } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import { isThere } from '../../files/is-there.js';
import { NotAPhoneLogError } from '../../formats/phone/phone-log-errors.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import { FolderCaptures } from './folder-captures.js';
import type { Material } from './material.js';
import { recordedSteps } from './recorded-steps.js';

/** Name of the file in the folder of what was recorded between a client and a phone. */
const PHONE_LOG_FILE = 'phone.jsonl';

/** Whether the folder holds what was recorded between a client and a phone. */
export function isPhoneLog(folder: string): Promise<boolean> {
  return isThere(join(folder, PHONE_LOG_FILE));
}

/** A phone's log, with what it lost. */
export interface PhoneLogMaterial extends Material {
  /** The log itself. */
  readonly file: string;
  /** Size of the phone's screen. */
  readonly phone: Size;
  /** Actions after the last capture, which are lost. */
  readonly unseen: number;
}

/**
 * What was recorded between a client and a real phone.
 *
 * @throws {NotAPhoneLogError} when the folder holds no recording
 */
export async function phoneLogMaterial(
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<PhoneLogMaterial> {
  const file = join(folder, PHONE_LOG_FILE);
  if (!(await isPhoneLog(folder))) {
    throw new NotAPhoneLogError(`${folder} holds no recording: it has no ${PHONE_LOG_FILE}`, {
      hint: 'Name the folder that `touchstone phone record-proxy` recorded into.',
    });
  }
  const { header, events } = await loadPhoneLog(file, { signal });
  const { captures, steps, unseen } = recordedSteps(events);
  const files = new FolderCaptures(folder);
  for (const { size, activity, picture, hierarchy } of captures) {
    await files.add({ size, activity, picture, hierarchy });
  }
  return {
    file,
    unseen,
    captures: files.captures,
    steps,
    walks: captures.length === 0 ? [] : [{ first: 0, of: basename(folder) }],
    size: header.profile.size,
    phone: header.profile.size,
    warnings: files.warnings,
  };
}
