import type { NativeAction } from '../../domain/action.js';
import { pythonStr } from '../../domain/graph/python-values.js';
import { pythonRepr } from '../../domain/text/python-repr.js';
import { isRecord, readLooseJson } from '../../models/dialects/reading/read-loose-json.js';

/** A call as the operator wrote it, in the forms that the published code keeps. */
export interface WrittenCall {
  /** As all roles are told it: the object as Python prints it. */
  readonly call: string;
  /** What makes two calls the same, for the limit of repetitions. */
  readonly key: string;
}

/**
 * The call of an answer's JSON. A number without a fraction is told as an integer.
 *
 * Source: Mobile-Agent-E reference code, `Operator.execute` and the check of repetitions in `run_single_task`.
 *
 * @param otherwise what stands for a call that was not written as JSON
 */
export function writtenCall(native: NativeAction | undefined, otherwise: string): WrittenCall {
  const read =
    native?.text === undefined ? null : readLooseJson(native.text, 0, { warnings: new Set<string>() });
  if (read?.type !== 'json' || !isRecord(read.value)) return { call: otherwise, key: otherwise };
  const { name, arguments: given } = read.value;
  const args = isRecord(given)
    ? Object.entries(given).map(
        ([key, value]) => `-${key}-${isRecord(value) ? pythonRepr(value) : pythonStr(value)}`,
      )
    : ['-None'];
  return { call: pythonRepr(read.value), key: [pythonStr(name), ...args].join('') };
}

/** Whether a call may be repeated for ever. Source: as of {@link writtenCall}, which looks for the words anywhere. */
export function mayRepeat(key: string): boolean {
  return key.includes('Swipe') || key.includes('Back');
}
