import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDirectory } from '../../files/sync-directory.js';
import type { Settings } from '../settings/setting.js';
import { checkModel } from './check-model.js';
import type { DoctorCheck } from './doctor-check.js';

const run = promisify(execFile);

const MINIMUM_NODE: readonly [number, number] = [20, 19];
const MEBIBYTE = 1024 * 1024;
const LITTLE_SPACE_MIB = 1024;
/** Above this, journals synced at every step boundary are bound by the disk. */
const SLOW_SYNC_MS = 20;

/** Checks this machine: what Touchstone needs, what parts of it need, and what is slow. Leaves no changes. */
export async function runDoctorChecks(
  settings: Settings,
  options: {
    environment: Readonly<Record<string, string | undefined>>;
    runsFolder: string;
    workingDirectory: string;
    signal: AbortSignal;
  },
): Promise<readonly DoctorCheck[]> {
  return [
    checkNode(),
    ...(await Promise.all([
      checkProgram(
        'adb',
        ['version'],
        'Only live phones need it. Debian: apt-get install adb',
        options.signal,
      ),
      checkProgram(
        'chromium',
        ['--version'],
        'Only drawing screens and reports in tests need it. Debian: apt-get install chromium',
        options.signal,
      ),
      checkRunsFolder(options.runsFolder),
    ])),
    ...(await checkModel(settings, options)),
  ];
}

function checkNode(): DoctorCheck {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor, needMinor] = MINIMUM_NODE;
  const fits = major > needMajor || (major === needMajor && minor >= needMinor);
  const found = `Node ${process.versions.node}`;
  if (fits) return { name: 'node', state: 'ok', found };
  return {
    name: 'node',
    state: 'problem',
    found,
    advice: `Install Node ${needMajor}.${needMinor} or newer.`,
  };
}

async function checkProgram(
  command: string,
  args: readonly string[],
  advice: string,
  signal: AbortSignal,
): Promise<DoctorCheck> {
  try {
    const { stdout } = await run(command, [...args], { timeout: 10_000, signal });
    return { name: command, state: 'ok', found: stdout.split('\n')[0]?.trim() ?? command };
  } catch {
    return { name: command, state: 'warning', found: 'not found', advice };
  }
}

async function checkRunsFolder(folder: string): Promise<DoctorCheck> {
  const name = 'runs folder';
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await makeDirectory(folder);
    const handle = await open(probe, 'w');
    const started = performance.now();
    await handle.writeFile('probe');
    await handle.datasync();
    const syncMs = performance.now() - started;
    await handle.close();
    await rm(probe, { force: true });
    const space = await statfs(folder);
    const freeMiB = Math.floor((space.bavail * space.bsize) / MEBIBYTE);
    const found = `${folder}: writable, sync ${syncMs.toFixed(1)} ms, ${freeMiB} MiB free`;
    if (freeMiB < LITTLE_SPACE_MIB)
      return { name, state: 'warning', found, advice: 'Make room, or name another folder with --runs.' };
    if (syncMs > SLOW_SYNC_MS)
      return {
        name,
        state: 'warning',
        found,
        advice: 'This disk syncs slowly; raise --concurrency, so that one sync serves many episodes.',
      };
    return { name, state: 'ok', found };
  } catch (error) {
    const found = `${folder}: ${error instanceof Error ? error.message : String(error)}`;
    return { name, state: 'problem', found, advice: 'Name a folder you may write to with --runs.' };
  }
}
