import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { buildGraph } from '../../../src/domain/graph/build-graph.js';
import type { EdgeAction } from '../../../src/domain/graph/graph.js';
import { tap, type Action } from '../../../src/domain/action.js';
import { pixelPoint } from '../../../src/domain/geometry.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../src/domain/hierarchy/ui-hierarchy.js';
import { FORBIDDEN_KINDS } from '../../../src/domain/task-fields/forbidden-kind.js';
import { carriedText, carriesText } from '../../../src/domain/text/carried-text.js';
import { findForbidden } from '../../../src/environments/guard/find-forbidden.js';
import { parseGraphFile } from '../../../src/formats/graph/read-graph.js';

/** Words of a text that names something; what has more is a sentence. */
const MOST_WORDS = 5;
/** Pocket's screens, in pixels. */
const SIZE = { width: 540, height: 1170 };

/** States of recorded Pocket, and those that somebody can reach who does nothing forbidden and knows only what screens show. */
export interface PocketStates {
  readonly all: ReadonlySet<string>;
  readonly reachable: ReadonlySet<string>;
}

/**
 * Counts what an explorer can reach: from the home screen and the apps' entries by edges that touch nothing forbidden, and where an
 * edge wants a text, one that is named by a label of at most five words on a screen that can be reached. Texts that only the wording of a
 * task has (`Thursday works for me`) are left out, and what lies behind them.
 */
export async function pocketStates(): Promise<PocketStates> {
  const file = parseGraphFile(await readFile(join(POCKET_FOLDER, 'graph.json'), 'utf8'), 'graph.json');
  const graph = buildGraph(file);
  const hierarchies: UiHierarchy[] = [];
  for (const { id } of graph.nodes) {
    hierarchies.push(parseHierarchy(await readFile(join(POCKET_FOLDER, `screens/${id}.xml`))));
  }
  const labels = hierarchies.map(({ nodes }) =>
    nodes
      .flatMap(({ text, description }) => [text, description])
      .filter((text) => text !== '' && text.split(/\s+/).length <= MOST_WORDS)
      .map(carriedText),
  );
  const kinds = new Set(FORBIDDEN_KINDS);
  const starts = [graph.root, ...[...graph.launcher.corrected.entries.values()].flat()];
  const seen = new Set<number>(starts);
  for (let before = -1; before < seen.size;) {
    before = seen.size;
    for (const node of seen) {
      for (const { target, actions } of graph.nodes[node]?.edges ?? []) {
        if (seen.has(target)) continue;
        const isOpen = actions.some((one) => {
          if (one.type === 'type') {
            return [...seen].some(
              (at) => labels[at]?.some((label) => carriesText(one.match.asked, label)) === true,
            );
          }
          const action = actionOf(one);
          const hierarchy = hierarchies[node] ?? null;
          return action === null || findForbidden(action, hierarchy, { size: SIZE, kinds }) === null;
        });
        if (isOpen) seen.add(target);
      }
    }
  }
  const idOf = (node: number): string => graph.nodes[node]?.id ?? '';
  return { all: new Set(graph.nodes.map(({ id }) => id)), reachable: new Set([...seen].map(idOf)) };
}

/** What is done at an edge, where that could be forbidden. */
function actionOf(edge: EdgeAction): Action | null {
  if (edge.type === 'key') return { type: 'key', key: edge.key };
  if (edge.type !== 'click' && edge.type !== 'long_press') return null;
  const { box, point } = edge;
  const at = point ?? (box === null ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
  if (at === null) return null;
  const { target } = tap(pixelPoint(at[0] ?? 0, at[1] ?? 0));
  return edge.type === 'click' ? { type: 'tap', target } : { type: 'long_press', target };
}
