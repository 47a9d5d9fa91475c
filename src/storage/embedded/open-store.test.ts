import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { runStoreContract } from '../../testing/contracts/run-store-contract.js';
import { openEmbeddedStore } from './open-store.js';

let folder = '';
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the embedded index', () => {
  const create = () => openEmbeddedStore(join(folder, `${(made += 1)}.db`), { isWriter: true });
  it.each(runStoreContract({ create }))('$name', ({ run }) => run());
});
