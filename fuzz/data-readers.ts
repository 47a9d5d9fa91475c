import { parseRubric } from '../src/judges/rubric/rubric-file.js';
import { readFileSync } from 'node:fs';
import { readAitwRecord } from '../src/benchmarks/aitw/aitw-record.js';
import { parseScreenId } from '../src/benchmarks/stepwise/dataset-source.js';
import { readAccessibilityForest } from '../src/benchmarks/androidcontrol/accessibility-forest.js';
import { readControlRecord } from '../src/benchmarks/androidcontrol/control-record.js';
import { GUESSED_MAPPING } from '../src/benchmarks/androidlens/field-mapping.js';
import { takeApart } from '../src/benchmarks/androidlens/lens-episode.js';
import { readMilestones } from '../src/benchmarks/androidlens/lens-milestones.js';
import {
  readBoxes,
  readLensAction,
  type LensReading,
} from '../src/benchmarks/androidlens/read-lens-action.js';
import { readLensPrediction } from '../src/benchmarks/androidlens/read-lens-prediction.js';
import { parseColorbenchGraph } from '../src/benchmarks/colorbench/read-graph.js';
import { parseColorbenchTasks } from '../src/benchmarks/colorbench/read-tasks.js';
import { COLORBENCH_ROOT } from '../src/benchmarks/colorbench/launcher.js';
import { parseProbenchTasks } from '../src/benchmarks/probench/tasks/read-tasks.js';
import { readOwnAction } from '../src/benchmarks/stepwise/read-own-action.js';
import { readUnifiedAction } from '../src/benchmarks/stepwise/predicted-trajectory.js';
import { parsePictureRule } from '../src/app/settings/parse-rules.js';
import { readSize } from '../src/app/settings/read-size.js';
import { resolveSettings } from '../src/app/settings/resolve-settings.js';
import { ActionSchema } from '../src/domain/action.js';
import { parseCoordinateRule } from '../src/domain/coordinates/coordinate-rule.js';
import { parseResizeRule } from '../src/domain/coordinates/parse-resize-rule.js';
import { readGraphSnapshot } from '../src/environments/graph/graph-snapshot.js';
import { parseTreeRules } from '../src/evaluators/tree-rules/rule.js';
import { upgradeFormat } from '../src/formats/format-version.js';
import { parseGraphFile } from '../src/formats/graph/read-graph.js';
import { buildGraph } from '../src/domain/graph/build-graph.js';
import { decodeUtf8, parseJson } from '../src/formats/read-json-file.js';
import {
  parseAnnotations,
  parseQualityReview,
  parseVerdicts,
} from '../src/formats/annotations/read-annotations.js';
import { parseTemplates } from '../src/formats/templates/templates-file.js';
import { parseQuestions } from '../src/formats/suite/read-questions.js';
import { parseAndroidFile } from '../src/formats/android/read-android.js';
import { parseLiveFile } from '../src/formats/live/read-live.js';
import { parseSeeds } from '../src/formats/task-list/parse-seeds.js';
import { parseSuite } from '../src/formats/suite/read-suite.js';
import { readWithImporter } from '../src/formats/test-cases/importer.js';
import { parseMarkdownCases } from '../src/formats/test-cases/read-markdown.js';
import { ProtobufFault } from '../src/formats/tfrecord/protobuf.js';
import { readFeatureEntry } from '../src/formats/tfrecord/tf-example.js';
import { readWorldGraph } from '../src/benchmarks/suite/lint/world-graph.js';
import { readPosition } from '../src/models/probe/probe.js';
import { PriceTableSchema, findPrice } from '../src/models/prices/price-table.js';
import { readOmniParser } from '../src/observations/detections/read-omniparser.js';
import { readBaseUrl } from '../src/models/providers/endpoint.js';
import { parseRetryAfter } from '../src/models/providers/transport/retry-after.js';
import { aitwRecord, aitwSketch } from '../src/testing/datasets/aitw-dataset.js';
import { controlRecord, controlSketch, forestBytes } from '../src/testing/datasets/control-dataset.js';
import { lensEpisodeFile } from '../src/testing/datasets/lens-dataset.js';
import { smallGraph } from '../src/testing/small-graph.js';
import { protobufBytes } from '../src/testing/datasets/write-tfrecords.js';
import { bytesReader, textReader, valueReader, type FuzzReader } from './fuzz-reader.js';

