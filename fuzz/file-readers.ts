import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openAitwConversion } from '../src/benchmarks/aitw/aitw-conversion.js';
import { readAitwSplits } from '../src/benchmarks/aitw/aitw-splits.js';
import { readControlSplits } from '../src/benchmarks/androidcontrol/control-splits.js';
import { openControlConversion } from '../src/benchmarks/androidcontrol/control-conversion.js';
import { readMapping } from '../src/benchmarks/androidlens/field-mapping.js';
import { readLensProtocol } from '../src/benchmarks/androidlens/lens-protocol.js';
import { readSavedColorbench } from '../src/benchmarks/colorbench/read-saved.js';
import { readOdysseyEpisode } from '../src/benchmarks/guiodyssey/episode-file.js';
import { readOdysseySplit, readOdysseySplits } from '../src/benchmarks/guiodyssey/splits/odyssey-split.js';
import { readLoginScript } from '../src/benchmarks/sphinx/live/login-script.js';
import { readApps } from '../src/benchmarks/sphinx/recordings/apk-info.js';
import { readGroundingTasks } from '../src/benchmarks/sphinx/dimensions/grounding-tasks.js';
import { readKnowledgeQuestions } from '../src/benchmarks/sphinx/dimensions/knowledge-questions.js';
import { readRecording, readRules } from '../src/benchmarks/sphinx/recordings/recording.js';
import { readRunMeta } from '../src/benchmarks/sphinx/saved-runs/instruction-following.js';
import { readSavedRun } from '../src/benchmarks/sphinx/saved-runs/saved-run.js';
import { readLensLabels } from '../src/benchmarks/androidlens/taxonomy/read-lens-labels.js';
import { readSkills } from '../src/benchmarks/sphinx/dimensions/skills.js';
import { readTaskInfo } from '../src/benchmarks/sphinx/recordings/task-info.js';
import { readPredictions } from '../src/benchmarks/stepwise/read-predictions.js';
import { readAppClasses } from '../src/formats/app-classes/read-app-classes.js';
import { readConfig } from '../src/app/settings/read-config.js';
import { readSkills as readSkillsOfTasks } from '../src/registry/read-skills.js';
import { readGateNote } from '../src/formats/run/scores/gate-note.js';
import { readRunRequest } from '../src/app/run/run-settings-file.js';
import { DatasetError } from '../src/errors.js';
import { readDeviceResults } from '../src/formats/device-results/read-device-results.js';
import { readDocumentsFile } from '../src/formats/documents/documents-file.js';
import { judgeIdentityHash, readCalibration } from '../src/formats/calibration/read-calibration.js';
import { readDynamicTasks } from '../src/benchmarks/androidlens/dynamic/read-dynamic-tasks.js';
import { readJudgeExam } from '../src/formats/judge-exam/read-judge-exam.js';
import { validateReview } from '../src/builder/curate/validate-review.js';
import { cutTornLine } from '../src/formats/task-review/cut-torn-line.js';
import { readTaskReview, type ReviewLine } from '../src/formats/task-review/read-task-review.js';
import { readRunNotes } from '../src/formats/notes/read-run-notes.js';
import { readLabels } from '../src/formats/labels/read-labels.js';
import { readInnerRecords } from '../src/formats/inner-records.js';
import { readJsonRecords } from '../src/formats/json-records.js';
import { readHandRecording } from '../src/formats/recording/read-hand-recording.js';
import { loadPhoneLog } from '../src/formats/phone/read-phone-log.js';
import { encodeLine } from '../src/formats/run/journal/event-line.js';
import { indexRun, indexRunWithSteps, readRunStart } from '../src/formats/run/run-index.js';
import { readEpisodes } from '../src/formats/run/read-episodes.js';
import { readResults, readResultsInModes } from '../src/formats/run/scores/read-results.js';
import { readTestCases } from '../src/formats/test-cases/read-test-cases.js';
import { unpackWorkbook } from '../src/formats/test-cases/unpack-workbook.js';
import { workbookOf } from '../src/testing/datasets/workbook-of.js';
import { openSafetensors } from '../src/formats/safetensors/open-safetensors.js';
import { floatTensor, safetensorsBytes, withHeader } from '../src/testing/datasets/write-safetensors.js';
import { readTfRecords } from '../src/formats/tfrecord/read-tfrecords.js';
import { scanTfRecords } from '../src/formats/tfrecord/scan-tfrecords.js';
import { readObservedTrajectories } from '../src/formats/trajectories/read-observed-trajectories.js';
import { readTrajectories } from '../src/formats/trajectories/read-trajectories.js';
import { readRepaired } from '../src/lint/read-repaired.js';
import { ModelProfileSchema } from '../src/models/profile.js';
import { readJsonFile } from '../src/formats/read-json-file.js';
import { writeAitwConversion, writeAitwDataset } from '../src/testing/datasets/aitw-dataset.js';
import {
  controlRecord,
  controlSketch,
  writeControlConversion,
  writeControlDataset,
} from '../src/testing/datasets/control-dataset.js';
import { writeOdysseyDataset } from '../src/testing/datasets/odyssey-dataset.js';
import { writeTfRecords } from '../src/testing/datasets/write-tfrecords.js';
import { generateRun } from '../test/fixtures/generated-run.js';
import { recordingFiles, savedRunFiles, writeFiles, writeSphinxData } from '../test/fixtures/sphinx-data.js';
import { fileReader, readThrough } from './file-reader.js';
import { bytesReader, type FuzzReader } from './fuzz-reader.js';

