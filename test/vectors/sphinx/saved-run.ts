import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  readRecording,
  readRules,
  recordingFolder,
  type SphinxRecording,
} from '../../../src/benchmarks/sphinx/recordings/recording.js';
import type { RecordedAction } from '../../../src/benchmarks/sphinx/saved-runs/native-action.js';
import { pairId } from '../../../src/benchmarks/sphinx/saved-runs/pair.js';
import { readSavedRun } from '../../../src/benchmarks/sphinx/saved-runs/saved-run.js';
import { evaluateTrace } from '../../../src/evaluators/tree-rules/evaluate-trace.js';
import { hierarchyReader, trajectoryTrace } from '../../../src/evaluators/tree-rules/trajectory-trace.js';
import { FileContentError, FileUnreadableError } from '../../../src/formats/file-errors.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  loader: z.enum(['sphinx', 'appagent']),
  kind: z.string(),
  task: z.int(),
  app: z.string(),
  actions: z.array(z.int()),
  activities: z.array(z.int()),
  screens: z.array(z.int()),
  expect: z.union([z.object({ success: z.boolean(), acp: z.number() }), z.object({ error: z.string() })]),
});
type Line = z.infer<typeof LineSchema>;

/** The recording that was read last; neighbouring lines are of the same pair. */
let latest: { readonly id: string; readonly recording: SphinxRecording } | null = null;

async function recordingOf(data: string, line: Line): Promise<SphinxRecording> {
  const id = pairId(line);
  if (latest?.id !== id) {
    const recording = await readRecording(data, line);
    if (recording === null) throw new Error(`no recording ${id}`);
    latest = { id, recording };
  }
  return latest.recording;
}

/** Writes the run folder that a line describes; at once, since asynchronous calls would take most of the time. */
async function writeRun(folder: string, line: Line, data: string): Promise<void> {
  const recording = await recordingOf(data, line);
  const { steps } = recording.trajectory;
  const activities = line.activities.map((index) => {
    const activity = steps[index]?.screen.activity;
    return [activity?.package, activity?.activity];
  });
  const actions = line.actions.map((index) => saved(recording.actions[index]));
  writeFileSync(join(folder, 'actions.json'), JSON.stringify(actions));
  writeFileSync(join(folder, 'activities.json'), JSON.stringify(activities));
  const first = line.loader === 'sphinx' ? 0 : 1;
  for (const [place, index] of line.screens.entries()) {
    const screen = resolve(recordingFolder(data, line), `${index}.xml`);
    copyFileSync(screen, join(folder, `${place + first}.xml`));
  }
}

function saved(action: RecordedAction | undefined): unknown {
  if (action === undefined) throw new Error('no such action');
  const { type, ...fields } = action;
  return { action_type: type === 'input' ? 'TEXT' : type.toUpperCase(), ...fields };
}

async function load(folder: string, line: Line, data: string): Promise<Line['expect']> {
  const signal = new AbortController().signal;
  const mode = 'reference';
  try {
    const run = await readSavedRun(folder, { layout: line.loader });
    if (run === null) throw new Error('no run');
    const steps = trajectoryTrace(run.trajectory, { mode, hierarchies: hierarchyReader({ signal }) });
    const { success, completion } = await evaluateTrace(await readRules(data, line), steps, { mode });
    return { success: success ?? false, acp: completion ?? Number.NaN };
  } catch (error) {
    if (error instanceof FileUnreadableError) return { error: 'FileNotFoundError' };
    if (error instanceof FileContentError) return { error: 'ValueError' };
    throw error;
  }
}

export const savedRunSuite = lineSuite(
  'saved_run.jsonl',
  LineSchema,
  async (line, context) => {
    const data = dataFolder(context);
    const folder = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'run');
    try {
      mkdirSync(folder);
      await writeRun(folder, line, data);
      return difference(await load(folder, line, data), line.expect);
    } finally {
      rmSync(join(folder, '..'), { recursive: true });
    }
  },
  (line) => `${line.task}/${line.app} ${line.loader} ${line.kind}`,
);
