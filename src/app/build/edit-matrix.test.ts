import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConstructedGraph } from '../../domain/construction/constructed-graph.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { editMatrix, type EditMatrixOptions } from './edit-matrix.js';

const OPTIONS: EditMatrixOptions = {
  mode: 'corrected',
  repair: false,
  changes: [],
  question: null,
  out: null,
  form: null,
  app: '',
  root: null,
  signal: new AbortController().signal,
};
const WAIT = { type: 'add-edge', from: 'b', to: 'a1', edge: 'wait' } as const;

function graph(): ConstructedGraph {
  const edge = (source: number, target: number, type: string, parameter: Record<string, unknown>) => ({
    source_node: source,
    target_node: target,
    action_type: type,
    action_parameter: parameter,
  });
  return {
    metadata: { created_at: 'then', num_nodes: 2, app: 'X', next_id: 7 },
    nodes: {
      '0': {
        node_id: 0,
        app: 'Y',
        screenlists: [
          { screenshot_path: 'a1', node_description: 'home' },
          { screenshot_path: 'a2', node_description: 'home again' },
        ],
        ui_element_edge_list: [
          edge(0, -1, 'click', { x: 1, y: 2 }),
          edge(0, 1, 'swipe', { start: [1, 2], lift: [3, 4] }),
          edge(0, 0, 'system_button', { text: 'home' }),
          edge(0, 1, 'open', { text: 'X' }),
        ],
        next_node_id_list: [0, 1],
      },
      '1': {
        node_id: 1,
        app: 'Y',
        screenlists: [{ screenshot_path: 'b', node_description: 'list' }],
        ui_element_edge_list: [edge(1, -1, 'wait', {}), edge(1, 0, 'system_button', { text: 'home' })],
        next_node_id_list: [0],
      },
    },
  };
}

describe('editMatrix', () => {
  it('counts the edges that a published conversion has left', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'm.csv');
    const cell = '"[{""action_type"":""wait""}]"';
    await writeFile(file, `,a,b\na,${cell},${cell}\nb,${cell},0\n`);
    const [as, was] = await Promise.all(
      (['reference', 'corrected'] as const).map((mode) =>
        editMatrix(file, { ...OPTIONS, mode, out: join(folder.path, mode, 'graph.json') }),
      ),
    );
    expect([as?.edges, was?.edges]).toEqual([2, 3]);
  });

  it('changes a constructed graph in place, carries the rest, and keeps what the file held', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'c.json');
    const before = JSON.stringify(graph());
    await writeFile(file, before);
    const { backups, warnings } = await editMatrix(file, { ...OPTIONS, changes: [WAIT] });
    expect(warnings).toEqual([]);
    expect(await readFile(backups[0] ?? '', 'utf8')).toBe(before);
    const after = JSON.parse(await readFile(file, 'utf8')) as ConstructedGraph;
    const expected = graph();
    const added = { source_node: 1, target_node: 0, action_type: 'wait', action_parameter: {} };
    expected.nodes['1']?.ui_element_edge_list.push(added);
    expect(after).toEqual({
      ...expected,
      metadata: { ...expected.metadata, created_at: after.metadata.created_at },
    });
  });

  it('takes an edge of a page away for all its screenshots, and what was pending goes where the page goes', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'c.json');
    await writeFile(file, JSON.stringify(graph()));
    await editMatrix(file, {
      ...OPTIONS,
      changes: [{ type: 'delete-edge', from: 'a1', to: 'b', number: 0 }],
    });
    const left = JSON.parse(await readFile(file, 'utf8')) as ConstructedGraph;
    expect(left.nodes['0']?.ui_element_edge_list.map(({ action_type: type }) => type)).toEqual([
      'click',
      'system_button',
      'open',
    ]);
    await editMatrix(file, { ...OPTIONS, changes: [{ type: 'merge', screens: ['a1', 'b'] }] });
    const merged = JSON.parse(await readFile(file, 'utf8')) as ConstructedGraph;
    expect(Object.keys(merged.nodes)).toEqual(['0']);
    const pending = merged.nodes['0']?.ui_element_edge_list.filter(({ target_node: to }) => to === -1);
    expect(pending?.map(({ action_type: type }) => type)).toEqual(['click', 'wait']);
  });

  it('refuses to write a file without what could not be read of it', async () => {
    await using folder = await temporaryFolder();
    const csv = join(folder.path, 'm.csv');
    const text = ',a1,b\na1,0,[{oops\nb,0,0\n';
    await writeFile(csv, text);
    const options = { ...OPTIONS, repair: true, changes: [WAIT] };
    await expect(editMatrix(csv, options)).rejects.toThrow('1 cell that cannot be read');
    expect(await readFile(csv, 'utf8')).toBe(text);
    expect((await editMatrix(csv, { ...options, out: join(folder.path, 'n.csv') })).warnings).toHaveLength(1);
    const file = join(folder.path, 'c.json');
    await writeFile(file, JSON.stringify(graph()));
    const published = { ...OPTIONS, mode: 'reference', changes: [WAIT] } as const;
    await expect(editMatrix(file, published)).rejects.toThrow('loses edges');
    await expect(editMatrix(file, { ...OPTIONS, changes: [WAIT], form: 'graph' })).rejects.toThrow(
      'own file',
    );
  });
});
