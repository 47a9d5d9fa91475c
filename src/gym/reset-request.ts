import type { PlayStart } from '../app/play/play-session.js';
import { invalid, isObject, valid, type Checked, type ValidationIssue } from './validation-issue.js';

/** What a client asks a reset for. */
export interface ResetRequest extends PlayStart {
  readonly episodeId: string | null;
}

/** Characters of a name that a client gives. */
const MAX_NAME = 255;

/** Keys that are not known mean nothing here, as in other environments of the protocol. */
export function readReset(given: unknown): Checked<ResetRequest> {
  if (!isObject(given)) return invalid({ type: 'dict_type', loc: [], msg: 'should be an object' });
  const issues: ValidationIssue[] = [];
  const whole = (name: string): number | undefined => {
    const value = given[name] ?? undefined;
    if (value === undefined) return undefined;
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    issues.push({ type: 'int_type', loc: [name], msg: 'should be a whole number from 0' });
    return undefined;
  };
  const text = (name: string): string | undefined => {
    const value = given[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.length <= MAX_NAME) return value;
    issues.push({
      type: 'string_type',
      loc: [name],
      msg: `should be a text of at most ${MAX_NAME} characters`,
    });
    return undefined;
  };
  const request = {
    seed: whole('seed'),
    repeat: whole('repeat'),
    task: text('task'),
    episodeId: text('episode_id') ?? null,
  };
  return issues.length === 0 ? valid(request) : invalid(...issues);
}
