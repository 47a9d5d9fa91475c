import type { RecordedPhoneChoice } from '../../app/record/open-recorded-phone.js';
import { UserError } from '../../errors.js';

/**
 * Which phone a command works on: a benchmark's, a web app's, or one of the adb server.
 *
 * @param does what is done with it, for messages, such as `recorded`
 * @throws {UserError} where the flags name none, or several
 */
export function phoneChoice(
  name: string | undefined,
  {
    task,
    url,
    devices,
  }: { readonly task: unknown; readonly url: unknown; readonly devices: readonly string[] },
  does: string,
): RecordedPhoneChoice {
  if (name !== undefined && typeof url === 'string') {
    throw new UserError(`a benchmark and --url both say what is ${does}`, { hint: 'Name one of them.' });
  }
  if (name !== undefined) return { type: 'benchmark', name, task: typeof task === 'string' ? task : null };
  if (typeof task === 'string') {
    throw new UserError('--task names a task of a benchmark, and none is named', {
      hint: 'Name the benchmark too.',
    });
  }
  if (typeof url === 'string') return { type: 'url', url };
  const [serial, ...others] = devices;
  if (serial === undefined || others.length > 0) {
    throw new UserError(
      others.length > 0 ? `one phone is ${does} at a time` : `nothing says which phone is ${does}`,
      { hint: 'Name a benchmark, --url ADDRESS, or --device SERIAL.' },
    );
  }
  return { type: 'device', serial };
}
