import { rm } from 'node:fs/promises';
import type { ObjectStore } from '../../files/object-store.js';
import { FileStore } from '../../formats/run/file-store.js';
import type { ContentRecord, PreflightRecord } from '../../formats/run/journal/event.js';
import type { RunSummary } from '../../engine/run.js';
import { newSession, type NewSession, type SessionControls } from '../run/session.js';
import { newRunId } from '../run/run-id.js';
import { prepareFork, type ForkRequest, type PreparedFork, type PrepareForkOptions } from './prepare-fork.js';

/** Where a fork is kept. */
export interface ForkPlace {
  /** Its name; null: by time, benchmark and agent. */
  readonly run: string | null;
  readonly runsFolder: string;
}

/**
 * Makes the folder of a fork, with the settings and the pictures that its first steps name.
 *
 * @throws {UserError} for a name that is none, and a folder that cannot be made
 */
export async function newFork(
  { prepared, origin, request, beginning }: PreparedFork,
  options: ForkPlace & {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly preflight: readonly PreflightRecord[];
  },
): Promise<NewSession> {
  const { benchmark, agent } = prepared;
  const run = options.run ?? newRunId(`fork-${benchmark.name}`, agent.name, new Date());
  const session = await newSession(prepared, { ...options, run, request, beginning });
  try {
    await copyScreens(origin, session.directory, prepared.pictures);
  } catch (error) {
    // Without a journal it would stand among the runs as one that cannot be read. `newSession` made it, or it was empty.
    await rm(session.directory, { recursive: true, force: true });
    throw error;
  }
  return session;
}

/**
 * Forks a run and carries the fork out.
 *
 * @param onBegin gets the folder of the fork before its first step
 * @throws see `prepareFork`; anything that ends a run
 */
export async function forkRun(
  request: ForkRequest,
  options: PrepareForkOptions & ForkPlace,
  controls: SessionControls & { readonly onBegin?: (directory: string) => void },
): Promise<RunSummary> {
  const fork = await prepareFork(request, options);
  await using _benchmark = fork.prepared.benchmark;
  const { directory, start } = await newFork(fork, { ...options, preflight: [] });
  const { onBegin, ...rest } = controls;
  onBegin?.(directory);
  return await start(rest);
}

/** What the first steps show of live screens is kept with the fork, too: the original may be removed. */
async function copyScreens(
  { index, events }: PreparedFork['origin'],
  directory: string,
  pictures: ObjectStore | null,
): Promise<void> {
  const [from, to] = [new FileStore(index.directory), new FileStore(directory, pictures)];
  for (const event of events) {
    if (event.type !== 'observation') continue;
    const { picture, hierarchy } = event.screen;
    for (const hash of [picture, hierarchy].flatMap(storedHash)) await to.put(await from.get(hash));
  }
}

function storedHash(content: ContentRecord | null): readonly string[] {
  return content?.stored === true && content.hash !== null ? [content.hash] : [];
}
