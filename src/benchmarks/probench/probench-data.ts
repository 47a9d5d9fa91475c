import { join } from 'node:path';
import { z } from 'zod';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { shapeOfJson } from '../data-check/json-shape.js';
import type { DataManifest } from '../data-check/data-manifest.js';

const TaskSchema = z.object({
  id: z.string().min(1),
  language: z.enum(['en', 'zh']),
  app: z.string().min(1),
  instruction: z.string().min(1),
  type: z.enum(['state', 'process']),
});
const FileSchema = z.object({ tasks: z.array(TaskSchema).min(1) });

/** Tasks of each language: state-related and process-related. Source: ProBench paper, result table. */
const COUNTS = { en: { state: 52, process: 23 }, zh: { state: 97, process: 45 } } as const;

/** ProBench, of which the paper prints the English tasks. */
export const PROBENCH_DATA: DataManifest = {
  benchmark: 'probench',
  obtain: [
    'No data were published. tasks.en.json: the 75 English tasks as the task tables in the appendix of the paper (arXiv 2511.09157) print them, as `{"tasks": [{"id", "language", "app", "instruction", "type": "state" | "process"}]}`.',
    'tasks.zh.json: the 142 Chinese tasks are not printed; ask the authors.',
  ],
  files: [],
  inspect: async (folder) => [await taskFile(folder, 'en', true), await taskFile(folder, 'zh', false)],
};

async function taskFile(folder: string, language: 'en' | 'zh', required: boolean): Promise<DataItem> {
  const path = `tasks.${language}.json`;
  const item = { path, what: `the ${language === 'en' ? 'English' : 'Chinese'} tasks`, required };
  const { state, process } = COUNTS[language];
  const expected = state + process;
  const read = await shapeOfJson(join(folder, path), FileSchema);
  if (typeof read === 'string') {
    const status = read === 'not there' ? 'missing' : 'unreadable';
    return { ...item, status, detail: read, count: { present: 0, expected } };
  }
  const own = read.tasks.filter((task) => task.language === language);
  const ids = new Set(own.map(({ id }) => id));
  const count = { present: own.length, expected };
  if (ids.size < own.length) return { ...item, status: 'altered', detail: 'an id is given twice', count };
  const states = own.filter(({ type }) => type === 'state').length;
  const detail = `${states} state-related, ${own.length - states} process-related`;
  if (states === state && own.length === expected) return { ...item, status: 'present', detail, count };
  const wanted = `the paper counts ${state} and ${process}`;
  const status = own.length < expected ? 'incomplete' : 'altered';
  return { ...item, status, detail: `${detail}; ${wanted}`, count };
}
