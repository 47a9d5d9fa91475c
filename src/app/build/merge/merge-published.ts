import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readVector } from '../../../builder/merge/published/read-vector.js';
import { publishedMerge } from '../../../builder/merge/published/published-merge.js';
import {
  describeRequest,
  PUBLISHED_MERGE_ROLES,
  sameStateRequest,
} from '../../../builder/merge/published/published-questions.js';
import type { ConstructedGraph } from '../../../domain/construction/constructed-graph.js';
import type { Mode } from '../../../domain/mode.js';
import { randomStream } from '../../../domain/random.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import type { ModelCost } from '../../../formats/run/model-cost.js';
import { UserError } from '../../../errors.js';
import { sha256 } from '../../../formats/run/canonical-json.js';
import { BudgetSpentError } from '../../../models/asking/budget-spent-error.js';
import type { Ask, ModelQuestion } from '../../../models/asking/model-question.js';
import type { ModelRoles } from '../../../models/model.js';
import { readChecked, reads } from '../../../models/readers/reading.js';
import type { ProfileOptions } from '../../run/role-profiles.js';
import type { Settings } from '../../settings/setting.js';
import { openStage } from '../open-stage.js';
import { publishedConstruction } from '../published-construction.js';

export interface MergePublishedOptions extends ProfileOptions {
  /** Folder of the stage; absolute. */
  readonly out: string;
  readonly app: string;
  /** `corrected` repairs the defects of the published code; the way stays the published one. */
  readonly mode: Mode;
  /** Similarity, 0-1, above which a page is a known one. */
  readonly threshold: number;
  readonly seed: number;
  readonly models?: ModelRoles;
  /** Callback after each trajectory, with how many folders there are. */
  readonly onProgress: (total: number) => void;
}

/** What merging as published came to. */
export interface MergedPublished {
  readonly graph: ConstructedGraph;
  /** Absolute. */
  readonly file: string;
  readonly trajectories: number;
  readonly screenshots: number;
  readonly cost: ModelCost;
  /** Why it ended early; null where it did not. */
  readonly stopped: string | null;
}

/**
 * Merges a folder of collected trajectories as published: describe, embed, threshold, ask. The graph is written after every
 * trajectory, as `constructed.json`.
 *
 * @throws {UserError | DatasetError} for trajectories that cannot be read, and in reference mode for an answer without a reason
 */
export async function mergePublished(
  folder: string,
  settings: Settings,
  options: MergePublishedOptions,
): Promise<MergedPublished> {
  const { out, app, mode, threshold, seed, onProgress, signal } = options;
  const construction = await publishedConstruction();
  const total = countFolders(folder);
  await mkdir(out, { recursive: true });
  await using stage = await openStage(settings, {
    stage: 'merge',
    folder: out,
    identity: { app, mode, threshold, seed },
    roles: PUBLISHED_MERGE_ROLES,
    ...options,
  });
  const picture = (path: string): Promise<Buffer> =>
    readBytes(join(folder, path), { maxBytes: FILE_LIMITS.picture, within: folder, signal });
  const said = async (
    question: Pick<ModelQuestion<string>, 'role' | 'purpose' | 'request'>,
  ): Promise<string> => {
    const read = (text: string) => readChecked(text, (given) => reads(given.trim()));
    const reply = await stage.ask({ ...question, read, retries: 1 });
    return reply.type === 'value' ? reply.value : reply.text;
  };
  // The same description is the same question.
  const vectors = new Map<string, Promise<readonly number[]>>();
  const keep = (text: string, vector: Promise<readonly number[]>): Promise<readonly number[]> => {
    vectors.set(text, vector);
    return vector;
  };
  const file = join(out, 'constructed.json');
  let [trajectories, screenshots] = [0, 0];
  let graph: ConstructedGraph = emptyGraph(app);
  let stopped: string | null = null;
  try {
    await publishedMerge(construction.collected(folder, { signal }), {
      app,
      mode,
      threshold,
      doors: {
        describe: async (path) =>
          said({
            role: 'describer',
            purpose: `description of ${path}`,
            request: describeRequest(app, await picture(path)),
          }),
        embed: (text) => vectors.get(text) ?? keep(text, embedding(text, stage.ask)),
        sameState: async (known, fresh) =>
          said({
            role: 'same-state',
            purpose: `same state ${known} ${fresh}`,
            request: sameStateRequest(app, await picture(known), await picture(fresh)),
          }),
        draw: drawFrom(seed),
      },
      now: () => new Date().toISOString(),
      onStep: () => {
        screenshots += 1;
      },
      onTrajectory: async (after) => {
        graph = after;
        trajectories += 1;
        await writeWholeFile(file, construction.constructedText(after));
        onProgress(total);
      },
      signal,
    });
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    stopped = error.message;
  }
  return { graph, file, trajectories, screenshots, cost: stage.cost, stopped };
}

/** A vector by the role embedder. @throws {UserError} where its model gives none */
async function embedding(text: string, ask: Ask): Promise<readonly number[]> {
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }];
  const reply = await ask({
    role: 'embedder',
    purpose: `vector of ${sha256(text).slice(0, 12)}`,
    request: { messages },
    read: readVector,
    retries: 1,
  });
  if (reply.type === 'value') return reply.value;
  throw new UserError('the embedder answers with no vector', {
    hint: 'Its profile names "provider": "embeddings": --role embedder=FILE.',
  });
}

/** 0 where there is none: reading it says so. */
function countFolders(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
}

function drawFrom(seed: number): (count: number) => number {
  const stream = randomStream('published merge', seed);
  return (count) => stream.below(count);
}

function emptyGraph(app: string): ConstructedGraph {
  return { metadata: { created_at: new Date().toISOString(), num_nodes: 0, app, next_id: 0 }, nodes: {} };
}
