import { join, resolve } from 'node:path';
import type { Exploration } from '../../builder/explore/explore.js';
import type { Action } from '../../domain/action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { EdgeAction, Graph } from '../../domain/graph/graph.js';
import { pixelPoint } from '../../domain/geometry.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { DatasetError, UserError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { parseGraphFile } from '../../formats/graph/read-graph.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import { MissLineSchema, type MissLine } from '../../formats/survey/miss-line.js';
import type { SurveyEvent } from '../../formats/survey/survey-event.js';
import type { RecordedPhoneChoice } from '../record/open-recorded-phone.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';

export interface FillMissesOptions {
  /** File of misses, JSON Lines; relative to the working directory. */
  readonly at: string;
  readonly phone: RecordedPhoneChoice;
  readonly workingDirectory: string;
  /** Steps, of all sessions. */
  readonly maxSteps: number;
  /** Of this session. */
  readonly maxSeconds: number;
  /** Of earlier sessions: misses that were tried are not tried again. */
  readonly events: readonly SurveyEvent[];
  readonly signal: AbortSignal;
}

export interface FilledMisses {
  /** Counts are of all sessions. */
  readonly tried: number;
  /** Could not be reached, or were not come to. */
  readonly left: number;
  readonly end: 'complete' | 'steps' | 'seconds';
}

/**
 * Tries the misses of a world on its live phone, the most frequent first: walks to each screen by the world's edges and does what
 * was missed there.
 *
 * @throws {UserError} where the phone is none of a world's, {DatasetError} for a file that holds no misses
 */
export async function fillMisses(
  exploration: Exploration,
  { at, phone, workingDirectory, maxSteps, maxSeconds, events, signal }: FillMissesOptions,
): Promise<FilledMisses> {
  if (phone.type !== 'benchmark') {
    throw new UserError('--at fills branches of a world, and none is named', {
      hint: 'Name its folder: touchstone build explore ./my-world --env chromium --at misses.jsonl --out survey',
    });
  }
  const file = resolve(workingDirectory, at);
  const misses = readMisses(await readTextFile(file, { signal }), file);
  const registry = await openRegistry(namedPlugins({ plugins: [] }, phone.name), { workingDirectory });
  const folder = registry.benchmark(phone.name, workingDirectory).folder;
  const source = join(folder ?? resolve(workingDirectory, phone.name), 'graph.json');
  if (!(await isThere(source))) {
    throw new UserError(`${phone.name} has no graph.json`, { hint: 'Name the folder of a world.' });
  }
  const text = await readTextFile(source, { signal });
  const graph = buildGraph(parseGraphFile(text, source));
  const endAt = performance.now() + maxSeconds * 1000;
  const earlier = earlierOf(events);
  await exploration.takeUp();
  let tried = 0;
  let left = 0;
  let end: FilledMisses['end'] = 'complete';
  for (const { screen, action } of misses.toSorted((a, b) => b.count - a.count)) {
    const way = wayTo(graph, screen);
    const node = graph.nodes[graph.nodeIndex.get(screen) ?? -1];
    if (node === undefined) {
      throw new DatasetError(`the world has no screen ${JSON.stringify(screen)}`, {
        place: { file },
        hint: didYouMean(screen, graph.nodeIndex.keys()),
      });
    }
    const name = canonicalJson({ screen, action });
    const before = earlier.get(name);
    if (before !== undefined) {
      if (before) tried += 1;
      else left += 1;
      continue;
    }
    // The start counts as a step, as does what is tried.
    const isTooFar = way !== null && exploration.steps + way.length + 2 > maxSteps;
    const isLate = performance.now() >= endAt;
    if (isTooFar || isLate) end = isLate ? 'seconds' : 'steps';
    if (way === null || isTooFar || isLate) {
      left += 1;
      continue;
    }
    signal.throwIfAborted();
    const wanted = node.screens[0]?.activity ?? null;
    const isThere = await exploration.tryAt(
      way,
      action,
      ({ activity }) =>
        wanted === null || (activity?.package === wanted.package && activity.activity === wanted.activity),
      name,
    );
    if (isThere) tried += 1;
    else left += 1;
  }
  return { tried, left, end };
}

/** Misses that earlier sessions came to, and whether they could be tried. */
function earlierOf(events: readonly SurveyEvent[]): ReadonlyMap<string, boolean> {
  const earlier = new Map<string, boolean>();
  for (const event of events) {
    if (event.type !== 'note') continue;
    if (event.kind === 'branch' || event.kind === 'no-branch')
      earlier.set(event.detail, event.kind === 'branch');
  }
  return earlier;
}

/** The misses of a file. @throws {DatasetError} naming the line that is none */
export function readMisses(text: string, file: string): readonly MissLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = null;
    }
    const read = MissLineSchema.safeParse(value);
    if (read.success) return [read.data];
    throw new DatasetError('the line is no miss', {
      place: { file, line: index + 1 },
      hint: 'A line is {"screen": "NODE", "action": {…}, "count": 3}.',
    });
  });
}

/** Actions from the start to a screen, the fewest; null where no edges lead there. */
function wayTo(graph: Graph, screen: string): readonly Action[] | null {
  const target = graph.nodeIndex.get(screen);
  const ways = new Map<number, readonly Action[]>([[graph.root, []]]);
  // Grows while it is walked: what is found is looked at in its turn.
  const queue = [graph.root];
  for (const node of queue) {
    const way = ways.get(node) ?? [];
    if (node === target) return way;
    const visit = (to: number, action: Action | null): void => {
      if (action === null || ways.has(to)) return;
      ways.set(to, [...way, action]);
      queue.push(to);
    };
    for (const edge of graph.nodes[node]?.edges ?? []) {
      const [action] = edge.actions.flatMap((one) => actionOf(one) ?? []);
      visit(edge.target, action ?? null);
    }
    if (node !== graph.root) continue;
    for (const [app, entries] of graph.launcher.corrected.entries) {
      const [entry] = entries;
      if (entry !== undefined) visit(entry, { type: 'open_app', app });
    }
  }
  return null;
}

function actionOf(edge: EdgeAction): Action | null {
  switch (edge.type) {
    case 'click':
    case 'long_press': {
      const { box, point } = edge;
      const at = point ?? (box === null ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
      if (at === null) return null;
      const target = {
        type: 'point',
        point: pixelPoint(Math.floor(at[0] ?? 0), Math.floor(at[1] ?? 0)),
      } as const;
      return edge.type === 'click' ? { type: 'tap', target } : { type: 'long_press', target };
    }
    case 'swipe':
      return edge.direction === null ? null : { type: 'swipe', direction: edge.direction };
    case 'type':
      return { type: 'type', text: edge.text };
    case 'key':
      return { type: 'key', key: edge.key };
    case 'open':
      return { type: 'open_app', app: edge.app };
    case 'wait':
      return { type: 'wait' };
    case 'other':
      return null;
    default:
      return edge satisfies never;
  }
}
