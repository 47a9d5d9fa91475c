import { join } from 'node:path';
import type { FilePlace } from '../../../errors.js';
import { CallFile } from '../calls/call-file.js';
import { RUN_FORMAT_VERSION } from '../journal/event.js';
import { JournalDamagedError } from '../run-errors.js';
import { JudgeCallEventSchema, JudgeCallSchema, type JudgeCall, type JudgeCallsStart } from './judge-call.js';

export interface JudgeCallLogOptions {
  /** Hash of what is judged; calls about anything else are refused. */
  readonly judged: string;
  /** Name of the pass. */
  readonly pass: string;
  readonly signal?: AbortSignal;
}

/** The questions that a judge's pass has asked, with their answers. */
export type JudgeCallLog = CallFile<JudgeCallsStart, JudgeCall>;

/**
 * Opens the log of a pass in the folder, or begins it. A line that a crash cut off is removed.
 *
 * @throws {JournalDamagedError | RunVersionError | JournalWriteError}
 */
export function openJudgeCallLog(
  directory: string,
  { judged, pass, signal }: JudgeCallLogOptions,
): Promise<JudgeCallLog> {
  const at = new Date().toISOString();
  const start = { type: 'judge-calls-start', at, formatVersion: RUN_FORMAT_VERSION, judged, pass } as const;
  const kind = {
    event: JudgeCallEventSchema,
    call: JudgeCallSchema,
    types: { start: 'judge-calls-start', call: 'judge-call' },
    isSame: (found: JudgeCallsStart) => found.judged === judged,
    refusal: (place: FilePlace) => new JournalDamagedError('These calls are about something else', place),
  };
  const file = join(directory, `judge-calls-${encodeURIComponent(pass)}.jsonl`);
  return CallFile.open<JudgeCallsStart, JudgeCall>(file, { start, kind, signal });
}
