import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { pairId, type SphinxPair } from './saved-runs/pair.js';
import { splitPairs } from './splits.js';
import { countItem, namesIn } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { shapeOfJson } from '../data-check/json-shape.js';

const PUBLISHED = 'as published at 20f8409';

const file = (path: string, what: string, sha256: string): DataManifest['files'][number] => ({
  path,
  what,
  required: true,
  versions: [{ sha256, name: PUBLISHED }],
});

/** Recordings that no task file names. */
const EXTRA_RECORDINGS = 44;
const LOGIN_SCRIPTS = 37;
/** SHA-256 over the lines `name sha256` of all login scripts, sorted by name. */
const LOGIN_SCRIPTS_HASH = '15d6a32e6304c0c6a30e173b669d0af65b855be3e2e853e7c1bd2baec20e8d04';
/** Two times 89 questions of one choice and four options; 1190 screens to continue at and 244 to stop at. */
const ITEMS_OF_QUESTION = 5;
const KNOWLEDGE_ITEMS = 890;
const COMPLETION_ITEMS = 1434;
const QuestionTypesSchema = z.array(z.object({ question_type: z.string() }));
const TaskIdsSchema = z.array(z.object({ id: z.int() }));
const RECORDING_FILES = ['meta.json', 'activities.json', 'evaluator.json', 'skills.json'];

/** SPHINX. Source: GitHub repository PKU-ASE-RISE/Sphinx. */
export const SPHINX_DATA: DataManifest = {
  benchmark: 'sphinx',
  obtain: [
    'GitHub repository PKU-ASE-RISE/Sphinx, commit 20f84094386942d59f8d1a3c33b78c160e4ead9c; its files in their own layout. It carries no licence: ask its authors before you pass anything on.',
    'The recorded screens hold e-mail addresses of test accounts: do not publish them.',
  ],
  files: [
    file(
      'task_info.json',
      'tasks that need no login',
      '8a21273d3e6fc9919b0bfd8f3b366d09cc426c93160e8b45a9bdc6191fac9ffc',
    ),
    file(
      'task_info_all.json',
      'all tasks',
      'fcc6d4f3f85edc96c0ed75202be42c58d6f5b4b4c15f466b8b1da3902230ef06',
    ),
    file(
      'questions.json',
      'knowledge questions',
      '7d28676b18dd1d0076d6b76742f526ac6eb38ab699f9ff795127d93899b5a01e',
    ),
    file(
      'lowlevel_tasks.json',
      'grounding tasks',
      'f51302ba562e830d53855c788d168cd70e72b3199a6e8171acf07df4c23bdd5b',
    ),
    file(
      'apk-info.csv',
      'packages of the apps',
      'ae9896c7393d707a27fb754a281bd58773d8604640a7c63a16de0f11f1daba9a',
    ),
  ],
  inspect: async (folder, { signal }) => [
    ...(await recordings(folder, signal)),
    await questionItems(folder),
    await completionItemsThere(folder, signal),
    ...(await groundingScreens(folder)),
    await loginScripts(folder),
  ],
};

async function recordings(folder: string, signal: AbortSignal): Promise<DataItem[]> {
  const item = { path: 'groundtruth', what: 'recordings of the tasks', required: true };
  let wanted: SphinxPair[];
  try {
    wanted = await collect(splitPairs(folder, 'all', { signal }));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const detail = 'task_info_all.json, which names them, cannot be read';
    return [{ ...item, status: 'missing', detail, count: null }];
  }
  const present = await collect(splitPairs(folder, 'present', { signal })).catch(() => []);
  const whole = new Set<string>();
  const pictures: string[] = [];
  const picturesThere = new Set<string>();
  for (const pair of present) {
    signal.throwIfAborted();
    const id = pairId(pair);
    const names = await namesIn(join(folder, 'groundtruth', id));
    const screens = [...names]
      .filter((name) => /^\d+\.xml$/.test(name))
      .map((name) => name.replace('.xml', '.png'));
    if (RECORDING_FILES.every((name) => names.has(name)) && screens.length > 0) whole.add(id);
    for (const name of screens) {
      pictures.push(`${id}/${name}`);
      if (names.has(name)) picturesThere.add(`${id}/${name}`);
    }
  }
  const named = new Set(wanted.map(pairId));
  const extra = [...whole].filter((id) => !named.has(id)).length;
  const extraMissing = EXTRA_RECORDINGS - extra;
  return [
    countItem(item, [...named], (id) => whole.has(id)),
    {
      path: 'groundtruth',
      what: 'recordings that no task names',
      required: false,
      status: extraMissing <= 0 ? 'present' : extra === 0 ? 'missing' : 'incomplete',
      detail: extraMissing <= 0 ? 'all there' : `${extraMissing} are missing`,
      count: { present: extra, expected: EXTRA_RECORDINGS },
    },
    countItem(
      { path: 'groundtruth', what: 'pictures of the recorded screens', required: false },
      pictures,
      (name) => picturesThere.has(name),
    ),
  ];
}