const { signal } = new AbortController();
const PAIR = { task: 1, app: 'notes' };
const TAP = { type: 'tap', target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } } };
const LINES = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const PHONE_LOG = LINES(
  {
    format: 'touchstone-phone', formatVersion: 1, touchstone: 'test', startedAt: '2025-01-01T00:00:00.000Z',
    serial: 'phone-1',
    profile: {
      product: 'p', model: 'm', device: 'd', density: 440, size: { width: 1080, height: 2400 },
      apps: [{ package: 'com.example', name: null, activity: null, isSystem: true }],
      startsAt: 0, locale: 'en-US', hasWaits: false,
    },
    options: { adbKeyboard: 'installed' }, limits: { maxActions: 30 }, world: null, task: 'any', repeat: 0, seed: 1,
    state: 'home',
  },
  { seq: 0, t: 1, wall: 2, stream: 1, kind: 'command', service: 'shell:echo x' },
  { seq: 1, t: 1, wall: 2, stream: 1, kind: 'command', service: 'shell:input tap 1 2' },
); // prettier-ignore

const SCREEN = {
  size: { width: 1, height: 2 },
  activity: null,
  state: null,
  picture: 'a'.repeat(64),
  hierarchy: null,
};
const RECORDED_AT = { at: '2030-01-01T00:00:00.000Z' };
const RECORDING = LINES(
  {
    format: 'touchstone-recording', formatVersion: 1, touchstone: 'test', startedAt: '2030-01-01T00:00:00.000Z',
    environment: { kind: 'chromium' }, task: null, language: 'en', instruction: 'x', masks: [[0, 0, 1, 1]],
  },
  { ...RECORDED_AT, kind: 'screen', screen: 's', ...SCREEN },
  { ...RECORDED_AT, kind: 'step', screen: 's', action: { type: 'wait' }, rule: 'wait' },
  { ...RECORDED_AT, kind: 'after', screen: 's' },
  { ...RECORDED_AT, kind: 'milestone', milestone: { id: 'm', subTarget: 'x', step: 1, screen: 's', box: null, text: '', state: [], group: null } },
  { ...RECORDED_AT, kind: 'end', status: 'complete', apps: [], notes: '' },
); // prettier-ignore

const SHARE = { hits: 1, total: 2, value: 0.5, interval: [0.1, 0.9] };
const CALIBRATION = {
  formatVersion: 1, touchstone: 'test', at: '2030-01-01T00:00:00.000Z',
  judge: { identity: { name: 'x' }, hash: judgeIdentityHash({ name: 'x' }) },
  measuredOn: { type: 'exam', name: 'exam.jsonl', hash: 'a'.repeat(64) },
  labels: {
    hash: 'a'.repeat(64), labellers: ['Ana'], disagreements: 'majority', disagreed: 0, leftOut: 0, unsure: 0,
    random: true,
  },
  measurement: {
    rates: {
      counts: {
        truePositives: 1, falsePositives: 0, falseNegatives: 1, trueNegatives: 0,
        unknownSuccesses: 0, unknownFailures: 0, unlabelled: 3,
      },
      sensitivity: SHARE, specificity: SHARE, precision: SHARE, accuracy: SHARE,
      kappa: { n: 2, value: 0, interval: null },
    },
    passes: {},
    bias: null,
  },
}; // prettier-ignore

