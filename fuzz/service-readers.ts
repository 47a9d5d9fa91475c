import { join } from 'node:path';
import { AuditLog } from '../src/app/access/audit-log.js';
import { readPrompt } from '../src/app/view/prompts/read-prompt.js';
import { parseCounts, parseTimes } from '../src/app/simulate/parse-times.js';
import { parseNeeds } from '../src/app/work/parse-needs.js';
import { parseServerAddress } from '../src/environments/android/adb/adb-server-of.js';
import { readAccessFile } from '../src/formats/access/read-access-file.js';
import { readFailureCauses } from '../src/formats/labels/read-failure-causes.js';
import { readMapPositions, writeMapPositions } from '../src/formats/graph/map-positions.js';
import { readPicturePlaces } from '../src/formats/run/picture-places.js';
import { readLeftItem } from '../src/formats/run/read-left-item.js';
import { requestFilePath } from '../src/formats/run/requests/request-file.js';
import { readAction } from '../src/gym/actions/read-action.js';
import { ACTION_TYPES } from '../src/gym/actions/action-type.js';
import { readReset } from '../src/gym/reset-request.js';
import { parsePostgresAddress } from '../src/storage/postgres/postgres-address.js';
import { parseS3Place } from '../src/storage/s3/s3-place.js';
import { generateRun } from '../test/fixtures/generated-run.js';
import { fileReader } from './file-reader.js';
import { textReader, valueReader, type FuzzReader } from './fuzz-reader.js';

const { signal } = new AbortController();
const ATTEMPT = { item: 'task', repeat: 0, attempt: 1 };
const HASH = 'a'.repeat(64);

/** What servers, workers and their clients are handed. */
export const SERVICE_READERS: readonly FuzzReader[] = [
  fileReader({
    name: 'readAccessFile',
    covers: ['formats/access/read-access-file.ts readAccessFile'],
    file: 'access.json',
    samples: [
      {
        formatVersion: 1,
        users: [
          { name: 'ana', role: 'runner', team: 'red', tokenSha256: HASH, since: '2026-03-01T12:00:00.000Z' },
        ],
      },
      { formatVersion: 1, audit: { keepMegabytes: 1.5, keepDays: 30 }, users: [] },
    ],
    read: (file) => readAccessFile(file, { signal }),
  }),
  fileReader({
    name: 'the audit log',
    covers: [],
    file: 'audit.jsonl',
    samples: [
      `${JSON.stringify({ formatVersion: 1, type: 'wrong-token', at: '2026-03-01T12:00:00.000Z', address: '::1' })}\n`,
    ],
    read: (file) => new AuditLog(file).last(10),
  }),
  valueReader({
    name: 'readReset',
    covers: ['gym/reset-request.ts readReset'],
    samples: [{ seed: 1, repeat: 0, task: 'a', episode_id: 'x' }, {}],
    read: readReset,
  }),
  valueReader({
    name: 'readAction of the gym',
    covers: ['gym/actions/read-action.ts readAction'],
    samples: Object.keys(ACTION_TYPES).map((type) => ({
      type,
      x: 1,
      y: 2,
      x2: 3,
      y2: 4,
      text: 'a',
      key: 'BACK',
      direction: 'up',
      element: 1,
      metadata: {},
    })),
    read: (value) => [readAction(value, 'pixel'), readAction(value, 'permille')],
  }),
  ...[
    {
      name: 'parseTimes',
      covers: ['parseTime', 'parseTimes'],
      read: parseTimes,
      samples: ['2s', '500ms..1.5m', '2h'],
    },
    { name: 'parseCounts', covers: ['parseCounts'], read: parseCounts, samples: ['20', '20..50'] },
  ].map(({ name, covers, read, samples }) =>
    textReader({
      name,
      covers: covers.map((one) => `app/simulate/parse-times.ts ${one}`),
      samples,
      read: (text) => read(text, '--x'),
    }),
  ),
  textReader({
    name: 'parseNeeds',
    covers: ['app/work/parse-needs.ts parseNeeds'],
    samples: ['device', 'device,pictures', 'gpu'],
    read: parseNeeds,
  }),
  textReader({
    name: 'parsePostgresAddress',
    covers: ['storage/postgres/postgres-address.ts parsePostgresAddress'],
    samples: ['postgres://user:secret@host:5432/database?sslmode=require', 'postgresql://[::1]/x'],
    read: parsePostgresAddress,
  }),
  textReader({
    name: 'parseS3Place',
    covers: ['storage/s3/s3-place.ts parseS3Place'],
    samples: ['s3://bucket/prefix/of/it', 's3://bucket'],
    read: parseS3Place,
  }),
  textReader({
    name: 'parseServerAddress',
    covers: ['environments/android/adb/adb-server-of.ts parseServerAddress'],
    samples: ['lab-1:5037'],
    read: parseServerAddress,
  }),
  fileReader({
    name: 'readMapPositions',
    covers: ['formats/graph/map-positions.ts readMapPositions'],
    file: 'map-positions.json',
    write: (folder) =>
      writeMapPositions(join(folder, 'map-positions.json'), new Map([['home', { x: 0, y: 1.5 }]])),
    read: readMapPositions,
  }),
  fileReader({
    name: 'readFailureCauses',
    covers: ['formats/labels/read-failure-causes.ts readFailureCauses'],
    file: 'causes.json',
    samples: [
      {
        formatVersion: 1,
        sets: [{ id: 'own', title: 'Own', source: 'x', causes: [{ id: 'a', title: 'A', help: 'x' }] }],
      },
    ],
    read: (file) => readFailureCauses(file, { signal }),
  }),
  fileReader({
    name: 'readPicturePlaces',
    covers: ['formats/run/picture-places.ts readPicturePlaces'],
    file: 'files.json',
    samples: [{ formatVersion: 1, places: ['/mnt/pictures', 's3://bucket/prefix'] }],
    read: (_file, folder) => readPicturePlaces(folder),
  }),
  fileReader({
    name: 'readLeftItem',
    covers: ['formats/run/read-left-item.ts readLeftItem'],
    file: 'journal-main.jsonl',
    write: (folder) => generateRun(folder, { run: 'r', tasks: 1, steps: 2 }),
    read: (file) => readLeftItem(file, { item: 'task-0', repeat: 0 }, { signal }),
  }),
  fileReader({
    name: 'prompts as sent',
    covers: [
      'app/view/prompts/read-prompt.ts readPrompt',
      'formats/run/requests/read-requests.ts readRequests',
      'formats/run/requests/request-file.ts parseRequestLine',
    ],
    file: requestFilePath('', ATTEMPT, 1),
    samples: [
      [
        { text: 0, of: 'a long text' },
        {
          message: 0,
          role: 'user',
          content: [[0, 'short'], { type: 'image', mediaType: 'image/png', sha256: HASH }],
        },
        { request: HASH, messages: [0], settings: { temperature: 0 } },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    ],
    read: (_file, folder) =>
      readPrompt(folder, ATTEMPT, HASH, {
        screens: [],
        addressOf: () => null,
        load: async () => null,
        signal,
      }),
  }),
];
