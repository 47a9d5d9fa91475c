import { join } from 'node:path';
import { z } from 'zod';
import {
  RecordedActionSchema,
  toAction,
  type RecordedAction,
} from '../../../src/benchmarks/sphinx/saved-runs/native-action.js';
import {
  readRecording,
  readRules,
  recordingFolder,
  type SphinxRecording,
} from '../../../src/benchmarks/sphinx/recordings/recording.js';
import { SPHINX_SCREEN_SIZE } from '../../../src/benchmarks/sphinx/recordings/screen-folder.js';
import { centreOf, parseBounds } from '../../../src/domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../src/domain/hierarchy/ui-hierarchy.js';
import { DatasetError } from '../../../src/errors.js';
import { evaluateTrace } from '../../../src/evaluators/tree-rules/evaluate-trace.js';
import { parseTreeRules } from '../../../src/evaluators/tree-rules/rule.js';
import { traceAction } from '../../../src/evaluators/tree-rules/trace-action.js';
import type { TraceStep } from '../../../src/evaluators/tree-rules/trace.js';
import { FILE_LIMITS } from '../../../src/files/file-limits.js';
import { readBytes } from '../../../src/files/read-bytes.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const PointsSchema = z.array(z.tuple([z.number(), z.number()]));
const ActionSchema = z.union([
  z.object({ gt: z.int(), msg: z.string().optional(), coords: z.literal(true).optional() }),
  z.object({
    type: z.string(),
    bounds: z.string().optional(),
    coords: PointsSchema.optional(),
    msg: z.string().optional(),
  }),
]);
const LineSchema = z.object({
  id: z.string(),
  task: z.int(),
  app: z.string(),
  steps: z.array(
    z.object({ s: z.int(), a: ActionSchema, act: z.tuple([z.string(), z.string()]).optional() }),
  ),
  evaluators: z.array(z.looseObject({ type: z.string() })).optional(),
  expect: z.object({
    entries: z.array(z.array(z.unknown())),
    success: z.union([z.boolean(), z.string()]),
    acp: z.union([z.number(), z.string()]),
  }),
});
type Line = z.infer<typeof LineSchema>;

/** What the lines of one task and app share. */
interface Folder {
  readonly key: string;
  readonly recording: SphinxRecording;
  readonly rules: readonly unknown[];
  screen(index: number): Promise<UiHierarchy>;
}

async function openFolder(data: string, { task, app }: Line): Promise<Folder> {
  const recording = await readRecording(data, { task, app });
  if (recording === null) throw new Error(`no recording ${task}/${app}`);
  const screens = new Map<number, Promise<UiHierarchy>>();
  const read = async (index: number): Promise<UiHierarchy> =>
    parseHierarchy(
      await readBytes(join(recordingFolder(data, { task, app }), `${index}.xml`), {
        maxBytes: FILE_LIMITS.hierarchy,
      }),
    );
  return {
    key: `${task}/${app}`,
    recording,
    rules: await readRules(data, { task, app }),
    screen(index) {
      const known = screens.get(index) ?? read(index);
      screens.set(index, known);
      return known;
    },
  };
}

function traceStep({ s, a, act }: Line['steps'][number], folder: Folder): TraceStep {
  const { steps } = folder.recording.trajectory;
  const recorded = steps[Math.min(s, steps.length - 1)]?.screen.activity?.activity ?? null;
  return {
    activity: act?.[1] ?? recorded,
    action: traceAction(toAction(nativeAction(a, folder.recording)), SPHINX_SCREEN_SIZE),
    hierarchy: () => folder.screen(s),
  };
}

function nativeAction(action: z.infer<typeof ActionSchema>, { actions }: SphinxRecording): RecordedAction {
  if (!('gt' in action)) {
    const { type, bounds, coords, msg } = action;
    return RecordedActionSchema.parse({
      type,
      element: bounds === undefined ? null : { bounds },
      coords,
      message: msg,
    });
  }
  const recorded = actions[action.gt];
  if (recorded === undefined) throw new Error(`no action ${action.gt}`);
  const typed =
    recorded.type === 'input' ? { ...recorded, message: action.msg ?? recorded.message } : recorded;
  if (action.coords === undefined || !('element' in typed)) return typed;
  const box = parseBounds(typed.element?.['bounds'] ?? '');
  if (box === null) throw new Error('no bounds');
  const centre = centreOf(box);
  return RecordedActionSchema.parse({ ...typed, element: null, coords: [centre, centre] });
}

async function evaluate(line: Line, folder: Folder): Promise<Line['expect']> {
  const steps = line.steps.map((step) => traceStep(step, folder));
  const entries = line.evaluators ?? folder.rules;
  try {
    const rules = parseTreeRules(entries, line.id);
    const { rules: results, success, completion } = await evaluateTrace(rules, steps, { mode: 'reference' });
    const exception = results.find(({ holds }) => holds === null)?.exception ?? '';
    return {
      entries: results.map((result) =>
        result.holds === null
          ? [result.type, 'error', result.exception]
          : [result.type, result.holds, result.index],
      ),
      success: success ?? `error:${exception}`,
      acp: completion ?? `error:${exception}`,
    };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const types = line.evaluators?.map(({ type }) => [type, 'error', 'ValueError']) ?? [];
    return { entries: types, success: 'error:ValueError', acp: 'error:ValueError' };
  }
}

let current: Promise<Folder> | null = null;
let currentKey = '';

export const evaluatorSuite = lineSuite(
  'evaluator.jsonl',
  LineSchema,
  async (line, context) => {
    const key = `${line.task}/${line.app}`;
    if (current === null || currentKey !== key) {
      current = openFolder(dataFolder(context), line);
      currentKey = key;
    }
    return difference(await evaluate(line, await current), line.expect);
  },
  (line) => line.id,
);
