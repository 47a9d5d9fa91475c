import { showValue } from '../../../domain/text/show-value.js';
import { isDeepStrictEqual } from 'node:util';
import { TestCaseSchema, type TestCase } from '../../../domain/test-case.js';
import { checkSchema, placeOf } from '../../../formats/read-json-file.js';
import { TestCaseFileError } from '../../../formats/test-cases/test-case-file-error.js';
import type { WrittenCase } from '../../../formats/test-cases/written-case.js';
import { draftTask, expectationsOf, tagsOf, testCaseOf } from './draft-task.js';
import { goalInstruction, languageOf } from './goal-instruction.js';
import { mergeExpectations } from './merge-expectations.js';
import type { SuiteObject, TaskObject } from './suite-object.js';
import type { WorldPages } from './world-pages.js';

/** What an import has done to one task. */
export interface ImportedCase {
  readonly id: string;
  readonly title: string;
  /** `gone`: the file no longer has the case; the task stays. */
  readonly status: 'added' | 'changed' | 'unchanged' | 'gone';
  /** Sentences, for people. */
  readonly changes: readonly string[];
}

/** A case and the file it stands in, relative to the folder of the suite. */
export interface CaseOfFile {
  readonly written: WrittenCase;
  readonly file: string;
}

export interface MergeOptions {
  /** Path and text of the suite's file, for places in errors. */
  readonly suiteFile: string;
  readonly suiteText: string;
  /** Language of the instructions; that of each case unless given. */
  readonly language: string | null;
  readonly world: WorldPages | null;
}

/**
 * Brings a suite up to its written test cases, matched by id. Tasks that come from no case, and cases of other files,
 * stay as they are; so does anything changed by hand.
 *
 * @throws {TestCaseFileError} when a case has the id of a task that comes from no test case
 */
export function mergeSuite(
  suite: SuiteObject,
  cases: readonly CaseOfFile[],
  options: MergeOptions,
): { readonly suite: SuiteObject; readonly cases: readonly ImportedCase[] } {
  const tasks = [...suite.tasks];
  const indexOf = new Map(tasks.map((task, index) => [task['id'], index]));
  const languages = new Set(suite.languages);
  const imported: ImportedCase[] = [];
  for (const { written, file } of cases) {
    const testCase = testCaseOf(written, file);
    const language = options.language ?? languageOf(testCase);
    languages.add(language);
    const index = indexOf.get(written.id);
    const common = { id: written.id, title: written.title };
    if (index === undefined) {
      tasks.push(draftTask(written.id, testCase, { language, world: options.world }));
      imported.push({ ...common, status: 'added', changes: [] });
      continue;
    }
    const merged = mergeTask(tasks[index] ?? {}, testCase, { ...options, written, index, language });
    const isSame = isDeepStrictEqual(merged.task, tasks[index]);
    tasks[index] = merged.task;
    imported.push({ ...common, status: isSame ? 'unchanged' : 'changed', changes: merged.changes });
  }
  const files = new Set(cases.map(({ file }) => file));
  const present = new Set(cases.map(({ written }) => written.id));
  for (const task of tasks) {
    const known = TestCaseSchema.safeParse(task['testCase']);
    const id = showValue(task['id']);
    if (!known.success || !files.has(known.data.file) || present.has(id)) continue;
    const changes = [`${known.data.file} no longer has it; the task stays: remove it by hand`];
    imported.push({ id, title: known.data.title, status: 'gone', changes });
  }
  return { suite: { ...suite, languages: [...languages], tasks }, cases: imported };
}

interface MergeTaskOptions extends MergeOptions {
  readonly written: WrittenCase;
  readonly index: number;
  readonly language: string;
}

function mergeTask(
  task: TaskObject,
  now: TestCase,
  { written, index, language, suiteFile, suiteText, world }: MergeTaskOptions,
): { readonly task: TaskObject; readonly changes: readonly string[] } {
  if (task['testCase'] === undefined) {
    const { line } = placeOf(suiteFile, suiteText, ['tasks', index]);
    throw new TestCaseFileError(
      `the suite has a task "${written.id}" that no test case made (${suiteFile}${line === undefined ? '' : `:${line}`})`,
      { place: written.place, hint: 'Give the case another id, or import into a suite of its own.' },
    );
  }
  const at = ['tasks', index, 'testCase'];
  const before = checkSchema(task['testCase'], TestCaseSchema, { file: suiteFile, text: suiteText, at });
  const changes = describeSteps(before, now);
  const instructions = mergeInstruction(task['instructions'], { before, now, language, changes });
  const current = Array.isArray(task['evaluators']) ? (task['evaluators'] as readonly unknown[]) : [];
  const merged = mergeExpectations(current, expectationsOf(now), world);
  const tags = mergeTags(task['tags'], before, now);
  return {
    task: {
      ...task,
      instructions,
      ...(tags !== null && { tags }),
      evaluators: merged.evaluators,
      testCase: now,
    },
    changes: [...changes, ...merged.changes],
  };
}

/** A new instruction where nobody has changed the old one. */
function mergeInstruction(
  value: unknown,
  {
    before,
    now,
    language,
    changes,
  }: {
    readonly before: TestCase;
    readonly now: TestCase;
    readonly language: string;
    readonly changes: string[];
  },
): unknown {
  if (typeof value !== 'object' || value === null) return { [language]: goalInstruction(now) };
  const instructions = value as Readonly<Record<string, unknown>>;
  const [old, fresh] = [goalInstruction(before), goalInstruction(now)];
  const current = instructions[language];
  if (old === fresh && current !== undefined) return value;
  if (current === undefined || current === old) {
    changes.push(`its instruction is now "${fresh}"`);
    return { ...instructions, [language]: fresh };
  }
  changes.push(`its instruction was changed by hand and stays; from the case as it is now: "${fresh}"`);
  return value;
}

/** Tags with those of the case in place of its earlier ones; null where nothing is to be done. */
function mergeTags(value: unknown, before: TestCase, now: TestCase): unknown[] | null {
  const [old, fresh] = [tagsOf(before), tagsOf(now)];
  if (isDeepStrictEqual(old, fresh) || !Array.isArray(value)) return null;
  const kept = (value as readonly unknown[]).filter((tag) => !old.includes(String(tag)));
  return [...new Set([...fresh, ...kept])];
}

function describeSteps(before: TestCase, now: TestCase): string[] {
  const changes: string[] = [];
  if (before.title !== now.title) changes.push(`its title is now "${now.title}"`);
  if (before.preconditions !== now.preconditions) {
    changes.push(
      now.preconditions === undefined ? 'its preconditions are gone' : 'its preconditions have changed',
    );
  }
  if (before.steps.length !== now.steps.length) {
    changes.push(`it has ${now.steps.length} steps where it had ${before.steps.length}`);
  }
  for (const [index, step] of now.steps.entries()) {
    const old = before.steps[index];
    if (old !== undefined && (old.action !== step.action || old.data !== step.data)) {
      changes.push(`step ${index + 1} now says "${step.action}"`);
    }
  }
  return changes;
}