async function groundingScreens(folder: string): Promise<DataItem[]> {
  const item = { path: 'lowlevel_tasks', what: 'screens of the grounding tasks', required: true };
  const names = await namesIn(join(folder, 'lowlevel_tasks'));
  const tasks = await shapeOfJson(join(folder, 'lowlevel_tasks.json'), TaskIdsSchema);
  if (typeof tasks === 'string') {
    const detail = 'lowlevel_tasks.json, which names them, cannot be read';
    return [{ ...item, status: 'missing', detail, count: null }];
  }
  return [
    countItem(
      item,
      tasks.map(({ id }) => `${id}.xml`),
      (name) => names.has(name),
    ),
    countItem(
      { ...item, what: 'pictures of the grounding tasks', required: false },
      tasks.map(({ id }) => `${id}.png`),
      (name) => names.has(name),
    ),
  ];
}

async function questionItems(folder: string): Promise<DataItem> {
  const item = {
    path: 'questions.json',
    what: 'items about goals and apps, five a question',
    required: true,
  };
  const questions = await shapeOfJson(join(folder, 'questions.json'), QuestionTypesSchema);
  if (typeof questions === 'string') {
    const detail = 'questions.json, which holds them, cannot be read';
    return { ...item, status: 'missing', detail, count: null };
  }
  const apps = questions.filter(({ question_type: type }) => type === 'app_level').length;
  const goals = questions.length - apps;
  const count = { present: questions.length * ITEMS_OF_QUESTION, expected: KNOWLEDGE_ITEMS };
  const status =
    count.present === KNOWLEDGE_ITEMS
      ? 'present'
      : count.present < KNOWLEDGE_ITEMS
        ? 'incomplete'
        : 'altered';
  return { ...item, status, detail: `${goals} questions about goals, ${apps} about apps`, count };
}

/** One item for each recorded action of the 244 pairs. */
async function completionItemsThere(folder: string, signal: AbortSignal): Promise<DataItem> {
  const item = { path: 'groundtruth', what: 'items about completion, one a screen', required: true };
  let steps = 0;
  let pairs = 0;
  try {
    for await (const pair of splitPairs(folder, 'all', { signal })) {
      const file = join(folder, 'groundtruth', pairId(pair), 'meta.json');
      const actions = await shapeOfJson(file, z.array(z.unknown()));
      if (typeof actions === 'string') continue;
      pairs += 1;
      steps += actions.length;
    }
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
  }
  const count = { present: steps, expected: COMPLETION_ITEMS };
  const status = steps === COMPLETION_ITEMS ? 'present' : steps === 0 ? 'missing' : 'incomplete';
  return { ...item, status, detail: `${steps - pairs} continue, ${pairs} stop`, count };
}

async function loginScripts(folder: string): Promise<DataItem> {
  const item = { path: 'login_script', what: 'scripts that log in to apps', required: false };
  const names = [...(await namesIn(join(folder, 'login_script')))]
    .filter((name) => name.endsWith('.json'))
    .toSorted();
  const count = { present: names.length, expected: LOGIN_SCRIPTS };
  if (names.length === 0) return { ...item, status: 'missing', detail: 'none there', count };
  const hash = createHash('sha256');
  for (const name of names) {
    const bytes = await readBytes(join(folder, 'login_script', name), {
      maxBytes: FILE_LIMITS.json,
      within: folder,
    }).catch(() => Buffer.alloc(0));
    hash.update(`${name} ${createHash('sha256').update(bytes).digest('hex')}\n`);
  }
  if (hash.digest('hex') === LOGIN_SCRIPTS_HASH)
    return { ...item, status: 'present', detail: PUBLISHED, count };
  return names.length < LOGIN_SCRIPTS
    ? { ...item, status: 'incomplete', detail: `${LOGIN_SCRIPTS - names.length} are missing`, count }
    : { ...item, status: 'altered', detail: 'not as published', count };
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
