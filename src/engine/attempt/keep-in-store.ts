import { BugError, TouchstoneError } from '../../errors.js';
import { StoreOutageError } from '../../files/object-store-errors.js';
import { failureOf } from '../failure.js';
import type { FileStore } from '../../formats/run/file-store.js';
import type { OutageWatch } from '../outage-watch.js';
import type { RunControl } from '../run-control.js';
import type { EpisodeControl } from './episode-control.js';

/** What keeping a screen needs of a session. */
export interface ScreenKeeping {
  readonly options: { readonly files: FileStore | null };
  readonly outage: OutageWatch;
  readonly control: RunControl;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 15_000;

/**
 * Keeps the bytes where the session keeps what screens show, and gives their hash. While a store is away the run waits, as it
 * waits for an endpoint, and the episode's time stands still.
 *
 * @throws {JournalWriteError | StoreRefusedError}
 * @throws {StoreOutageError} when the store is away for longer than the run waits, or the run is to stop meanwhile
 */
export async function keepInStore(
  bytes: Uint8Array,
  session: ScreenKeeping,
  control: EpisodeControl,
): Promise<string> {
  const { files } = session.options;
  if (files === null) throw new BugError('A session that keeps no screens was given one to keep');
  const { elsewhere } = files;
  if (elsewhere === null) return await files.put(bytes);
  return await control.untimed(async () => {
    try {
      return await files.put(bytes);
    } catch (error) {
      if (!isAway(error)) throw error;
      return await waitFor(() => files.put(bytes), { endpoint: elsewhere, error, session, control });
    }
  });
}

async function waitFor<T>(
  keep: () => Promise<T>,
  {
    endpoint,
    error,
    session: { outage, control: run },
    control,
  }: {
    readonly endpoint: string;
    readonly error: TouchstoneError;
    readonly session: ScreenKeeping;
    readonly control: EpisodeControl;
  },
): Promise<T> {
  let last = error;
  outage.failed(endpoint);
  using _hold = outage.hold(failureOf(last), outage.leftMs ?? 0);
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    const leftMs = outage.leftMs ?? Number.POSITIVE_INFINITY;
    if (leftMs <= 0 || run.isStopping || control.signal.aborted) throw new StoreOutageError(last);
    await outage.pause(Math.min(delayMs, leftMs));
    try {
      const kept = await keep();
      outage.answered(endpoint);
      return kept;
    } catch (again) {
      if (!isAway(again)) throw again;
      last = again;
      outage.failed(endpoint);
    }
  }
}

function isAway(error: unknown): error is TouchstoneError {
  return error instanceof TouchstoneError && error.pausesRun;
}
