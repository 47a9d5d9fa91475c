import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { hashWorld } from './hash-world.js';

const MANY = 300;
const GRAPH = buildGraph({
  name: 'many',
  screenSize: { width: 10, height: 10 },
  root: 'n0',
  launcher: { apps: [], icons: [] },
  nodes: Array.from({ length: MANY }, (_, index) => ({
    id: `n${index}`,
    screens: [{ id: `s${index}`, picture: `screens/${index}.png` }],
  })),
});

async function world() {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'screens'));
  await writeFile(join(folder.path, 'graph.json'), '{}');
  for (let index = 0; index < MANY; index += 1) {
    await writeFile(join(folder.path, `screens/${index}.png`), `picture ${index}`);
  }
  return folder;
}

describe('hashWorld', () => {
  it('changes with every picture, also with one that is larger than what is read at once', async () => {
    await using folder = await world();
    const { signal } = new AbortController();
    const hash = () => hashWorld(folder.path, GRAPH, { signal });
    const before = await hash();
    expect(await hash()).toBe(before);
    const large = Buffer.alloc(3 * 1024 * 1024, 1);
    await writeFile(join(folder.path, 'screens/299.png'), large);
    const withLarge = await hash();
    large[large.length - 1] = 2;
    await writeFile(join(folder.path, 'screens/299.png'), large);
    expect(new Set([before, withLarge, await hash()]).size).toBe(3);
  });

  it('hears an interrupt between files', async () => {
    await using folder = await world();
    const interrupt = new AbortController();
    const hashing = hashWorld(folder.path, GRAPH, { signal: interrupt.signal });
    setImmediate(() => interrupt.abort());
    await expect(hashing).rejects.toMatchObject({ name: 'AbortError' });
  });
});
