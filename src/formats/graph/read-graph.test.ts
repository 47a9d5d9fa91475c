import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { DatasetError } from '../../errors.js';
import { FileContentError, FileSchemaError, FormatVersionError } from '../file-errors.js';
import { GraphFileSchema, type GraphFile } from './graph-file.js';
import { parseGraphFile } from './read-graph.js';

const WORLD: GraphFile = {
  formatVersion: 2,
  name: 'two rooms',
  screenSize: { width: 100, height: 200 },
  root: 'home',
  launcher: {
    apps: [{ name: 'Notes', aliases: ['Memo'], entries: ['notes'] }],
    icons: [{ app: 'Notes', box: [0, 0, 10, 10] }],
  },
  nodes: [
    { id: 'home' },
    {
      id: 'notes',
      screens: [{ id: 'notes-a', picture: 'pictures/a.png' }, { id: 'notes-b' }],
      edges: [{ to: 'home', actions: [{ type: 'key', key: 'ENTER' }, { type: 'wait' }] }],
    },
  ],
};

function problemOf(change: (world: GraphFile) => unknown): DatasetError {
  const world = change(structuredClone(WORLD)) ?? WORLD;
  try {
    parseGraphFile(JSON.stringify(world, null, 2), 'graph.json');
  } catch (error) {
    if (error instanceof DatasetError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

describe('parseGraphFile', () => {
  it('reads what is written, and builds it', () => {
    const file = parseGraphFile(JSON.stringify(WORLD), 'graph.json');
    expect(file).toEqual(WORLD);
    const graph = buildGraph(file);
    expect(graph.nodes.map((node) => node.screens.map((screen) => screen.id))).toEqual([
      ['home'],
      ['notes-a', 'notes-b'],
    ]);
    expect(graph.launcher.reference.entries.get('Notes')).toEqual([1]);
    expect(graph.launcher.reference.aliases.get('Memo')).toBe('Notes');
    expect(graph.launcher.corrected.aliases.get('memo')).toBe('notes');
  });

  it('names the place of an edge to nowhere', () => {
    const error = problemOf((world) => {
      world.nodes[1]!.edges![0]!.to = 'nowhere';
      return world;
    });
    expect(error).toBeInstanceOf(FileContentError);
    expect(error.place?.path).toEqual(['nodes', 1, 'edges', 0, 'to']);
    expect(error.place?.line).toBeGreaterThan(1);
  });

  it.each([
    ['a node id given twice', (world: GraphFile) => void (world.nodes[1]!.id = 'home')],
    ['a screen id given twice', (world: GraphFile) => void (world.nodes[1]!.screens![1]!.id = 'notes-a')],
    [
      'a screen with another node’s id',
      (world: GraphFile) => void (world.nodes[1]!.screens![1]!.id = 'home'),
    ],
    ['an unknown root', (world: GraphFile) => void (world.root = 'nowhere')],
    ['an unknown entry', (world: GraphFile) => void (world.launcher!.apps[0]!.entries = ['nowhere'])],
    [
      'an alias of two apps',
      (world: GraphFile) => void world.launcher!.apps.push({ name: 'Memo', entries: [] }),
    ],
  ])('refuses %s', (_, change) => {
    const error = problemOf((world) => {
      change(world);
      return world;
    });
    expect(error).toBeInstanceOf(FileContentError);
  });

  it.each(['../secret.png', '/etc/passwd', 'a\\b.png', 'C:/x.png', 'a//b.png', './a.png', '', 'a\0b'])(
    'refuses the path %j',
    (path) => {
      const error = problemOf((world) => {
        world.nodes[1]!.screens![0]!.picture = path;
        return world;
      });
      expect(error).toBeInstanceOf(FileSchemaError);
      expect(error.place?.path).toEqual(['nodes', 1, 'screens', 0, 'picture']);
    },
  );

  it('refuses versions it does not know, newer ones by name', () => {
    expect(problemOf((world) => ({ ...world, formatVersion: 3 }))).toBeInstanceOf(FormatVersionError);
    expect(problemOf((world) => ({ ...world, formatVersion: 'one' }))).toBeInstanceOf(FileSchemaError);
    expect(problemOf(() => [])).toBeInstanceOf(FileSchemaError);
  });

  it('points at a field that should not be there', () => {
    const error = problemOf((world) => ({ ...world, rooot: 'home' }));
    expect(error.message).toContain('rooot');
  });

  it('throws only dataset errors for any mutation of the file', () => {
    const text = JSON.stringify(WORLD);
    const edit = fc.tuple(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(edit, ([at, length, inserted]) => {
        try {
          parseGraphFile(text.slice(0, at) + inserted + text.slice(at + length), 'graph.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => parseGraphFile(JSON.stringify(value), 'graph.json')).toThrow(DatasetError);
      }),
    );
  });

  it('accepts nothing that its own schema refuses', () => {
    expect(GraphFileSchema.safeParse({ ...WORLD, nodes: [] }).success).toBe(false);
    expect(problemOf((world) => ({ ...world, nodes: [] })).place?.path).toEqual(['nodes']);
  });
});
