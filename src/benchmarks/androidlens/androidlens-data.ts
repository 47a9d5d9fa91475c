import { join } from 'node:path';
import { z } from 'zod';
import { plural } from '../../domain/text/plural.js';
import { DatasetError } from '../../errors.js';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { GUESSED_MAPPING } from './field-mapping.js';
import { listEpisodes } from './lens-folder.js';
import { surveyLens } from './survey-lens.js';
import { namesIn, some } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { shapeOfJson } from '../data-check/json-shape.js';

/** One object for each step; which fields it has is not documented. */
const StepsSchema = z.array(z.record(z.string(), z.unknown())).min(1);

/** Episodes of each language. Source: AndroidLens supplement. */
const EPISODES = { en: 172, zh: 399 } as const;

/** AndroidLens. Source: Hugging Face data set yuecao0119/AndroidLens. */
export const ANDROIDLENS_DATA: DataManifest = {
  benchmark: 'androidlens',
  obtain: [
    'Hugging Face data set yuecao0119/AndroidLens: test/en/<episode>/ and test/zh/<episode>/, each with <episode>.json and a picture <episode>_<step>.png for every step.',
  ],
  files: [],
  inspect: async (folder, { signal }) => [
    ...(await episodes(folder, 'en', signal)),
    ...(await episodes(folder, 'zh', signal)),
    ...(await fields(folder, signal)),
  ],
};

/** What of the annotations can be read without a mapping file; the names of their fields are not documented. */
async function fields(folder: string, signal: AbortSignal): Promise<DataItem[]> {
  const item = { path: 'test', what: 'fields by their guessed names', required: true, count: null };
  try {
    const entries = await listEpisodes(folder);
    const { warnings, episodes, steps } = await surveyLens(entries, GUESSED_MAPPING, {
      dataDirectory: folder,
      signal,
    });
    const read = `${plural(steps, 'step')} of ${plural(episodes, 'episode')}`;
    return [{ ...item, status: 'present', detail: [read, ...warnings].join('; ') }];
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    // Nothing at all is there: the episodes are missing already.
    if (error.code === 'FILE_UNREADABLE') return [];
    return [{ ...item, status: 'unreadable', detail: `${error.message}. ${error.hint ?? ''}`.trim() }];
  }
}

async function episodes(folder: string, language: 'en' | 'zh', signal: AbortSignal): Promise<DataItem[]> {
  const path = `test/${language}`;
  const what = language === 'en' ? 'English' : 'Chinese';
  const expected = EPISODES[language];
  const names = [...(await namesIn(join(folder, path)))].flatMap((name) =>
    name.endsWith('/') ? [name.slice(0, -1)] : [],
  );
  const broken: string[] = [];
  const missing: string[] = [];
  let sound = 0;
  let steps = 0;
  for (const name of names.toSorted()) {
    signal.throwIfAborted();
    const read = await shapeOfJson(join(folder, path, name, `${name}.json`), StepsSchema);
    if (typeof read === 'string') {
      broken.push(`${name} (${read})`);
      continue;
    }
    sound += 1;
    steps += read.length;
    const files = await namesIn(join(folder, path, name));
    for (const index of read.keys()) {
      if (!files.has(`${name}_${index}.png`)) missing.push(`${name}_${index}.png`);
    }
  }
  const item = { path, what: `${what} episodes`, required: true, count: { present: sound, expected } };
  const first: DataItem =
    broken.length > 0
      ? { ...item, status: 'unreadable', detail: some(broken) }
      : sound >= expected
        ? { ...item, status: 'present', detail: plural(steps, 'step') }
        : {
            ...item,
            status: sound === 0 ? 'missing' : 'incomplete',
            detail: `${expected - sound} are missing`,
          };
  if (sound === 0) return [first];
  const pictures = { path, what: `pictures of the ${what} episodes`, required: true };
  const count = { present: steps - missing.length, expected: steps };
  return missing.length === 0
    ? [first, { ...pictures, status: 'present', detail: 'all there', count }]
    : [first, { ...pictures, status: 'incomplete', detail: `missing: ${some(missing)}`, count }];
}
