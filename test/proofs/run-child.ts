/*
 * A run in a process of its own, to be killed: starts the run in the folder it is given, or resumes the one it finds
 * there. Tells each event in a line on stdout, and each decision it makes in `decisions.log`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resumeRun, startRun } from '../../src/engine/run.js';
import { NotARunError } from '../../src/formats/run/run-errors.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { childParts } from './run-child-parts.js';
import { buildRun } from '../../src/testing/run-fakes/run-fake.js';

const [directory = '', stepMs = '4'] = process.argv.slice(2);

const parts = childParts(Number(stepMs), (item, step) => {
  appendFileSync(join(directory, 'decisions.log'), `${item} ${step}\n`);
});
// As the command line does: the first Ctrl-C stops, the second aborts.
const [stop, abort] = [new AbortController(), new AbortController()];
process.on('SIGINT', () => {
  if (stop.signal.aborted) abort.abort();
  stop.abort();
  process.stdout.write('{"type":"stopping"}\n');
});
const options = {
  ...buildRun(directory, parts),
  stop: stop.signal,
  signal: abort.signal,
  onEvent: (event: { readonly type: string }) => process.stdout.write(`${JSON.stringify(event)}\n`),
};

const summary = (await isRun()) ? await resumeRun(options) : await startRun(options);
process.stdout.write(`${JSON.stringify({ type: 'summary', ...summary })}\n`);
// What was given up with the second Ctrl-C may still hold timers.
await sleep(0);
process.exit(summary.status === 'complete' ? 0 : 130);

async function isRun(): Promise<boolean> {
  try {
    await indexRun(directory);
    return true;
  } catch (error) {
    if (error instanceof NotARunError) return false;
    throw error;
  }
}
