import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionMatrix } from '../../../domain/construction/action-matrix.js';
import type { ConstructedGraph } from '../../../domain/construction/constructed-graph.js';
import type { CompletedPair } from '../../published-construction.js';
import { completionTexts } from './completion-texts.js';
import { constructedOfMatrix, matrixOfConstructed } from './constructed-matrix.js';
import { parseEdgeList } from './edge-list.js';
import { graphText, parseGraphMatrix } from './graph-matrix.js';
import { decodeMatrix, matrixCsv, orderCsv, parseMatrixCsv, screenshotInfoCsv } from './matrix-csv.js';
import { parsePythonLiteral, printPythonLiteral } from './python-literal.js';

function matrixOf(graph: unknown): ActionMatrix {
  return parseGraphMatrix(JSON.stringify(graph), 'graph.json');
}

describe('Python literals', () => {
  it('are read back as they were printed', () => {
    assert(
      property(jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(parsePythonLiteral(printPythonLiteral(plain))).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });

  it('are printed as Python does', () => {
    expect(printPythonLiteral([{ a: "it's", b: '"\'', c: null, d: true, e: '\n微' }])).toBe(
      `[{'a': "it's", 'b': '"\\'', 'c': None, 'd': True, 'e': '\\n微'}]`,
    );
  });

  it('may be tuples, JSON, and have a comma at the end; anything else is refused', () => {
    expect(parsePythonLiteral(`({"a": true,}, 1.5, -2e3, .5,)`)).toEqual([{ a: true }, 1.5, -2000, 0.5]);
    for (const broken of ['', '[1', "{'a' 1}", "'a", '[1] 2', 'x', '[1 2]', '{[]: 1}', '['.repeat(99)]) {
      expect(() => parsePythonLiteral(broken), broken).toThrow();
    }
  });
});

describe('matrix CSV', () => {
  const graph = {
    b: { a: [{ action_type: 'type', text: 'a,"b"\nc' }], x: [] },
    a: { x: [{ action_type: 'wait' }], b: [{ action_type: 'click', x: 1, y: 2, bbox: [0, 0, 3, 3] }] },
  };

  it('comes back with its order, its empty edges and its screens without a row', () => {
    const matrix = matrixOf(graph);
    const { matrix: back } = parseMatrixCsv(matrixCsv(matrix), 'm.csv', {
      order: orderCsv(matrix),
      repair: false,
    });
    expect(JSON.parse(graphText(back, 'corrected'))).toEqual(graph);
    expect(graphText(back, 'corrected')).toBe(graphText(matrix, 'corrected'));
    expect(back.rows.has('x')).toBe(false);
  });

  it('names row and column of a broken cell, or leaves it out', () => {
    const text = `,a,b\r\na,0,"[{'action_type': 'wait'}]"\r\nb,[{oops,nan\r\n`;
    expect(() => parseMatrixCsv(text, 'm.csv', { repair: false })).toThrow(/m\.csv:3 at b\.a: a cell/);
    const { matrix, leftOut } = parseMatrixCsv(text, 'm.csv', { repair: true });
    expect([...(matrix.rows.get('a') ?? [])]).toEqual([['b', [{ action_type: 'wait' }]]]);
    expect(leftOut).toHaveLength(1);
  });

  it.each([
    ['rows that are no columns', ',a\nb,0\n', 'no column'],
    ['columns without a row', ',a,b\na,0,0\n', 'has no row'],
    ['rows of another length', ',a,b\na,0\n', '1 cells for 2'],
    ['a row twice', ',a\na,0\na,0\n', 'twice'],
    ['a column twice', ',a,a\na,0,0\n', 'twice'],
    ['an open quote', ',a\na,"0\n', 'never closed'],
    ['nothing', '', 'empty'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseMatrixCsv(text, 'm.csv', { repair: true })).toThrow(message);
  });

  it('is read in the encodings that people save it in', () => {
    const text = ',微信\n微信,0\n';
    // 微信 in GBK.
    const gbk = Buffer.concat([Buffer.from(','), Buffer.from('cea2d0c5', 'hex'), Buffer.from('\n')]);
    expect(decodeMatrix(Buffer.from(`\uFEFF${text}`), 'f').text).toContain(text);
    expect(decodeMatrix(gbk, 'f')).toEqual({ text: ',微信\n', encoding: 'gbk' });
    expect(decodeMatrix(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'f')).toEqual({ text, encoding: 'utf-16' });
    expect(decodeMatrix(Buffer.from([0xe9, 0x2c, 0xff]), 'f')).toEqual({ text: 'é,ÿ', encoding: 'latin1' });
  });
});

describe('graph.json as published', () => {
  it('drops, renames and doubles what the published conversion does', () => {
    const matrix = matrixOf({
      a: {
        a: [{ action_type: 'wait' }],
        b: [
          { action_type: 'system_button', button: 'back' },
          { action_type: 'input_text', text: 'x' },
          { action_type: 'click', x: 10, y: 10 },
          { action_type: 'click', x: 30, y: 30 },
          { action_type: 'click', x: 31, y: 10 },
          { action_type: 'swipe', x1: 0, y1: 9, x2: 0, y2: 1 },
          { action_type: 'swipe' },
          { action_type: 'drag' },
        ],
        c: [{ action_type: 'system_button', button: 'home' }],
      },
    });
    expect(JSON.parse(graphText(matrix, 'reference'))).toEqual({
      a: {
        b: [
          { action_type: 'type', text: 'x' },
          { action_type: 'click', x: 10, y: 10 },
          { action_type: 'click', x: 31, y: 10 },
          { action_type: 'swipe', x1: 0, y1: 9, x2: 0, y2: 1, direction: 'up' },
          { action_type: 'swipe', direction: 'unknown' },
          { action_type: 'custom' },
          { action_type: 'drag' },
        ],
        c: [],
      },
    });
    expect(graphText(matrix, 'corrected')).toContain('"a": [');
  });
});

describe('a constructed graph', () => {
  const edge = (source: number, target: number, type: string, parameter: Record<string, unknown>) => ({
    source_node: source,
    target_node: target,
    action_type: type,
    action_parameter: parameter,
  });
  const node = (id: number, screens: readonly string[], edges: readonly ReturnType<typeof edge>[]) => ({
    node_id: id,
    app: 'X',
    screenlists: screens.map((screenshot_path) => ({ screenshot_path, node_description: '' })),
    ui_element_edge_list: [...edges],
    next_node_id_list: [],
  });
  const graph: ConstructedGraph = {
    metadata: { created_at: '', num_nodes: 2, app: 'X', next_id: 2 },
    nodes: {
      '0': node(
        0,
        ['a1', 'a2'],
        [
          edge(0, 1, 'click', { x: 10, y: 10 }),
          edge(0, 1, 'click', { x: 60, y: 60 }),
          edge(0, 1, 'click', { x: 61, y: 10 }),
          edge(0, 0, 'wait', {}),
          edge(0, -1, 'wait', {}),
        ],
      ),
      '1': node(
        1,
        ['b'],
        [
          edge(1, 0, 'system_button', { text: 'back' }),
          edge(1, 0, 'system_button', { text: 'home' }),
          edge(1, 0, 'swipe', { start: [1, 2], lift: [3, 4] }),
          edge(1, 0, 'open', { text: 'X' }),
        ],
      ),
    },
  };

  it('is expanded to all pairs of screenshots, short of what the published conversion drops', () => {
    const { matrix, pending } = matrixOfConstructed(graph, 'reference');
    expect(pending).toBe(1);
    const toB = [
      { action_type: 'click', x: 10, y: 10 },
      { action_type: 'click', x: 61, y: 10 },
    ];
    const toA = [
      { action_type: 'system_button', button: 'home' },
      { action_type: 'swipe', x1: 1, y1: 2, x2: 3, y2: 4 },
      { action_type: 'open', app: 'X' },
    ];
    expect(JSON.parse(graphText(matrix, 'corrected'))).toEqual({
      a1: { b: toB },
      a2: { b: toB },
      b: { a1: toA, a2: toA },
    });
    expect(screenshotInfoCsv(matrix)).toBe('screenshot,node_id\r\na1,0\r\na2,0\r\nb,1\r\n');
  });

  it('keeps everything that leads somewhere in corrected mode, and comes back as one page', () => {
    const { matrix } = matrixOfConstructed(graph, 'corrected');
    expect(matrix.rows.get('a1')?.get('b')).toHaveLength(3);
    expect(matrix.rows.get('a1')?.get('a2')).toEqual([{ action_type: 'wait' }]);
    const back = constructedOfMatrix(matrix, { app: 'X', now: '' });
    expect(Object.keys(back.nodes)).toEqual(['0', '1']);
    expect(back.nodes['0']?.screenlists).toHaveLength(2);
    expect(matrixOfConstructed(back, 'corrected').matrix).toEqual(matrix);
  });
});

describe('lists of edges', () => {
  it('are not divided by commas in brackets and quotes', () => {
    expect(
      parseEdgeList(
        `a.png:click(10,20), b.png:{"action_type": "type", "text": "x,y:z"},"c:d":type('e,f'),g:wait`,
      ),
    ).toEqual([
      { screen: 'a.png', actions: [{ action_type: 'click', x: 10, y: 20 }] },
      { screen: 'b.png', actions: [{ action_type: 'type', text: 'x,y:z' }] },
      { screen: 'c:d', actions: [{ action_type: 'type', text: 'e,f' }] },
      { screen: 'g', actions: [{ action_type: 'wait' }] },
    ]);
    expect(() => parseEdgeList('a.png')).toThrow('node:edge');
    expect(() => parseEdgeList('a.png:click(1)')).toThrow('no edge');
    expect(() => parseEdgeList('a.png:{1')).toThrow('never closed');
    expect(parseEdgeList(`a:type(don't), b:wait`)).toHaveLength(2);
    expect(() => parseEdgeList(`a:type('x), b:wait`)).toThrow('never closed');
  });
});

describe('completed actions as published', () => {
  const pair = (before: string, after: string, answer: string | null): CompletedPair => ({
    before,
    after,
    answer,
    written: answer?.split('###')[0] ?? null,
    why: answer === null ? 'no order' : null,
  });
  const recording = {
    query: 'a/b',
    source: 'dfs/pic',
    pairs: [
      pair('s0.png', 's1.png', 'CLICK[10,20]###reasoning: r###confidence: 0.9'),
      pair('s1.png', 's2.png', null),
      pair('s2.png', 's3.png', 'FLY[1]###confidence: 1'),
      pair('s3.png', 's4.png', 'AWAKE[微信]###confidence: 1'),
    ],
  };
  const label = (number: number) => String.raw`records\aiagent\s` + `${number}.png`;

  it('are lines under the numbers of their pairs, and a matrix of those lines, the wrong way round', () => {
    const [text, csv] = completionTexts('/f', recording, 'reference');
    expect(text?.text.split('\n')).toEqual([
      'query:a/b Step1: CLICK[10,20]###reasoning: r###confidence: 0.9 images:dfs/pic/s0.png',
      'query:a/b Step3: FLY[1]###confidence: 1 images:dfs/pic/s2.png',
      'query:a/b Step4: AWAKE[微信]###confidence: 1 images:dfs/pic/s3.png',
      'query:a/b Step5: Complete###reasoning: 已完成用户任务「a/b」的所有操作###confidence: 1.0 images:dfs/pic/s4.png',
      '',
    ]);
    expect(csv?.file).toBe('/f/ab.csv');
    expect(csv?.text.startsWith('\uFEFF,')).toBe(true);
    // Cells are JSON, which both readers take.
    expect(csv?.text).toContain('[{""action_type"": ""click"", ""x"": 10, ""y"": 20}]');
    const { matrix } = parseMatrixCsv(csv?.text ?? '', 'm', { repair: false });
    expect(matrix.names).toEqual([label(0), label(2), label(3)]);
    // The unknown action has closed up: what follows it stands a place too early.
    expect(matrix.rows.get(label(2))).toEqual(
      new Map([[label(0), [{ action_type: 'click', x: 10, y: 20 }]]]),
    );
    expect(matrix.rows.get(label(3))).toEqual(
      new Map([[label(2), [{ action_type: 'open', details: '微信' }]]]),
    );
  });

  it('fill up with unknown ones at the end', () => {
    const pairs = [
      pair('a', 'b', 'FLY[1]'),
      pair('b', 'c', 'WAIT###confidence: 1'),
      pair('c', 'd', 'FLY[2]'),
    ];
    const [, csv] = completionTexts('/f', { query: '?', source: '', pairs }, 'reference');
    expect(csv?.file).toBe('/f/adjacency_matrix.csv');
    const { matrix } = parseMatrixCsv(csv?.text ?? '', 'm', { repair: false });
    const [a, b, c] = matrix.names;
    expect(matrix.rows.get(b ?? '')?.get(a ?? '')).toMatchObject([{ action_type: 'wait' }]);
    expect(matrix.rows.get(c ?? '')?.get(b ?? '')).toMatchObject([{ action_type: 'unknown' }]);
    const nothing = completionTexts(
      '/f',
      { query: 'q', source: '', pairs: [pair('a', 'b', null)] },
      'reference',
    );
    expect(nothing).toHaveLength(1);
  });

  it('stand in the row of their source with all screenshots in corrected mode', () => {
    const [, csv] = completionTexts('/f', recording, 'corrected');
    const { matrix } = parseMatrixCsv(csv?.text ?? '', 'm', { repair: false });
    expect(matrix.names).toEqual(['s0.png', 's1.png', 's2.png', 's3.png', 's4.png']);
    expect(
      [...matrix.rows].flatMap(([from, row]) => [...row].map(([to, [action]]) => [from, to, action])),
    ).toEqual([
      ['s0.png', 's1.png', { action_type: 'click', x: 10, y: 20 }],
      ['s1.png', 's2.png', { action_type: 'unknown', reason: 'no order' }],
      ['s2.png', 's3.png', { action_type: 'unknown', reason: 'FLY[1]' }],
      ['s3.png', 's4.png', { action_type: 'open', details: '微信' }],
    ]);
    expect(() => printPythonLiteral([NaN])).toThrow('no Python literal');
  });
});
