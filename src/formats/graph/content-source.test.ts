import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { FileSchemaError, FileUnreadableError, PathOutsideFolderError } from '../file-errors.js';
import { readSuite } from '../suite/read-suite.js';
import { SuiteFileSchema, type SuiteFile } from '../suite/suite-file.js';
import { writeJsonFile } from '../write-json-file.js';
import { openFolderContent } from './content-source.js';
import { GraphFileSchema, type GraphFile } from './graph-file.js';
import { readGraph } from './read-graph.js';

const { signal } = new AbortController();
let folder = '';
let world = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-content-'));
  world = join(folder, 'world');
  await mkdir(join(world, 'pictures', 'deep'), { recursive: true });
  await writeFile(join(world, 'pictures/deep/a.PNG'), 'picture');
  await writeFile(join(folder, 'secret.xml'), 'secret');
  await symlink(join(folder, 'secret.xml'), join(world, 'leak.xml'));
  await symlink(join(world, 'pictures/deep/a.PNG'), join(world, 'same.png'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('openFolderContent', () => {
  it('opens what is below the folder, and knows what is not there', async () => {
    const source = await openFolderContent(world);
    const content = source.open('pictures/deep/a.PNG');
    expect(content?.mediaType).toBe('image/png');
    expect(String(Buffer.from((await content?.load({ signal })) ?? []))).toBe('picture');
    for (const path of ['pictures/deep/b.png', 'pictures', '../secret.xml', join(folder, 'secret.xml'), '']) {
      expect(source.open(path)).toBeNull();
    }
  });

  it('follows links within the folder, and none that lead out of it', async () => {
    const source = await openFolderContent(world);
    expect(await source.open('same.png')?.load({ signal })).toHaveLength(7);
    await expect(source.open('leak.xml')?.load({ signal })).rejects.toThrow(PathOutsideFolderError);
  });

  it('throws typed errors when folder or file are gone, and the reason when aborted', async () => {
    await expect(openFolderContent(join(folder, 'none'))).rejects.toThrow(FileUnreadableError);
    await writeFile(join(world, 'gone.xml'), '');
    const content = (await openFolderContent(world)).open('gone.xml');
    await rm(join(world, 'gone.xml'));
    await expect(content?.load({ signal })).rejects.toThrow(FileUnreadableError);
    const reason = new Error('enough');
    const stopped = { signal: AbortSignal.abort(reason) };
    await expect(openFolderContent(world, stopped)).rejects.toBe(reason);
  });
});

describe('a world that is written', () => {
  const graph: GraphFile = {
    formatVersion: 2,
    name: 'written',
    screenSize: { width: 10, height: 20 },
    root: 'a',
    nodes: [{ id: 'a', edges: [{ to: 'b', actions: [{ type: 'wait' }] }] }, { id: 'b' }],
  };
  const suite: SuiteFile = {
    formatVersion: 2,
    name: 'written',
    version: '1',
    languages: ['en'],
    defaultMaxSteps: 5,
    tasks: [{ id: 't', instructions: { en: 'Wait' }, apps: [], tags: [], milestones: [], evaluators: [] }],
  };

  it('is read back as it was', async () => {
    await writeJsonFile(join(world, 'graph.json'), graph, GraphFileSchema);
    await writeJsonFile(join(world, 'suite.json'), suite, SuiteFileSchema);
    expect(await readGraph(join(world, 'graph.json'))).toEqual(buildGraph(graph));
    expect(await readSuite(join(world, 'suite.json'))).toEqual({ suite, broken: [] });
  });

  it('is not written when it does not fit its schema, and nothing is left behind', async () => {
    const file = join(world, 'bad.json');
    await expect(writeJsonFile(file, { ...graph, nodes: [] }, GraphFileSchema)).rejects.toThrow(
      FileSchemaError,
    );
    await expect(readGraph(file)).rejects.toThrow('there is no such file');
  });
});
