import { join } from 'node:path';
import { z } from 'zod';
import { parseSuiteObject, writeSuiteObject } from '../../benchmarks/suite/test-cases/suite-object.js';
import type { Instruction } from '../../builder/curate/near-duplicates.js';
import { WorldScreens } from '../../builder/screens/world-screens.js';
import {
  proposeTasks,
  TASK_ROLES,
  type ProposalEnd,
  type TaskProposal,
} from '../../builder/tasks/propose-tasks.js';
import { carriedOver } from '../../builder/tasks/carry-over.js';
import { countBy } from '../../domain/collections/count-by.js';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import type { Task } from '../../domain/task.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import { SuiteFileSchema, type SuiteFile } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import type { Settings } from '../settings/setting.js';
import { openRecordedWorld, type OpenWorld } from './open-world.js';
import { openStage } from './open-stage.js';
import { hasModel, jsonLines, unpricedWarning, type StageCall, type StageReport } from './stage-report.js';

export interface BuildTasksOptions extends StageCall {
  /** Routes that are looked at. */
  readonly count: number;
  /** States of a route at most. */
  readonly length: number;
  /** Actions that a task takes at least. */
  readonly leastSteps: number;
  /** Overlap from which two instructions are near-duplicates, 0–1. */
  readonly threshold: number;
  readonly pictures: boolean;
  /** Longest side of pictures, pixels; null as recorded. */
  readonly maxSide: number | null;
  /** Whether the tasks are added to the world's own `suite.json`, too. */
  readonly add: boolean;
}

/** What a call of `touchstone build tasks` came to. */
export interface BuiltTasks extends StageReport {
  /** Proposals by what became of them. */
  readonly ends: Readonly<Partial<Record<ProposalEnd, number>>>;
  readonly proposals: number;
  /** Ids of the tasks. */
  readonly tasks: readonly string[];
  /** File of the tasks; absolute. */
  readonly suite: string;
  /** Tasks that were added to the world by this call; null where nobody asked for it. */
  readonly added: number | null;
}

const ProposalRecordSchema = z.object({ task: z.string(), milestones: z.array(z.unknown()) });

/** Steps of tasks that have no limit of their own. */
const DEFAULT_STEPS = 30;

/**
 * Proposes tasks for a recorded world: `proposals.jsonl` says what became of each, `suite.json` holds those that were proved and are to
 * be confirmed (`touchstone tasks review`). The same call goes on where it was interrupted, and asks nothing twice.
 *
 * @throws {UserError | DatasetError} where there is no such world, or its suite cannot be read
 */
export async function buildTasks(
  name: string,
  settings: Settings,
  options: BuildTasksOptions,
): Promise<BuiltTasks> {
  const { out, signal } = options;
  const opened = await openRecordedWorld(name, options);
  const isAsked = hasModel(settings, options);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'tasks',
    folder: out,
    identity: { world: opened.world.graph.name },
    roles: isAsked ? TASK_ROLES : [],
  });
  const file = join(out, 'suite.json');
  const own = await tasksOf(file, signal);
  const known = await knownTasks(opened, own, settings, signal);
  const screens = new WorldScreens(opened.world, options);
  const proposals = await proposeTasks(screens, {
    ...options,
    ask: isAsked ? stage.ask : null,
    language: known.language,
    seed: settings.seed,
    existing: known.instructions,
    taken: known.ids,
    concurrency: settings.concurrency,
  });
  const record = join(out, 'proposals.jsonl');
  const asMade = await asMadeBefore(record, signal);
  await writeWholeFile(record, jsonLines(proposals.map(recordOf)), { signal });
  const tasks = proposals.flatMap(({ task }) => task ?? []);
  const suite: SuiteFile = {
    formatVersion: 2,
    name: `${opened.world.graph.name} proposals`,
    version: '1',
    languages: [known.language],
    defaultMaxSteps: DEFAULT_STEPS,
    tasks: carriedOver(tasks, own, asMade),
  };
  await writeJsonFile(file, suite, SuiteFileSchema, { signal });
  const added = options.add ? await addTo(opened, suite, signal) : null;
  return {
    folder: out,
    proposals: proposals.length,
    ends: countBy(proposals.map(({ end }) => end)),
    tasks: tasks.map(({ id }) => id),
    suite: file,
    added,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [
      ...(isAsked ? [] : ['no model is named: tasks are the ends of routes, in words of their titles']),
      ...leftOver(proposals),
      ...unpricedWarning(settings, stage.cost),
    ],
  };
}

async function tasksOf(file: string, signal: AbortSignal): Promise<readonly Task[]> {
  return (await isThere(file)) ? (await readSuite(file, { signal })).suite.tasks : [];
}

/** What each proposal of the call before asked for when it was made, by the id of its task. */
async function asMadeBefore(file: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (!(await isThere(file))) return new Map();
  const lines = (await readTextFile(file, { signal })).split('\n');
  return new Map(
    lines.flatMap((line): (readonly [string, string])[] => {
      const read = ProposalRecordSchema.safeParse(parsedLine(line));
      return read.success ? [[read.data.task, canonicalJson(read.data.milestones)]] : [];
    }),
  );
}

/** Null for a line that is none: its task counts as corrected then. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The tasks that the world has, without those that are ours. */
async function knownTasks(
  { suiteFile }: OpenWorld,
  own: readonly Task[],
  settings: Settings,
  signal: AbortSignal,
): Promise<{
  readonly language: string;
  readonly instructions: readonly Instruction[];
  readonly ids: ReadonlySet<string>;
}> {
  const suite = suiteFile === null ? null : (await readSuite(suiteFile, { signal })).suite;
  const ours = new Set(own.map(({ id }) => id));
  const others = (suite?.tasks ?? []).filter(({ id }) => !ours.has(id));
  return {
    language: settings.language ?? suite?.languages[0] ?? 'en',
    instructions: others.flatMap(({ id, instructions }) =>
      Object.entries(instructions).map(([language, instruction]) => ({ id, language, instruction })),
    ),
    ids: new Set(others.map(({ id }) => id)),
  };
}

/** Adds the tasks to the world's own; those that it has are left as they are. */
async function addTo(
  { folder, suiteFile }: OpenWorld,
  suite: SuiteFile,
  signal: AbortSignal,
): Promise<number> {
  const file = suiteFile ?? join(folder, 'suite.json');
  if (suiteFile === null) {
    await writeJsonFile(file, { ...suite, name: suite.name.replace(/ proposals$/, '') }, SuiteFileSchema, {
      signal,
    });
    return suite.tasks.length;
  }
  const before = parseSuiteObject(await readTextFile(file, { signal }), file);
  const ids = new Set(before.tasks.map((task) => task['id']));
  const fresh = suite.tasks.filter(({ id }) => !ids.has(id));
  if (fresh.length === 0) return 0;
  const languages = [...new Set([...before.languages, ...suite.languages])];
  await writeSuiteObject(file, { ...before, languages, tasks: [...before.tasks, ...fresh] }, { signal });
  return fresh.length;
}

function recordOf({ task, ...proposal }: TaskProposal): unknown {
  return {
    ...proposal,
    task: task?.id ?? null,
    steps: task?.optimalSteps ?? null,
    milestones: task?.milestones ?? null,
  };
}

function leftOver(proposals: readonly TaskProposal[]): string[] {
  const left = proposals.filter(({ end }) => end === 'left' || end === 'unreadable');
  const [first] = left;
  if (first === undefined) return [];
  return [`${left.length} proposals were not made (${first.reason}); the same command goes on`];
}
