import { z } from 'zod';
import type { Observation } from '../../../domain/screen.js';
import type { Environment, EpisodeStart } from '../../../environments/environment.js';
import type { SurveyEvent } from '../../../formats/survey/survey-event.js';
import type { Ask } from '../../../models/asking/model-question.js';
import { reads } from '../../../models/readers/reading.js';
import type { ExplorationRecord } from '../explore-options.js';
import { askOperator } from './operate.js';
import type { PublishedNode } from './published-node.js';
import { readElements, type ListedElement } from './read-elements.js';

/** Source: ColorBench, BFS explorer: its defaults. */
export const PUBLISHED_DEFAULTS = { maxDepth: 3, maxTrajectories: 50, operatorSteps: 10 } as const;

export interface ExplorePublishedOptions {
  readonly environment: Environment;
  readonly start: EpisodeStart;
  readonly record: ExplorationRecord;
  readonly ask: Ask;
  /** App that is opened first. */
  readonly app: string;
  readonly maxDepth?: number;
  readonly maxTrajectories?: number;
  /** Events of earlier sessions: nodes that they completed are not carried out again. */
  readonly earlier?: readonly SurveyEvent[];
  /** Steps, of all sessions. */
  readonly maxSteps?: number;
  /** Milliseconds, of this session. */
  readonly maxMs?: number;
  /** Keeps a node that is completed, with the pictures as they were taken. */
  readonly save: (node: PublishedNode) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onNode?: (completed: number) => void;
}

interface QueuedNode {
  readonly path: readonly string[];
  readonly depth: number;
}

interface Seen {
  readonly capture: number;
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * The published exploration, breadth first over paths: an operator carries each path out from a fresh phone, a lister names what can be
 * tapped where it ends, and every name makes the path one longer. Pages are not told apart by what they show, and the first node at
 * the greatest depth ends it all. Source: ColorBench, BFS explorer.
 */
export async function explorePublished(
  options: ExplorePublishedOptions,
): Promise<'complete' | 'steps' | 'seconds'> {
  const { app, maxDepth = PUBLISHED_DEFAULTS.maxDepth } = options;
  const { maxTrajectories = PUBLISHED_DEFAULTS.maxTrajectories, signal } = options;
  const queue: QueuedNode[] = [{ path: [`<please do the following: open ${app}>`], depth: 0 }];
  const visited = new Set<string>();
  const { earlier = [], maxSteps = Number.POSITIVE_INFINITY, maxMs = Number.POSITIVE_INFINITY } = options;
  const known = completedNodes(earlier);
  const steps = { count: earlier.filter(({ type }) => type === 'step').length, most: maxSteps };
  const endAt = performance.now() + maxMs;
  for (let completed = 0; completed < maxTrajectories;) {
    const node = queue.shift();
    if (node === undefined) break;
    signal.throwIfAborted();
    const signature = node.path.join(' -> ');
    const isNew = !visited.has(signature);
    visited.add(signature);
    let names = known.get(completed);
    if (names === undefined) {
      if (steps.count >= steps.most) return 'steps';
      if (performance.now() >= endAt) return 'seconds';
      const screens = await operate(node, signature, { ...options, steps });
      // A path that was cut short is carried out as a whole another time.
      if (steps.count >= steps.most) return 'steps';
      const last = screens.at(-1);
      const listed = last === undefined ? [] : await list(last, signature, options);
      names = isNew && node.depth < maxDepth ? listed.map(({ name }) => name) : [];
      const pictures = screens.flatMap(({ picture }) => (picture === null ? [] : [picture.bytes]));
      await options.save({ path: node.path, screens: pictures, savedAt: new Date() });
      options.record.append({ type: 'note', kind: 'node', detail: JSON.stringify(names) });
      await options.record.commit();
    }
    completed += 1;
    options.onNode?.(completed);
    if (node.depth >= maxDepth) break;
    queue.push(...names.map((name) => ({ path: [...node.path, `点击${name}`], depth: node.depth + 1 })));
  }
  return 'complete';
}

/** Names that earlier sessions listed, by how many nodes were completed before. */
function completedNodes(events: readonly SurveyEvent[]): ReadonlyMap<number, readonly string[]> {
  const nodes = events.filter((event) => event.type === 'note' && event.kind === 'node');
  return new Map(
    nodes.map((event, index) => [
      index,
      z.array(z.string()).parse(JSON.parse(event.type === 'note' ? event.detail : '[]')),
    ]),
  );
}

/** Carries a path out as one task from a fresh phone. Returns what was seen before each step and at the end. */
async function operate(
  { depth }: QueuedNode,
  task: string,
  {
    environment,
    start,
    record,
    ask,
    signal,
    steps,
  }: ExplorePublishedOptions & { readonly steps: { count: number; readonly most: number } },
): Promise<Seen[]> {
  record.append({ type: 'walk', why: 'reset', of: `depth ${depth}` });
  const screens: Seen[] = [await look(await environment.reset(start, { signal }), record, signal)];
  const history: string[] = [];
  for (let step = 1; step <= PUBLISHED_DEFAULTS.operatorSteps; step += 1) {
    const here = screens.at(-1);
    if (here === undefined || here.picture === null || steps.count >= steps.most) break;
    const { picture, size } = here;
    const next = await askOperator(ask, { task, step, history, picture, size, subject: task });
    if (next === null || next.type === 'terminate') break;
    steps.count += 1;
    const result = await environment.step(next.action, { signal });
    if (result.type === 'ended') break;
    history.push(JSON.stringify(next.action));
    const seen = await look(result.observation, record, signal);
    const { rule } = result.transition;
    record.append({ type: 'step', from: here.capture, to: seen.capture, action: next.action, rule });
    screens.push(seen);
  }
  return screens;
}

/** What can be tapped on a screen, by the lister. */
async function list(
  { picture }: Seen,
  subject: string,
  { ask }: ExplorePublishedOptions,
): Promise<readonly ListedElement[]> {
  if (picture === null) return readElements('');
  const text = [
    'List every element of this phone screen that can be tapped. Leave out what is recommended content or advertising.',
    'Answer with JSON: {"clickable_elements": [{"element_name": "...", "element_type": "...", "coordinates": [x, y], "description": "...", "confidence": 0.9}]}',
  ].join('\n');
  const reply = await ask({
    role: 'lister',
    purpose: `elements of ${subject}`,
    request: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image', mediaType: picture.mediaType, data: picture.bytes },
          ],
        },
      ],
      temperature: 0,
      maxOutputTokens: 2048,
    },
    read: (answer) => reads(readElements(answer)),
    retries: 0,
  });
  return reply.type === 'value' ? reply.value : readElements('');
}

async function look({ screen }: Observation, record: ExplorationRecord, signal: AbortSignal): Promise<Seen> {
  const bytes = (await screen.picture?.load({ signal })) ?? null;
  const hierarchy = (await screen.hierarchy?.load({ signal })) ?? null;
  const picture = bytes === null ? null : { bytes, mediaType: screen.picture?.mediaType ?? 'image/png' };
  const { size, activity } = screen;
  const { capture } = await record.capture({ size, activity, picture, hierarchy });
  return { capture, picture, size: size ?? { width: 1080, height: 2400 } };
}
