import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../src/engine/run.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { normaliseRun } from '../../src/testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { childParts } from '../proofs/run-child-parts.js';
import { after, decisionsOf, startChild } from '../proofs/start-child.js';

describe('a run that is sent SIGINT', () => {
  it('once finishes the steps in flight and can be resumed to the uninterrupted run', async () => {
    await using folder = await temporaryFolder();
    const [smooth, rough] = [join(folder.path, 'smooth'), join(folder.path, 'rough')];
    await startRun(buildRun(smooth, childParts(0)));
    const child = await startChild(rough, 40);
    await child.event('step-end');
    child.process.kill('SIGINT');
    expect(await child.event('summary')).toMatchObject({ status: 'interrupted' });
    expect((await child.ended).code).toBe(130);
    expect((await indexRun(rough)).status).toBe('interrupted');
    const decisions = await decisionsOf(rough);

    const second = await startChild(rough, 1);
    expect(await second.event('run-start')).toMatchObject({ resumed: true, cutBytes: 0 });
    expect(await second.ended).toEqual({ code: 0, signal: null, errors: '' });
    expect(await normaliseRun(rough)).toEqual(await normaliseRun(smooth));
    const all = await decisionsOf(rough);
    expect(all.length).toBeGreaterThan(decisions.length);
    // Nothing was in flight when it ended, so nothing is repeated.
    expect(new Set(all).size).toBe(all.length);
  });

  it('twice ends at once, gives up the steps in flight, and can be resumed', async () => {
    await using folder = await temporaryFolder();
    const [smooth, rough] = [join(folder.path, 'smooth'), join(folder.path, 'rough')];
    await startRun(buildRun(smooth, childParts(0)));
    const child = await startChild(rough, 600_000);
    await child.event('item-start');
    child.process.kill('SIGINT');
    await child.event('stopping');
    await after(50);
    expect(child.process.exitCode).toBeNull();
    child.process.kill('SIGINT');
    expect((await child.ended).code).toBe(130);
    expect(await child.event('summary')).toMatchObject({ status: 'aborted', finished: 0 });

    const second = await startChild(rough, 1);
    expect(await second.ended).toEqual({ code: 0, signal: null, errors: '' });
    expect(await normaliseRun(rough)).toEqual(await normaliseRun(smooth));
  });

  it('while another process works on the same run is not possible', async () => {
    await using folder = await temporaryFolder();
    const child = await startChild(folder.path, 100);
    await child.event('step-end');
    const second = await startChild(folder.path, 100);
    const { code, errors } = await second.ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/RUN_LOCKED/);
    expect(errors).toMatch(new RegExp(`process ${child.process.pid} `));
    child.process.kill('SIGKILL');
    await child.ended;
  });
});