const PLACE = { file: 'input', offset: 0 };
const READING: LensReading = {
  space: 'pixel',
  boxSpace: 'pixel',
  boxOrder: 'x1y1x2y2',
  scroll: 'content',
  size: { width: 1080, height: 2400 },
};
const LENS = [
  'Click(100, 200)',
  { action_type: 'click', coordinate: [1, 2], bbox: [0, 0, 10, 10] },
  { action: 'scroll', arguments: { direction: 'down', start: [1, 2], end: [3, 4] } },
  { name: 'type', params: { text: 'hello' }, path: 'a' },
];
const UNIFIED = { type: 'tap', target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } } };
const PAGE = 'page_0123456789abcdef0123456789abcdef.jpg';
const RULE = {
  type: 'stoppage',
  match_type: 'equal',
  match_rules: { text: 'Home' },
  check_type: 'equal',
  check_rules: { checked: 'true' },
};
const GRAPH = buildGraph(smallGraph());

/** A file of the repository. */
function file(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** A task list with all that it may hold. */
const PROBENCH_TASKS = JSON.stringify({
  tasks: [
    { id: 'a', language: 'en', app: 'clock', instruction: 'Set an alarm.', type: 'state', stepLimit: 9 },
    { id: 'b', language: 'zh', app: 'mail', appPackage: 'org.mail', instruction: '写', type: 'process' },
  ],
  apps: { map: { clock: { package: 'org.clock', activity: 'org.clock.Main' } } },
  app_categories_inferred: { map: { clock: 'system' } },
});

/** What files, settings and data sets hold, once it is in memory. */
export const DATA_READERS: readonly FuzzReader[] = [
  textReader({
    name: 'parseGraphFile',
    covers: ['formats/graph/read-graph.ts parseGraphFile', 'formats/format-version.ts upgradeFormat'],
    samples: [file('worlds/tiny/graph.json')],
    read: (text) => buildGraph(parseGraphFile(text, 'graph.json')),
  }),
  textReader({
    name: 'rubric',
    covers: ['judges/rubric/rubric-file.ts parseRubric'],
    samples: [
      '{"formatVersion":1,"criteria":[{"id":"a","title":"A"}],"tasks":{"t":[{"id":"b","title":"B","required":false}]}}',
    ],
    read: (text) => parseRubric(text, 'rubric.json'),
  }),
  textReader({
    name: 'parseSuite',
    covers: ['formats/suite/read-suite.ts parseSuite'],
    samples: [file('worlds/tiny/suite.json')],
    read: (text) => parseSuite(text, 'suite.json'),
  }),
  textReader({
    name: 'parseLiveFile',
    covers: ['formats/live/read-live.ts parseLiveFile'],
    samples: [file('examples/live/live.json')],
    read: (text) => parseLiveFile(text, 'live.json'),
  }),
  textReader({
    name: 'parseAndroidFile',
    covers: ['formats/android/read-android.ts parseAndroidFile'],
    samples: [file('examples/android/android.json')],
    read: (text) => parseAndroidFile(text, 'android.json'),
  }),
  textReader({
    name: 'parseProbenchTasks',
    covers: ['benchmarks/probench/tasks/read-tasks.ts parseProbenchTasks'],
    samples: [PROBENCH_TASKS],
    read: (text) => parseProbenchTasks([{ file: 'tasks.en.json', text }], 'all'),
  }),
  textReader({
    name: 'parseSeeds',
    covers: ['formats/task-list/parse-seeds.ts parseSeeds'],
    samples: [PROBENCH_TASKS, '{"id":"a","app":"Maps","instruction":"Zoom in"}\n', 'Zoom in\nZoom out\n'],
    read: (text) => parseSeeds(text, 'seeds.txt', { app: 'clock', language: 'en', type: 'state' }),
  }),
  textReader({
    name: 'parseQuestions',
    covers: ['formats/suite/read-questions.ts parseQuestions'],
    samples: [file('worlds/pocket/questions.json')],
    read: (text) =>
      parseQuestions(text, 'questions.json', { hasNode: (id) => id.length % 5 > 0, hasTask: () => true }),
  }),
  textReader({
    name: 'parseTemplates',
    covers: ['formats/templates/templates-file.ts parseTemplates'],
    samples: [
      '{"formatVersion":1,"templates":[{"id":"a","category":"C","text":"Play {b: tea} in {c}.","slots":[{"name":"b","items":["bees"]}],"roles":[{"name":"c","apps":["Waves"]}]}]}',
    ],
    read: (text) => parseTemplates(text, 'templates.json'),
  }),
  textReader({
    name: 'parseAnnotations',
    covers: [
      'formats/annotations/read-annotations.ts parseAnnotations',
      'formats/annotations/read-annotations.ts parseVerdicts',
      'formats/annotations/read-annotations.ts parseQualityReview',
    ],
    samples: [
      '{"format":"touchstone-annotations","formatVersion":1,"sources":["r"],"settings":{"data":null,"split":null,"mode":null,"benchmarkOptions":{},"language":null,"limit":null,"sample":null,"seed":1,"maxSteps":null,"runs":"."},"choice":{"attempts":{"outcome":"all","formatErrors":"without","repeats":1},"part":null,"walker":"oracle","walks":1}}\n{"source":"r","episode":"e","steps":[{"step":0,"instruction":"Go.","context":null,"description":null,"intention":null,"problems":[]}]}\n',
    ],
    read: (text) => [
      parseAnnotations(text, 'a.jsonl'),
      parseVerdicts(text, 'v.jsonl'),
      parseQualityReview(text, 'q.jsonl'),
    ],
  }),
  valueReader({
    name: 'readWorldGraph',
    covers: ['benchmarks/suite/lint/world-graph.ts readWorldGraph'],
    samples: [JSON.parse(file('worlds/tiny/graph.json'))],
    read: (value) => readWorldGraph(value, 'graph.json', 'corrected'),
  }),
  valueReader({
    name: 'upgradeFormat',
    covers: [],
    samples: [{ formatVersion: 1, name: 'x' }],
    read: (value) => upgradeFormat(value, { name: 'graph', steps: [] }, { file: 'x.json' }),
  }),
  valueReader({
    name: 'readWithImporter',
    covers: ['formats/test-cases/importer.ts readWithImporter'],
    samples: [[{ id: 'C-1', title: 'Open', steps: [{ action: 'Tap', expected: ['Home'] }], line: 3 }]],
    read: (value) => {
      // What somebody else's code gives may be anything.
      const importer = { name: 'any', title: 'anything', read: async () => value as never };
      return readWithImporter(importer, 'cases.any', {
        seen: new Map(),
        signal: new AbortController().signal,
      });
    },
  }),
  textReader({
    name: 'parseMarkdownCases',
    covers: ['formats/test-cases/read-markdown.ts parseMarkdownCases'],
    samples: [
      '# C-1: Open\n\nApp: Notes\n\n| Step | Action | Expected |\n|-|-|-|\n| 1 | Tap | "Home" is shown |\n',
      '## C-2\n\n1. Tap it\n   - Expected: it opens\n2. Go\n\n```\nx\n```\n> q\n',
    ],
    read: (text) =>
      parseMarkdownCases(text, {
        file: 'cases.md',
        columns: new Map(),
        seen: new Map(),
        onWarning: () => undefined,
        onHeading: () => undefined,
      }),
  }),
  textReader({
    name: 'parseJson',
    covers: ['formats/read-json-file.ts parseJson'],
    samples: ['{"a": [1, 2.5e3, "x\\u00e9"], "b": {"c": null}}', '[]'],
    read: (text) => parseJson(text, 'x.json'),
  }),
  bytesReader({
    name: 'decodeUtf8',
    covers: ['formats/read-json-file.ts decodeUtf8'],
    samples: () => [Buffer.from('\uFEFF{"é": "咖啡"}'), Buffer.from('x', 'utf16le')],
    read: (bytes) => decodeUtf8(bytes, 'x.json'),
  }),
  textReader({
    name: 'parseColorbenchTasks',
    covers: ['benchmarks/colorbench/read-tasks.ts parseColorbenchTasks'],
    samples: [
      JSON.stringify([
        {
          task_id: 1,
          query: 'q',
          optimal_steps: 3,
          app_num: 1,
          milestone: [
            { ability: 'find', page_node: [PAGE] },
            { ability: 'answer', answer: 'x' },
          ],
        },
      ]),
    ],
    read: (text) => parseColorbenchTasks(text, 'tasks.json', { repair: text.length % 2 === 0 }),
  }),
  textReader({
    name: 'parseColorbenchGraph',
    covers: ['benchmarks/colorbench/read-graph.ts parseColorbenchGraph'],
    samples: [
      JSON.stringify({
        [COLORBENCH_ROOT]: { [PAGE]: [{ action_type: 'open', app: '微信' }] },
        [PAGE]: {
          unlisted: [
            { action_type: 'Click', x: 5, y: 5, bbox: [0, 0, 10, 10] },
            { action_type: 'type', text: 'Hello' },
            { action_type: 'swipe', direction: 'up' },
          ],
        },
      }),
    ],
    read: (text) => parseColorbenchGraph(text.length % 2 === 0 ? text : Buffer.from(text), 'graph.json'),
  }),
  valueReader({
    name: 'parseTreeRules',
    covers: ['evaluators/tree-rules/rule.ts parseTreeRules'],
    samples: [
      [RULE, { type: 'consecutive', evaluators: [RULE] }, { type: 'lastaction', check_type: 'equal' }],
    ],
    read: (value) => parseTreeRules(value, 'evaluator.json'),
  }),
  valueReader({
    name: 'readLensAction',
    covers: ['benchmarks/androidlens/read-lens-action.ts readLensAction'],
    samples: LENS,
    read: (value) => readLensAction(value, READING),
  }),
  valueReader({
    name: 'readLensPrediction',
    covers: ['benchmarks/androidlens/read-lens-prediction.ts readLensPrediction'],
    samples: [...LENS, UNIFIED, 'Thought: x\nAction: Click(1, 2)'],
    read: (value) => readLensPrediction(value, READING),
  }),
  valueReader({
    name: 'readBoxes',
    covers: ['benchmarks/androidlens/read-lens-action.ts readBoxes'],
    samples: [[0, 0, 10, 10], [[0, 0, 1, 1], [2, 2, 3, 3]], '[0, 0, 1, 1]', { x: 1, y: 2, width: 3, height: 4 }], // prettier-ignore
    read: (value) => readBoxes(value, READING),
  }),
  valueReader({
    name: 'readMilestones',
    covers: ['benchmarks/androidlens/lens-milestones.ts readMilestones'],
    samples: [
      ['first', { text: 'second', steps: [1, 2], group: 'g' }, [{ description: 'a' }, { description: 'b' }]],
    ],
    read: (value) => readMilestones(value, 5),
  }),
  valueReader({
    name: 'takeApart',
    covers: ['benchmarks/androidlens/lens-episode.ts takeApart'],
    samples: [lensEpisodeFile(0, 'en', 3), { episode_id: 'x', steps: lensEpisodeFile(1, 'zh', 2) }],
    read: (value) => takeApart(value, GUESSED_MAPPING, { file: 'x.json' }),
  }),
  valueReader({
    name: 'readUnifiedAction',
    covers: ['benchmarks/stepwise/predicted-trajectory.ts readUnifiedAction'],
    samples: [UNIFIED, { type: 'type', text: 'x' }],
    // What a file of predictions may hold as an action.
    read: (value) =>
      typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))
        ? readUnifiedAction({ value: typeof value === 'string' ? value : { ...value } })
        : undefined,
  }),
  valueReader({
    name: 'readOwnAction',
    covers: ['benchmarks/stepwise/read-own-action.ts readOwnAction'],
    samples: [UNIFIED, JSON.stringify(UNIFIED), { action_type: 'click', x: 1, y: 2 }],
    read: (value) => readOwnAction(value, (own) => ('x' in own ? null : null)),
  }),
  valueReader({
    name: 'ActionSchema',
    covers: ['domain/action.ts ActionSchema'],
    samples: [UNIFIED, { type: 'swipe', direction: 'up' }, { type: 'stop', status: 'success', answer: 'x' }],
    read: (value) => ActionSchema.safeParse(value),
  }),
  valueReader({
    name: 'readGraphSnapshot',
    covers: ['environments/graph/graph-snapshot.ts readGraphSnapshot'],
    samples: [{ task: 't', repeat: 0, seed: 1, graph: 'g', history: [0, 1], screen: 0, position: 2, ended: false }], // prettier-ignore
    read: (value) =>
      typeof value === 'object' && value !== null ? readGraphSnapshot({ ...value }, GRAPH, 'g') : undefined,
  }),
  bytesReader({
    name: 'readAitwRecord',
    covers: ['benchmarks/aitw/aitw-record.ts readAitwRecord'],
    samples: () => aitwSketch(1).map((sketch) => aitwRecord(sketch)),
    read: (bytes) => readAitwRecord(bytes, PLACE),
  }),
  bytesReader({
    name: 'readControlRecord',
    covers: ['benchmarks/androidcontrol/control-record.ts readControlRecord'],
    samples: () => [controlRecord(controlSketch(1, 2))],
    read: (bytes) => readControlRecord(bytes, PLACE),
  }),
  bytesReader({
    name: 'readAccessibilityForest',
    covers: ['benchmarks/androidcontrol/accessibility-forest.ts readAccessibilityForest'],
    refusesWith: [ProtobufFault],
    samples: () => [forestBytes([]), forestBytes(controlSketch(1).elements)],
    read: readAccessibilityForest,
  }),
  bytesReader({
    name: 'readFeatureEntry',
    covers: ['formats/tfrecord/tf-example.ts readFeatureEntry'],
    refusesWith: [ProtobufFault],
    samples: () => [
      Buffer.concat([protobufBytes(1, 'name'), protobufBytes(2, protobufBytes(1, protobufBytes(1, 'x')))]),
    ],
    read: readFeatureEntry,
  }),
  textReader({
    name: 'screen ids',
    covers: ['benchmarks/stepwise/dataset-source.ts parseScreenId'],
    samples: ['123_4', 'episode_5_000006'],
    read: (text) => parseScreenId(text),
  }),
  textReader({
    name: 'rules of pictures and coordinates',
    covers: [
      'app/settings/parse-rules.ts parsePictureRule',
      'domain/coordinates/coordinate-rule.ts parseCoordinateRule',
      'domain/coordinates/parse-resize-rule.ts parseResizeRule',
    ],
    samples: [
      'norm:1000:yx',
      'sent',
      'resized:1092x1092',
      'qwen2vl:28:3136:12845056',
      'none',
      'long-edge:1024',
    ],
    read: (text) => {
      const [algorithm = '', ...numbers] = text.split(':');
      return [parsePictureRule(text), parseCoordinateRule(text), parseResizeRule(algorithm, numbers)];
    },
  }),
  valueReader({
    name: 'readSize',
    covers: ['app/settings/read-size.ts readSize'],
    samples: ['1080x2400', '0x1'],
    read: (value) => readSize(value, '--size'),
  }),
  valueReader({
    name: 'resolveSettings',
    covers: ['app/settings/resolve-settings.ts resolveSettings'],
    samples: [
      { benchmark: 'tiny', agent: 'random', repeats: 2, seed: 1, concurrency: 2, temperature: 0.5 },
      { model: 'm', baseUrl: 'http://localhost:1/v1', prompts: {}, agentOptions: { a: 'b' }, maxSteps: 5 },
    ],
    read: (value) => {
      if (typeof value !== 'object' || value === null) return undefined;
      const values = { ...value };
      resolveSettings({ flags: values, environment: {}, config: null });
      return resolveSettings({
        flags: {},
        environment: {},
        config: { file: 'touchstone.config.json', values },
      });
    },
  }),
  textReader({
    name: 'readPosition',
    covers: ['models/probe/probe.ts readPosition'],
    samples: ['(12, 34)', 'x=12, y=34', '[0.5, 0.25]'],
    read: readPosition,
  }),
  textReader({
    name: 'readBaseUrl',
    covers: ['models/providers/endpoint.ts readBaseUrl'],
    samples: ['http://localhost:8000/v1', 'https://example.org/'],
    read: readBaseUrl,
  }),
  textReader({
    name: 'parseRetryAfter',
    covers: ['models/providers/transport/retry-after.ts parseRetryAfter'],
    samples: [
      '3',
      'Wed, 21 Oct 2015 07:28:00 GMT',
      '1m30.5s',
      '{"error":{"details":[{"retryDelay":"3.5s"}]}}',
    ],
    read: (text) => {
      // Only what HTTP lets through gets there.
      const value = text.replaceAll(/[^\t\x20-\x7e]/g, '');
      const headers = new Headers();
      for (const name of ['retry-after', 'retry-after-ms', 'x-ratelimit-reset-requests'])
        headers.set(name, value);
      return parseRetryAfter(headers, 0, text);
    },
  }),
  valueReader({
    name: 'output of OmniParser',
    covers: ['observations/detections/read-omniparser.ts readOmniParser'],
    samples: [
      [{ type: 'text', bbox: [0.1, 0.2, 0.3, 0.4], interactivity: false, content: 'Save', source: 'ocr' }],
      { parsed_content_list: [{ type: 'icon', bbox: [0, 0, 1, 1], content: null }], picture: { width: 9, height: 9, sha256: '0'.repeat(64) } }, // prettier-ignore
      { label_coordinates: { 0: [0.1, 0.2, 0.3, 0.4] }, parsed_content: ['Text Box ID 0: Save'] },
    ],
    read: readOmniParser,
  }),
  valueReader({
    name: 'price table',
    covers: ['models/prices/price-table.ts PriceTableSchema'],
    samples: [
      { formatVersion: 1, prices: [{ model: 'm-*', from: '2025-01-01', input: 1, output: 2 }] },
      { formatVersion: 1, prices: [{ provider: 'openai', model: 'm', from: '2025-01-01', input: 1, output: 2, cachedInput: 0.5 }] }, // prettier-ignore
    ],
    read: (value) => {
      const table = PriceTableSchema.safeParse(value);
      return table.success
        ? findPrice(table.data, { provider: 'openai', host: 'h', model: 'm-1', at: 1e13 })
        : null;
    },
  }),
];
