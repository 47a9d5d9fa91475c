import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTaskInfo, type TaskInfo } from '../recordings/task-info.js';
import type { Finding } from '../../../domain/finding.js';
import type { LintReport } from '../../../formats/lint/lint-report.js';
import { DatasetError } from '../../../errors.js';
import { findingOfError, within } from '../../../lint/file-findings.js';
import { finishReport } from '../../../lint/finish-report.js';
import type { LintOptions } from '../../../lint/lint-options.js';
import { NotABenchmarkError } from '../../../lint/not-a-benchmark-error.js';
import { readRepaired } from '../../../lint/read-repaired.js';
import { lintApps } from './app-rules.js';
import { lintGrounding } from './grounding-rules.js';
import { lintQuestions } from './question-rules.js';
import { lintTargets } from './target-rules.js';
import { findSphinxDefects, type SphinxDefect } from './find-defects.js';
import { foundInSphinx, type SphinxRuleId } from './rules.js';

/** Rule and file of each kind of defect. */
const KINDS: Readonly<Record<SphinxDefect['kind'], readonly [SphinxRuleId, string]>> = {
  unreadable: ['sphinx/unreadable', ''],
  'surplus-files': ['sphinx/surplus-screens', 'meta.json'],
  'fails-own-rules': ['sphinx/fails-own-rules', 'evaluator.json'],
  'weak-goal': ['sphinx/weak-goal', 'evaluator.json'],
  'fragile-rule': ['sphinx/fragile-rule', 'evaluator.json'],
  'repeated-rule': ['sphinx/repeated-rule', 'evaluator.json'],
  'element-not-on-screen': ['sphinx/element-not-on-screen', 'meta.json'],
  'empty-screen': ['sphinx/empty-screen', 'meta.json'],
  'unknown-app': ['sphinx/unknown-app', 'activities.json'],
  'other-package': ['sphinx/other-package', 'activities.json'],
  skills: ['sphinx/skills', 'skills.json'],
};

const JSON_FILES = ['task_info.json', 'task_info_all.json', 'questions.json', 'lowlevel_tasks.json'] as const;

/**
 * Everything that is wrong with a folder of SPHINX data, as far as its files are there. E-mail addresses in recorded
 * screens are counted, never shown.
 *
 * @throws {NotABenchmarkError} when the folder holds nothing of it.
 */
export async function lintSphinx(folder: string, options: LintOptions): Promise<LintReport> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new NotABenchmarkError(folder, 'it cannot be listed', 'sphinx', { cause });
  });
  if (!names.includes('groundtruth') && !JSON_FILES.some((file) => names.includes(file))) {
    throw new NotABenchmarkError(folder, 'it holds neither groundtruth nor task_info.json', 'sphinx');
  }
  const { signal } = options;
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  for (const file of JSON_FILES) {
    const { text, findings: problems } = await readRepaired(folder, file, options);
    findings.push(...problems);
    if (text !== null) texts.set(file, text);
  }
  const attempt = async (work: () => Promise<Finding[]>): Promise<void> => {
    try {
      findings.push(...(await work()));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DatasetError)) throw error;
      findings.push(findingOfError(error, within(folder, error.place?.file ?? folder) || '.'));
    }
  };
  const tasks: TaskInfo[] = [];
  if (texts.has('task_info_all.json')) {
    await attempt(async () => {
      tasks.push(...(await readTaskInfo(folder, 'all', { signal })));
      return [];
    });
  }
  const parsed = (file: string): unknown => JSON.parse(texts.get(file) ?? 'null');
  if (texts.has('questions.json'))
    findings.push(...lintQuestions(parsed('questions.json'), 'questions.json'));
  if (texts.has('lowlevel_tasks.json')) {
    const file = 'lowlevel_tasks.json';
    await attempt(() => lintGrounding(folder, parsed(file), file, { signal }));
  }
  if (names.includes('groundtruth')) {
    await attempt(() => lintApps(folder, tasks, { signal }));
    await attempt(() => lintRecordings(folder, { signal }));
    await attempt(() => lintTargets(folder, { signal }));
    await addRecordingTexts(folder, findings, texts, options);
  }
  const files = [...JSON_FILES, 'apk-info.csv', 'groundtruth', 'lowlevel_tasks', 'login_script'];
  return finishReport(
    {
      benchmark: 'sphinx',
      folder,
      mode: options.mode,
      files: files.filter((file) => names.includes(file)),
      findings: unique(findings),
      proofs: [],
    },
    texts,
  );
}

/** Texts of the recordings that findings point into, so that these get lines too. */
async function addRecordingTexts(
  folder: string,
  findings: readonly Finding[],
  texts: Map<string, string>,
  options: LintOptions,
): Promise<void> {
  const files = new Set(
    findings.flatMap(({ place }) => (place?.path === undefined || texts.has(place.file) ? [] : [place.file])),
  );
  for (const file of files) {
    if (!file.startsWith(join('groundtruth', '/'))) continue;
    const { text } = await readRepaired(folder, file, { ...options, repair: false });
    if (text !== null) texts.set(file, text);
  }
}

/** A file that several parts of the linter cannot read is one finding. */
function unique(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.rule, finding.place, finding.message]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Defects of every recording on disk, rules included. @throws {DatasetError} when apk-info.csv cannot be read. */
async function lintRecordings(folder: string, options: { signal: AbortSignal }): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const defect of findSphinxDefects({ dataDirectory: folder, split: 'present', ...options })) {
    const [rule, name] = KINDS[defect.kind];
    const file = `groundtruth/${defect.item}${name === '' ? '' : `/${name}`}`;
    const message = `${defect.item}: ${defect.message.replaceAll(`${folder}/`, '')}`;
    findings.push(foundInSphinx(rule, { file, subjects: [defect.item], message }));
  }
  return findings;
}