/** Lines whose checksums are those of what they hold now: what was changed is read, and not just refused. */
function withChecksums(bytes: Buffer): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  const repaired = lines.map((line, index) => {
    try {
      const { checksum: _, sequence: __, ...event } = JSON.parse(line) as Record<string, unknown>;
      return encodeLine({ ...event, type: String(event['type']) }, index).trimEnd();
    } catch {
      return line;
    }
  });
  return Buffer.from(repaired.join('\n'));
}

/** Reads each item, though another may be broken. */
async function readEach(
  ids: AsyncIterable<string> | Iterable<string>,
  read: (id: string) => Promise<unknown>,
): Promise<void> {
  for await (const id of ids) {
    try {
      await read(id);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
    }
  }
}

async function readRun(folder: string): Promise<void> {
  await readRunStart(folder);
  const nothing = (): undefined => undefined;
  await indexRunWithSteps(folder, { onAttempt: async () => nothing(), onDamage: nothing });
  const index = await indexRun(folder);
  await readThrough(readEpisodes(index));
  await readThrough(readResults(index, 'corrected'));
  await readThrough(readResultsInModes(index, ['reference', 'corrected']));
}

/** A login of SPHINX, and what tells that it worked. */
const LOGIN = [
  { type: 'click', element: { text: 'Sign in', bounds: '[0,0][100,40]' } },
  { type: 'input', element: { 'resource-id': 'org.example:id/name', bounds: '[0,50][100,90]' }, message: '{username}' },
  { type: 'swipe', element: { class: 'android.view.View', bounds: '[0,0][9,9]' }, direction: 'up' },
  { type: 'none', element: null },
]; // prettier-ignore
const LOGIN_CHECK = [
  { type: 'stoppage', match_type: 'equal', match_rules: {}, check_type: 'equal', check_rules: {} },
]; // prettier-ignore

const SPHINX_FILES: readonly (readonly [file: string, name: string, read: (folder: string) => unknown])[] = [
  [
    'groundtruth/1/notes/meta.json',
    'recordings/recording.ts readRecording',
    (folder) => readRecording(folder, PAIR),
  ],
  [
    'groundtruth/1/notes/activities.json',
    'recordings/activities.ts readActivities',
    (folder) => readRecording(folder, PAIR),
  ],
  [
    'groundtruth/1/notes/1.xml',
    'recordings/recording.ts readRecordedActions',
    (folder) => readRecording(folder, PAIR),
  ],
  [
    'groundtruth/1/notes/evaluator.json',
    'recordings/recording.ts readRules',
    (folder) => readRules(folder, PAIR),
  ],
  [
    'groundtruth/1/notes/skills.json',
    'dimensions/skills.ts readSkills',
    (folder) => readSkills(folder, PAIR),
  ],
  ['task_info_all.json', 'recordings/task-info.ts readTaskInfo', (folder) => readTaskInfo(folder, 'all')],
  ['apk-info.csv', 'recordings/apk-info.ts readApps', (folder) => readApps(folder)],
];

