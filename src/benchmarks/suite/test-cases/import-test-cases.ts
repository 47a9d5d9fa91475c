import { existsSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { DatasetError, UserError, type FilePlace } from '../../../errors.js';
import type { ImportReport } from '../../../formats/results/import-report.js';
import { readTextFile } from '../../../formats/read-json-file.js';
import { normalName, type ColumnRole } from '../../../formats/test-cases/column-roles.js';
import { readWithImporter, type Importer } from '../../../formats/test-cases/importer.js';
import { readTestCases } from '../../../formats/test-cases/read-test-cases.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';
import { hierarchyWarning } from '../hierarchy-warning.js';
import { suiteJsonSchema } from '../suite-json-schema.js';
import { mergeSuite, type CaseOfFile } from './merge-suite.js';
import { parseSuiteObject, writeSuiteObject, type SuiteObject } from './suite-object.js';
import { openWorldPages, type WorldPages } from './world-pages.js';
import { claimsExpectation, ExpectationSchema } from '../../../evaluators/expectations/expectation.js';

const SUITE = 'suite.json';
const SCHEMA = 'suite.schema.json';
/** Steps an episode of a new suite may take. Source: SPHINX, whose testing tasks take 11 on average. */
const NEW_SUITE_STEPS = 40;

export interface ImportOptions {
  readonly files: readonly string[];
  /** Folder of the suite; made by the caller. */
  readonly folder: string;
  /** normal name → role that the user gives it; null leaves the column out. */
  readonly columns: ReadonlyMap<string, ColumnRole | null>;
  readonly encoding?: string;
  /** Reads the files; null: as Markdown or delimited text. */
  readonly importer?: Importer | null;
  /** Language of the instructions; that of each case unless given. */
  readonly language: string | null;
  /** Whether to say only what would be done. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads written test cases and brings the suite of a folder up to them; a new suite is begun where there is none.
 * Writes `suite.json` whole or not at all, and only where something has changed; its JSON Schema goes next to it.
 *
 * @throws {DatasetError} with file and place, when a file of cases or the suite cannot be read, before anything is written
 * @throws {UserError} when a column is named that no table has
 */
export async function importTestCases(options: ImportOptions): Promise<ImportReport> {
  const { folder, signal, dryRun } = options;
  const warnings: string[] = [];
  const cases = await readAll(options, warnings);
  const suiteFile = join(folder, SUITE);
  const suiteText = existsSync(suiteFile) ? await readTextFile(suiteFile, { signal }) : null;
  const before = suiteText === null ? null : parseSuiteObject(suiteText, suiteFile);
  const world = await openWorld(folder, warnings, signal);
  const merged = mergeSuite(before ?? newSuite(folder), cases, {
    suiteFile,
    suiteText: suiteText ?? '',
    language: options.language,
    world,
  });
  const suite = before === null ? { ...merged.suite, languages: languagesOf(merged.suite) } : merged.suite;
  const isNew = !isDeepStrictEqual(suite, before);
  if (!dryRun) {
    if (isNew) await writeSuiteObject(suiteFile, suite, { signal });
    await writeSchema(join(folder, SCHEMA), signal);
  }
  const unread = await hierarchyWarning(folder, suite.tasks, { signal });
  const tasks = new Map(suite.tasks.map((task) => [task['id'], task]));
  return {
    formatVersion: 1,
    folder,
    suite: SUITE,
    dryRun,
    written: isNew && !dryRun,
    recordedPages: world?.size ?? null,
    cases: merged.cases.map(({ id, title, status, changes }) => ({
      id,
      title,
      status,
      changes: [...changes],
      expectations: countExpectations(tasks.get(id)?.['evaluators']),
    })),
    warnings: [...warnings, ...preconditionWarning(cases), ...(unread === null ? [] : [unread])],
  };
}

async function readAll(options: ImportOptions, warnings: string[]): Promise<readonly CaseOfFile[]> {
  const seen = new Map<string, FilePlace>();
  const cases: CaseOfFile[] = [];
  const names = new Map<string, string>();
  for (const path of options.files) {
    const file = relative(resolve(options.folder), resolve(path)).split(sep).join('/');
    if (options.importer) {
      const written = await readWithImporter(options.importer, path, { seen, signal: options.signal });
      cases.push(...written.map((one): CaseOfFile => ({ written: one, file })));
      continue;
    }
    const written = await readTestCases(path, {
      columns: options.columns,
      ...(options.encoding !== undefined && { encoding: options.encoding }),
      seen,
      onWarning: (warning) => warnings.push(warning),
      onHeading: (heading) => {
        for (const name of heading) names.set(normalName(name), name.trim());
      },
      signal: options.signal,
    });
    cases.push(...written.map((one): CaseOfFile => ({ written: one, file })));
  }
  const stranger = [...options.columns.keys()].find((name) => !names.has(name));
  if (stranger !== undefined) {
    throw new UserError(`no table has a column "${stranger}"`, {
      hint: `${didYouMean(stranger, names.values())}There are: ${[...names.values()].join(', ')}.`,
    });
  }
  return cases;
}

function newSuite(folder: string): SuiteObject {
  return {
    $schema: `./${SCHEMA}`,
    formatVersion: 2,
    name: basename(resolve(folder)) || 'test-cases',
    version: '1',
    languages: [],
    defaultMaxSteps: NEW_SUITE_STEPS,
    tasks: [],
  };
}

/** Languages of a new suite, that of most of its tasks first. */
function languagesOf({ languages, tasks }: SuiteObject): string[] {
  const count = (language: string): number =>
    tasks.filter((task) => Object.hasOwn(Object(task['instructions']) as object, language)).length;
  return languages.toSorted((a, b) => count(b) - count(a));
}

/** The world of the folder; what is wrong with it is no reason to import nothing. */
async function openWorld(
  folder: string,
  warnings: string[],
  signal: AbortSignal,
): Promise<WorldPages | null> {
  if (!existsSync(join(folder, 'graph.json'))) {
    warnings.push(
      'the folder has no graph.json: put a recorded phone there before you run the suite; `touchstone init world FOLDER --screenshots DIR` makes one of screenshots, and leaves the tasks as they are',
    );
    return null;
  }
  try {
    return await openWorldPages(folder, { signal });
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    warnings.push(`proposals do not look at the recorded phone: ${error.message}`);
    return null;
  }
}

async function writeSchema(file: string, signal: AbortSignal): Promise<void> {
  const schema = suiteJsonSchema();
  const known = existsSync(file) ? await readTextFile(file, { signal }) : null;
  if (known === `${JSON.stringify(schema, null, 2)}\n`) return;
  await writeJsonFile(file, schema, z.record(z.string(), z.unknown()), { signal });
}

function preconditionWarning(cases: readonly CaseOfFile[]): string[] {
  const ids = cases.flatMap(({ written }) => (written.preconditions === null ? [] : [written.id]));
  if (ids.length === 0) return [];
  const shown = ids.slice(0, 5).join(', ');
  const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
  return [
    `${ids.length === 1 ? 'a case has' : `${ids.length} cases have`} preconditions (${shown}${more}): a task starts on the root unless its "start" names a node`,
  ];
}

/** How many expectations of a task are in which state; those in no known shape count as unfinished. */
function countExpectations(evaluators: unknown): ImportReport['cases'][number]['expectations'] {
  const counts = { ready: 0, draft: 0, unfinished: 0, milestone: 0, not_checked: 0 };
  if (!Array.isArray(evaluators)) return counts;
  for (const entry of (evaluators as readonly unknown[]).filter(claimsExpectation)) {
    const { success, data } = ExpectationSchema.safeParse(entry);
    counts[success ? data.status : 'unfinished'] += 1;
  }
  return counts;
}
