import { join } from 'node:path';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import type { Action } from '../../../src/domain/action.js';
import type { Observation } from '../../../src/domain/screen.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { openFolderContent } from '../../../src/formats/graph/content-source.js';
import { readGraph, readGraphFile } from '../../../src/formats/graph/read-graph.js';
import { SurveyWriter } from '../../../src/formats/survey/survey-writer.js';
import { actionOf } from './noisy-pocket.js';

/** Pocket's recorded phone. */
async function openPocket(): Promise<GraphEnvironment> {
  const graph = await readGraph(join(POCKET_FOLDER, 'graph.json'));
  const world = new GraphWorld(graph, { content: await openFolderContent(POCKET_FOLDER) });
  return new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
}

/**
 * A survey of Pocket's recorded phone that does everything there is to do on each of its states once, each reached from the start by the shortest way. Stands in
 * for an exploration. Gives the true state of each capture, which the survey does not have.
 */
export async function writePocketSurvey(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const environment = await openPocket();
  const truth: string[] = [];
  await using _ = environment;
  await using survey = await SurveyWriter.open(
    folder,
    { name: 'pocket', source: 'exploration', environment: null, app: null, identity: '0'.repeat(64) },
    { onEvent: () => undefined, signal },
  );
  const start = { task: 'survey', repeat: 0, seed: 0 };
  const capture = async ({ screen }: Observation): Promise<number> => {
    const [bytes, hierarchy] = [
      await screen.picture?.load({ signal }),
      await screen.hierarchy?.load({ signal }),
    ];
    const { capture: place } = await survey.capture({
      size: screen.size,
      activity: screen.activity,
      picture: bytes === undefined ? null : { bytes, mediaType: 'image/png' },
      hierarchy: hierarchy ?? null,
    });
    truth.push(environment.state ?? '');
    return place;
  };
  const { nodes, launcher, root } = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const ways = new Map<string, readonly Action[]>([[root, []]]);
  const queue = [root];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const way = ways.get(id) ?? [];
    const edges = (nodeOf.get(id)?.edges ?? []).flatMap(({ actions }) =>
      actions.flatMap((one) => actionOf(one) ?? []),
    );
    const apps =
      id === root ? (launcher?.apps ?? []).map(({ name }): Action => ({ type: 'open_app', app: name })) : [];
    for (const action of [...apps, ...edges]) {
      survey.append({ type: 'walk', why: 'reset' });
      let observation = await environment.reset(start, { signal });
      let from = await capture(observation);
      for (const done of [...way, action]) {
        const result = await environment.step(done, { signal });
        if (result.type === 'ended') break;
        observation = result.observation;
        const to = await capture(observation);
        const { rule } = result.transition;
        survey.append({ type: 'step', from, to, action: done, rule });
        from = to;
      }
      const target = environment.state;
      if (target !== null && !ways.has(target)) {
        ways.set(target, [...way, action]);
        queue.push(target);
      }
    }
  }
  survey.append({ type: 'survey-end', reason: 'nothing-new' });
  await survey.commit();
  return truth;
}
