import { join } from 'node:path';
import { COLORBENCH_CONSTRUCTION } from '../src/benchmarks/colorbench/construction/colorbench-construction.js';
import { parseEdge, parseEdgeList } from '../src/benchmarks/colorbench/construction/edge-list.js';
import { parseGraphMatrix } from '../src/benchmarks/colorbench/construction/graph-matrix.js';
import { decodeMatrix, parseMatrixCsv } from '../src/benchmarks/colorbench/construction/matrix-csv.js';
import { readMatrix } from '../src/benchmarks/colorbench/construction/matrix-files.js';
import {
  parsePythonLiteral,
  PythonLiteralError,
} from '../src/benchmarks/colorbench/construction/python-literal.js';
import { readCollected } from '../src/benchmarks/colorbench/construction/read-collected.js';
import { readBoxReply, readReferee } from '../src/builder/boxes/read-box.js';
import { readCompletedAction, readOrder } from '../src/builder/complete/read-completed-action.js';
import { fileReader, readThrough } from './file-reader.js';
import { bytesReader, textReader, type FuzzReader } from './fuzz-reader.js';

const ROOM = 'benchmarks/colorbench/construction';
const GRAPH = { a: { b: [{ action_type: 'click', x: 1, y: 2, bbox: [0, 0, 3, 3] }], c: [] }, b: {} };
const CONSTRUCTED = {
  metadata: { created_at: '', num_nodes: 1, app: 'X', next_id: 1 },
  nodes: {
    '0': {
      node_id: 0,
      app: 'X',
      screenlists: [{ screenshot_path: 'a.png', node_description: 'd' }],
      ui_element_edge_list: [
        { source_node: 0, target_node: -1, action_type: 'click', action_parameter: { x: 1, y: 2 } },
      ],
      next_node_id_list: [0],
    },
  },
};
const MATRIX = `,a,b\r\na,0,"[{'action_type': 'type', 'text': ""it's""}]"\r\nb,nan,0\r\n`;
const modeOf = (text: string): 'reference' | 'corrected' =>
  text.length % 2 === 0 ? 'reference' : 'corrected';

/** What people and models give to the building of a world. */
export const CONSTRUCTION_READERS: readonly FuzzReader[] = [
  textReader({
    name: 'parseGraphMatrix',
    covers: [`${ROOM}/graph-matrix.ts parseGraphMatrix`],
    samples: [JSON.stringify(GRAPH)],
    read: (text) => COLORBENCH_CONSTRUCTION.matrixTexts('/g.json', parseGraphMatrix(text, 'g.json'), { form: 'graph', mode: modeOf(text), app: '', now: '' }), // prettier-ignore
  }),
  textReader({
    name: 'parseConstructed',
    covers: [`${ROOM}/read-constructed.ts parseConstructed`],
    samples: [JSON.stringify(CONSTRUCTED)],
    read: (text) => COLORBENCH_CONSTRUCTION.parseConstructed(text, 'c.json'),
  }),
  textReader({
    name: 'parseMatrixCsv',
    covers: [`${ROOM}/matrix-csv.ts parseMatrixCsv`],
    samples: [MATRIX],
    read: (text) =>
      parseMatrixCsv(text, 'm.csv', { repair: text.length % 2 === 0, order: 'source,target\nb,\na,b\n' }),
  }),
  bytesReader({
    name: 'decodeMatrix',
    covers: [`${ROOM}/matrix-csv.ts decodeMatrix`],
    samples: () => [Buffer.from(MATRIX), Buffer.from('\uFEFF,微', 'utf16le'), Buffer.from('cea2d0c5', 'hex')],
    read: (bytes) => decodeMatrix(bytes, 'm.csv'),
  }),
  textReader({
    name: 'parsePythonLiteral',
    covers: [`${ROOM}/python-literal.ts parsePythonLiteral`],
    refusesWith: [PythonLiteralError],
    samples: [`[{'a': "it's", 'b': (1, -2.5e3), 'c': None}]`, String.raw`'\x41\u00e9\n'`],
    read: parsePythonLiteral,
  }),
  textReader({
    name: 'parseEdgeList',
    covers: [`${ROOM}/edge-list.ts parseEdgeList`, `${ROOM}/edge-list.ts parseEdge`],
    samples: ['a:click(1,2),"b:c":type("x,y")', 'a:{"action_type": "wait"}', 'swipe(up)'],
    read: (text) => (text.length % 2 === 0 ? parseEdgeList(text) : parseEdge(text)),
  }),
  fileReader({
    name: 'readMatrix',
    covers: [`${ROOM}/matrix-files.ts readMatrix`],
    file: 'm.csv',
    samples: [MATRIX],
    read: (file) =>
      readMatrix(file, { mode: 'corrected', repair: true, signal: new AbortController().signal }),
  }),
  fileReader({
    name: 'readCollected',
    covers: [`${ROOM}/read-collected.ts readCollected`],
    file: join('t', 't.json'),
    samples: [{ task: 't', trajectory: [] }, { trajectory: [{ action: '{"action_type": "wait"}' }] }],
    read: (_, folder) => readThrough(readCollected(folder, { signal: new AbortController().signal })),
  }),
  textReader({
    name: 'readBoxReply',
    covers: ['builder/boxes/read-box.ts readBoxReply', 'builder/boxes/read-box.ts readReferee'],
    samples: ['[1, 2, 3, 4]\n点击意图：x', '更优标注：0\n[1, 2, 3, 4]', '更优标注：2'],
    read: (text) => [readBoxReply(text), readReferee(text, modeOf(text))],
  }),
  textReader({
    name: 'readCompletedAction',
    covers: [
      'builder/complete/read-completed-action.ts readCompletedAction',
      'builder/complete/read-completed-action.ts readOrder',
    ],
    samples: ['CLICK[1,2]###reasoning: r###order: Tap###confidence: 0.5', 'TYPE[a]', 'SWIPE[up]'],
    read: (text) => [readCompletedAction(text, modeOf(text)), readOrder(text, 'corrected')],
  }),
];