/** Files of every kind, read from a disk. */
export const FILE_READERS: readonly FuzzReader[] = [
  fileReader({
    name: 'journal',
    covers: [
      'formats/run/journal/read-events.ts readEvents',
      'formats/run/journal/read-events.ts readEventBatches',
      'formats/run/journal/read-lines.ts readLines',
      'formats/run/run-folder.ts readJournal',
      'formats/run/run-folder.ts readJournalBatches',
      'formats/run/read-episodes.ts readEpisodes',
      'formats/run/run-index.ts readRunStart',
    ],
    file: 'journal-main.jsonl',
    write: (folder) => generateRun(folder, { run: 'r', tasks: 2, steps: 2 }),
    repair: withChecksums,
    read: (_, folder) => readRun(folder),
  }),
  fileReader({
    name: 'scores',
    covers: [
      'formats/run/run-folder.ts readScoreFile',
      'formats/run/run-folder.ts readScoreStart',
      'formats/run/scores/read-results.ts readResults',
      'formats/run/scores/read-results.ts readResultsInModes',
    ],
    file: 'scores-0001.jsonl',
    write: (folder) => generateRun(folder, { run: 'r', tasks: 2, steps: 2, isScored: true }),
    repair: withChecksums,
    read: (_, folder) => readRun(folder),
  }),
  fileReader({
    name: 'phone log',
    covers: ['formats/phone/read-phone-log.ts readPhoneLog', 'formats/phone/read-phone-log.ts loadPhoneLog'],
    file: 'phone.jsonl',
    samples: [PHONE_LOG],
    read: (file) => loadPhoneLog(file),
  }),
  fileReader({
    name: 'recording made by hand',
    covers: ['formats/recording/read-hand-recording.ts readHandRecording'],
    file: 'recording.jsonl',
    samples: [RECORDING],
    read: (_, folder) => readHandRecording(folder),
  }),
  fileReader({
    name: 'readTrajectories',
    covers: [
      'formats/trajectories/read-trajectories.ts readTrajectories',
      'formats/trajectories/read-lines.ts readLines',
      'formats/trajectories/parse-line.ts parseJsonLine',
    ],
    file: 'trajectories.jsonl',
    samples: [LINES({ item: 'a', actions: [TAP] }, { item: 'b', repeat: 1, actions: [{ type: 'wait' }] })],
    read: (file) => readTrajectories(file),
  }),
  fileReader({
    name: 'readObservedTrajectories',
    covers: ['formats/trajectories/read-observed-trajectories.ts readObservedTrajectories'],
    file: 'trajectories.jsonl',
    samples: [
      LINES({
        item: 'a',
        repeat: 0,
        steps: [{ hierarchy: '0.xml', size: { width: 1, height: 2 }, activity: null, action: TAP }],
      }),
    ],
    read: (file) => readThrough(readObservedTrajectories(file)),
  }),
  fileReader({
    name: 'test cases in a table',
    covers: [
      'formats/test-cases/read-test-cases.ts readTestCases',
      'formats/test-cases/read-delimited.ts readDelimited',
    ],
    file: 'cases.csv',
    samples: [
      'Case ID,Title,Step,Action,Expected\r\nC-1,Open,1,"Tap ""it""","Home\nis shown"\r\n,,2,Go,\r\n',
      'sep=;\nid;title;steps;expected result\n1;Open;"1. Tap\n2. Go";"1. Home"\n',
    ],
    read: (file) => readTestCases(file, { columns: new Map(), signal }),
  }),
  fileReader({
    name: 'test cases in Markdown',
    covers: [],
    file: 'cases.md',
    samples: ['# C-1: Open\n\n| Step | Action | Expected |\n|-|-|-|\n| 1 | Tap | Home |\n'],
    read: (file) => readTestCases(file, { columns: new Map(), signal }),
  }),
  bytesReader({
    name: 'the archive of a workbook',
    covers: ['formats/test-cases/unpack-workbook.ts unpackWorkbook'],
    samples: () => [
      workbookOf({
        A: [
          ['Case ID', 'Title', 'Steps'],
          ['C-1', 'Open', 'Tap it'],
        ],
      }),
    ],
    read: (bytes) => unpackWorkbook(bytes, 'cases.xlsx'),
  }),
  ...(['json', 'jsonl'] as const).map((kind) =>
    fileReader({
      name: `readJsonRecords of ${kind}`,
      covers: ['formats/json-records.ts readJsonRecords'],
      file: `records.${kind}`,
      samples: [
        kind === 'json'
          ? [{ a: 'x}]"\\', b: [1, { c: null }] }, { d: 2 }]
          : LINES({ a: 'x\n', b: [1] }, { d: 'é' }),
      ],
      read: async (file) => {
        await readThrough(readJsonRecords(file, { keepBroken: true, signal }));
        await readThrough(readJsonRecords(file, { signal }));
      },
    }),
  ),
  fileReader({
    name: 'readInnerRecords',
    covers: ['formats/inner-records.ts readInnerRecords'],
    file: 'result.json',
    samples: [
      { dataset: 'a\\"', metrics: { info: { AMS: 1 }, pred: [{ a: 'x}]"\\' }, 5, null] }, more: [{}] },
    ],
    read: (file) => readThrough(readInnerRecords(file, [['samples'], ['metrics', 'pred']], { signal })),
  }),
  fileReader({
    name: 'readPredictions',
    covers: ['benchmarks/stepwise/read-predictions.ts readPredictions'],
    file: 'predictions.jsonl',
    samples: [
      LINES({ episode: 'e', step: 0, action: TAP }, { episode: 1, step: 1, answer: 'Click(1, 2)' }),
      [{ episode: 'e', step: 0, action: 'x' }],
    ],
    read: (file) => readPredictions(file, { signal }),
  }),
  ...[readTfRecords, scanTfRecords].map((read) =>
    fileReader({
      name: read.name,
      covers: [
        read === readTfRecords
          ? 'formats/tfrecord/read-tfrecords.ts readTfRecords'
          : 'formats/tfrecord/scan-tfrecords.ts scanTfRecords',
      ],
      file: 'records.tfrecord',
      write: (folder) =>
        writeTfRecords(
          join(folder, 'records.tfrecord'),
          [0, 1].map((id) => controlRecord(controlSketch(id, 1))),
          { gzip: false },
        ),
      read: (file) =>
        readThrough(
          read === readTfRecords
            ? readTfRecords(file, { signal, maxBytes: 1 << 20 })
            : scanTfRecords(file, { signal, maxBytes: 1 << 20, fields: ['goal', 'episode_id'] }),
        ),
    }),
  ),
  fileReader({
    name: 'packed TFRecords',
    covers: [],
    file: 'records.tfrecord.gz',
    write: (folder) =>
      writeTfRecords(join(folder, 'records.tfrecord.gz'), [controlRecord(controlSketch(0, 1))], {
        gzip: true,
      }),
    read: (file) => readThrough(readTfRecords(file, { signal, maxBytes: 1 << 20 })),
  }),
  fileReader({
    name: 'safetensors',
    covers: ['formats/safetensors/safetensors-header.ts parseSafetensorsHeader'],
    file: 'weights.safetensors',
    write: (folder) =>
      writeFile(
        join(folder, 'weights.safetensors'),
        safetensorsBytes({ a: floatTensor([2], [1, 2]), b: floatTensor([1, 1], [3]) }, { format: 'pt' }),
      ),
    samples: [
      withHeader('{"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}', Buffer.alloc(2)).toString(
        'latin1',
      ),
    ],
    read: async (file) => {
      await using stored = await openSafetensors(file);
      for (const [name, { shape }] of stored.tensors) await stored.readFloats(name, shape, { signal });
    },
  }),
  fileReader({
    name: 'readOdysseyEpisode',
    covers: ['benchmarks/guiodyssey/episode-file.ts readOdysseyEpisode'],
    file: 'annotations/episode.json',
    write: async (folder) => {
      const [name = ''] = await writeOdysseyDataset(folder, { episodes: 1, lengthOf: () => 3 });
      const { readFile } = await import('node:fs/promises');
      await writeFile(
        join(folder, 'annotations/episode.json'),
        await readFile(join(folder, 'annotations', name)),
      );
    },
    read: (file) => readOdysseyEpisode(file, { signal }),
  }),
  fileReader({
    name: 'readOdysseySplit',
    covers: [
      'benchmarks/guiodyssey/splits/odyssey-split.ts readOdysseySplit',
      'benchmarks/guiodyssey/splits/odyssey-split.ts readOdysseySplits',
    ],
    file: 'splits/random_split.json',
    write: (folder) => writeOdysseyDataset(folder, { episodes: 6, lengthOf: () => 1 }),
    read: async (_, folder) => {
      await readOdysseySplits(folder, { signal });
      await readOdysseySplit(folder, 'random', { signal });
    },
  }),
  fileReader({
    name: 'readControlSplits',
    covers: [
      'benchmarks/androidcontrol/control-splits.ts readControlSplits',
      'benchmarks/androidcontrol/control-splits.ts readControlSplit',
    ],
    file: 'splits.json',
    write: (folder) => writeControlDataset(folder, { episodes: 4, stepsPerEpisode: 1 }),
    read: (_, folder) => readControlSplits(folder, { signal }),
  }),
  fileReader({
    name: 'readAitwSplits',
    covers: ['benchmarks/aitw/aitw-splits.ts readAitwSplits', 'benchmarks/aitw/aitw-splits.ts readTestSide'],
    file: 'splits/standard.json',
    write: (folder) => writeAitwDataset(folder, 1),
    read: (_, folder) => readAitwSplits(folder, () => 'general', { signal }),
  }),
  ...SPHINX_FILES.map(([file, name, read]) =>
    fileReader({
      name: `sphinx ${file}`,
      covers: [`benchmarks/sphinx/${name}`],
      file,
      write: writeSphinxData,
      read: (_, folder) => read(folder),
    }),
  ),
  ...(['login_script', 'login_check'] as const).map((kind) =>
    fileReader({
      name: `readLoginScript, ${kind}`,
      covers: ['benchmarks/sphinx/live/login-script.ts readLoginScript'],
      file: `${kind}/notes.json`,
      samples: [kind === 'login_script' ? LOGIN : LOGIN_CHECK],
      write: (folder) =>
        writeFiles(folder, { 'login_script/notes.json': LOGIN, 'login_check/notes.json': LOGIN_CHECK }),
      read: (_, folder) => readLoginScript(folder, 'notes'),
    }),
  ),
  fileReader({
    name: 'readKnowledgeQuestions',
    covers: ['benchmarks/sphinx/dimensions/knowledge-questions.ts readKnowledgeQuestions'],
    file: 'questions.json',
    samples: [
      [
        {
          question: 'q', options: { A: 'a', B: 'b', C: 'c', D: 'd' }, ground_truth: 'A',
          question_type: 'app_level', app_name: ['x,y'], author: null,
        },
      ],
    ], // prettier-ignore
    read: (_, folder) => readKnowledgeQuestions(folder),
  }),
  fileReader({
    name: 'readGroundingTasks',
    covers: ['benchmarks/sphinx/dimensions/grounding-tasks.ts readGroundingTasks'],
    file: 'lowlevel_tasks.json',
    samples: [
      [
        {
          id: 1, app: 'notes', instruction: 'tap it',
          groundtruth: { type: 'click', element: { text: 'Next', bounds: '[0,0][1,1]' } },
        },
      ],
    ], // prettier-ignore
    read: (_, folder) => readGroundingTasks(folder),
  }),
  ...(['actions.json', 'meta.json'] as const).map((file) =>
    fileReader({
      name: `saved SPHINX run: ${file}`,
      covers: [
        file === 'actions.json'
          ? 'benchmarks/sphinx/saved-runs/saved-run.ts readSavedRun'
          : 'benchmarks/sphinx/saved-runs/instruction-following.ts readRunMeta',
      ],
      file,
      write: (folder) =>
        writeFiles(
          folder,
          savedRunFiles(Object.values(recordingFiles(['A', 'B']))[0] as readonly object[], ['A', 'B']),
        ),
      read: (_, folder) =>
        file === 'actions.json' ? readSavedRun(folder, { layout: 'auto' }) : readRunMeta(folder),
    }),
  ),
  fileReader({
    name: 'readSavedColorbench',
    covers: ['benchmarks/colorbench/read-saved.ts readSavedColorbench'],
    file: 'run.jsonl',
    samples: [
      LINES({
        task_id: 1,
        trajectory: [{ screenshot: 'a.jpg', action: { action_type: 'click', x: 1, y: 2 } }],
      }),
      LINES({ item: '1', visited: ['a.jpg'], answer: 'x' }),
    ],
    read: (file) =>
      readThrough(
        readSavedColorbench(file, [{ id: '1', query: 'q', optimalSteps: 1, appCount: 1, milestones: [] }]),
      ),
  }),
  fileReader({
    name: 'openAitwConversion',
    covers: ['benchmarks/aitw/aitw-conversion.ts openAitwConversion'],
    file: 'aitw_data_test.json',
    write: (folder) => writeAitwConversion(folder, 1),
    read: async (file, folder) => {
      await using source = await openAitwConversion(file, {
        dataDirectory: folder,
        subsets: ['general', 'google_apps'],
        signal,
      });
      await readEach(source.ids(), (id) => source.readBoth(id));
    },
  }),
  fileReader({
    name: 'openControlConversion',
    covers: ['benchmarks/androidcontrol/control-conversion.ts openControlConversion'],
    file: 'android_control_evaluation_std.jsonl',
    write: (folder) => writeControlConversion(folder, 2),
    read: async (_, folder) => {
      await using source = await openControlConversion({
        dataDirectory: folder,
        name: 'android_control_evaluation_std.jsonl',
        split: { name: 'all', ids: null, subsetsOf: () => [], warnings: [] },
        signal,
      });
      await readEach(source.ids(), (id) => source.read(id));
    },
  }),
  fileReader({
    name: 'readMapping',
    covers: ['benchmarks/androidlens/field-mapping.ts readMapping'],
    file: 'mapping.json',
    samples: [{ formatVersion: 1, fields: { steps: ['data'] }, boxOrder: 'xywh', scroll: 'finger' }],
    read: (file) => readMapping(file, { signal }),
  }),
  fileReader({
    name: 'readLensProtocol',
    covers: ['benchmarks/androidlens/lens-protocol.ts readLensProtocol'],
    file: 'protocol.json',
    samples: [{ formatVersion: 1, tolerance: 0.1 }, { preset: 'androidlens' }],
    read: (_, folder) =>
      readLensProtocol({ protocol: 'protocol.json' }, { workingDirectory: folder, signal }),
  }),
  fileReader({
    name: 'readConfig',
    covers: ['app/settings/read-config.ts readConfig'],
    file: 'touchstone.config.json',
    samples: [{ benchmark: 'tiny', repeats: 2, prompts: { a: 'b' } }],
    read: (file, folder) => readConfig(file, { workingDirectory: folder, signal }),
  }),
  fileReader({
    name: 'readRunRequest',
    covers: ['app/run/run-settings-file.ts readRunRequest'],
    file: 'settings.json',
    samples: [
      { formatVersion: 1, benchmark: 'tiny', workingDirectory: '/', settings: { repeats: 2, seed: null } },
    ],
    read: (file) => readRunRequest(dirname(file), signal),
  }),
  fileReader({
    name: 'readGateNote',
    covers: ['formats/run/scores/gate-note.ts readGateNote'],
    file: 'gate.json',
    samples: [
      {
        formatVersion: 1,
        at: '2026-01-01T00:00:00.000Z',
        met: true,
        checks: [{ gate: 'min-success', met: true, sentence: 'Gate met.' }],
      },
    ],
    read: (file) => readGateNote({ directory: dirname(file), items: new Map() }, { signal }),
  }),
  fileReader({
    name: 'model profile',
    covers: ['models/profile.ts ModelProfileSchema'],
    file: 'profile.json',
    samples: [
      {
        formatVersion: 1,
        id: 'm',
        provider: 'openai-compatible',
        baseUrl: 'http://localhost:1/v1',
        model: 'm',
      },
    ],
    read: (file) => readJsonFile(file, ModelProfileSchema, { signal }),
  }),
  fileReader({
    name: 'readAppClasses of a table',
    covers: ['formats/app-classes/read-app-classes.ts readAppClasses'],
    file: 'classes.csv',
    samples: ['app,class\n"Notes, old",tools\nClock,time\n'],
    read: (file) => readAppClasses(file, { signal }),
  }),
  fileReader({
    name: 'readAppClasses of JSON',
    covers: [],
    file: 'classes.json',
    samples: [{ Notes: 'tools' }],
    read: (file) => readAppClasses(file, { signal }),
  }),
  fileReader({
    name: 'readLensLabels of a table',
    covers: ['benchmarks/androidlens/taxonomy/read-lens-labels.ts readLensLabels'],
    file: 'labels.csv',
    samples: ['episode,domains,interactions\nen_1,"Notes; Mail",Sharing\nzh_2,,tool call\n'],
    read: (file) => readLensLabels(file, { signal }),
  }),
  fileReader({
    name: 'readLensLabels of JSON',
    covers: [],
    file: 'labels.json',
    samples: [{ en_1: { domains: ['Notes'], interactions: 'sharing; comparison' } }],
    read: (file) => readLensLabels(file, { signal }),
  }),
  fileReader({
    name: 'readDeviceResults of a table',
    covers: ['formats/device-results/read-device-results.ts readDeviceResults'],
    file: 'device.csv',
    samples: ['Task,Success,Reason,same cause\n1,no,"Tapped ""Buy"", not Share",yes\n2,passed,,\n'],
    read: (file) => readDeviceResults(file, { signal }),
  }),
  fileReader({
    name: 'readDeviceResults of JSON Lines',
    covers: [],
    file: 'device.jsonl',
    samples: [
      '{"task": 1, "success": false, "reason": "stopped"}\n{"task": "2", "success": "yes", "same_cause": null}\n',
    ],
    read: (file) => readDeviceResults(file, { signal }),
  }),
  fileReader({
    name: 'skills of tasks',
    covers: ['registry/read-skills.ts readSkills'],
    file: 'skills.json',
    samples: [{ task: ['first', 'second'] }],
    read: (file) => readSkillsOfTasks(file),
  }),
  fileReader({
    name: 'readDocumentsFile',
    covers: ['formats/documents/documents-file.ts readDocumentsFile'],
    file: 'documents.json',
    samples: [{ formatVersion: 1, documents: [{ app: 'a', element: 'e', slot: 'tap', text: 't' }] }],
    read: (file) => readDocumentsFile(file),
  }),
  fileReader({
    name: 'readRepaired',
    covers: ['lint/read-repaired.ts readRepaired'],
    file: 'tasks.json',
    samples: ['[{"a": 1}\n{"b": 2}]', '{"a": [1 2]}'],
    read: (_, folder) => readRepaired(folder, 'tasks.json', { repair: false, signal }),
  }),
  fileReader({
    name: 'readRunNotes',
    covers: ['formats/notes/read-run-notes.ts readRunNotes'],
    file: 'notes.jsonl',
    samples: [
      LINES({
        formatVersion: 1,
        type: 'notes',
        at: '2026-01-01T00:00:00.000Z',
        author: 'Ana',
        tags: ['a'],
        note: 'b',
      }),
    ],
    read: (file) => readRunNotes(dirname(file)),
  }),
  fileReader({
    name: 'readLabels',
    covers: ['formats/labels/read-labels.ts readLabels'],
    file: 'labels.csv',
    samples: [
      'item,repeat,label,labeller,pass,at,note\na,0,success,Ana,blind,2026-01-02T03:04:05Z,"x ""y"""\nb,1,unsure,Bo,informed,,\nc,0,,,,,\n',
    ],
    read: (file) => readLabels(file, { signal }),
  }),
  fileReader({
    name: 'readDynamicTasks',
    covers: [
      'benchmarks/androidlens/dynamic/read-dynamic-tasks.ts readDynamicTasks',
      'benchmarks/androidlens/dynamic/read-judged-milestones.ts readJudgedMilestones',
    ],
    file: 'dynamic.json',
    samples: [
      {
        formatVersion: 1,
        tasks: [
          {
            id: 'a',
            language: 'en',
            instruction: 'x',
            milestones: [
              { 'sub-target': 'one', bbox: [0, 0, 1, 0.5], text: 'one', state: ['selected'] },
              [{ 'sub-target': 'two' }, { 'sub-target': 'three' }],
            ],
          },
        ],
      },
    ],
    read: (_, folder) => readDynamicTasks(folder, { limit: { least: 30, factor: 1.5 }, signal }),
  }),
  fileReader({
    name: 'readJudgeExam',
    covers: ['formats/judge-exam/read-judge-exam.ts readJudgeExam'],
    file: 'exam.jsonl',
    samples: [
      LINES({
        id: 'a',
        instruction: 'x',
        label: 'success',
        steps: [{ screenshot: 'a.png', action: TAP }, { action: 'tapped' }],
        final: {},
      }),
    ],
    read: (file) => readThrough(readJudgeExam(file, { signal })),
  }),
  fileReader({
    name: 'readJudgeExam of a table',
    covers: [],
    file: 'exam.csv',
    samples: [
      `id,instruction,label,screenshot,action\na,x,failure,a.png,tapped\na,,,b.png,"${JSON.stringify(TAP).replaceAll('"', '""')}"\na,,,c.png,\n`,
    ],
    read: (file) => readThrough(readJudgeExam(file, { signal })),
  }),
  fileReader({
    name: 'readCalibration',
    covers: ['formats/calibration/read-calibration.ts readCalibration'],
    file: 'calibration.json',
    samples: [CALIBRATION],
    read: (file) => readCalibration(file, { signal }),
  }),
  fileReader({
    name: 'readTaskReview',
    covers: ['formats/task-review/read-task-review.ts readTaskReview'],
    file: 'review.jsonl',
    samples: [
      LINES({
        formatVersion: 1,
        id: 'a',
        app: 'Maps',
        language: 'en',
        seed: null,
        status: 'proposed',
        instruction: 'x',
        history: [{ at: '2030-01-01T00:00:00Z', by: 'seed', status: 'proposed', instruction: 'x' }],
      }),
      LINES({
        formatVersion: 1,
        id: 'a-1',
        app: 'Maps',
        language: 'en',
        kind: 'state',
        seed: 'a',
        resembles: { id: 'a', overlap: 0.9 },
        status: 'accepted',
        instruction: 'x',
        by: 'Ana',
        history: [{ at: '2030-01-01T00:00:00Z', by: 'm', status: 'proposed', instruction: 'y' }],
      }),
    ],
    read: async (file) => {
      await cutTornLine(file, { signal });
      const lines: ReviewLine[] = [];
      for await (const line of readTaskReview(file, { signal })) lines.push(line);
      return validateReview(lines, { file, by: 'Ana', at: '2030-01-02T00:00:00Z', limit: 0.7 });
    },
  }),
];
