import { UserError, type FilePlace } from '../../errors.js';
import { CallFile } from '../run/calls/call-file.js';
import { RUN_FORMAT_VERSION } from '../run/journal/event.js';
import { StageCallEventSchema, StageCallSchema, type StageCall, type StageCallsStart } from './stage-call.js';

/** The questions that a stage of the builder has asked, with their answers. */
export type StageCallLog = CallFile<StageCallsStart, StageCall>;

/**
 * Opens the log of a stage's calls, or begins it. A line that a crash cut off is removed.
 *
 * @throws {UserError} where the file is of other material, or begun with other options
 * @throws {JournalDamagedError | RunVersionError} where it cannot be read
 * @throws {JournalWriteError} where it cannot be written
 */
export function openStageCallLog(
  file: string,
  {
    stage,
    identity,
    signal,
  }: { readonly stage: string; readonly identity: string; readonly signal?: AbortSignal },
): Promise<StageCallLog> {
  const at = new Date().toISOString();
  const start = {
    type: 'stage-calls-start',
    at,
    formatVersion: RUN_FORMAT_VERSION,
    stage,
    identity,
  } as const;
  const kind = {
    event: StageCallEventSchema,
    call: StageCallSchema,
    types: { start: 'stage-calls-start', call: 'stage-call' },
    isSame: (found: StageCallsStart) => found.stage === stage && found.identity === identity,
    refusal: (place: FilePlace) =>
      new UserError('the folder holds work on something else, or begun with other options', {
        place,
        hint: 'Go on with those, or name another folder with --out.',
      }),
  };
  return CallFile.open<StageCallsStart, StageCall>(file, { start, kind, signal });
}
