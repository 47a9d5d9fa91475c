import { foldAppName } from '../../domain/graph/build-graph.js';
import type { GraphEdge, Launcher } from '../../domain/graph/graph.js';
import type { Box } from '../../domain/geometry.js';

/** Node that every task starts on and that HOME leads to; the published configuration names it, the file does not. */
export const COLORBENCH_ROOT =
  'update_by_hand_Screenshot_2025-09-08-12-52-48-00_b783bf344239542886fee7b48fa4b892.jpg';

/** Pixels of the recorded phone. */
export const COLORBENCH_SCREEN = { width: 1080, height: 2374 } as const;

/** Names that stand for another app. Source: ColorBench reference code `graph_tools.py`. */
const COLORBENCH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['bilibili', '哔哩哔哩'],
  ['高德', '高德地图'],
  ['WPS', 'WPS Office'],
  ['58', '58同城'],
  ['去哪儿', '去哪儿旅行'],
  ['携程', '携程旅行'],
  ['红果', '红果免费短剧'],
  ['红果短剧', '红果免费短剧'],
  ['小布', '小布助手'],
  ['百度浏览器', '百度'],
  ['JD', '京东'],
]);

/**
 * Icons of the home screen, in the order in which they are tried. QQ has an icon and no way in: opening it fails.
 * Source: ColorBench reference code `graph_tools.py`.
 */
const COLORBENCH_ICONS: readonly { readonly app: string; readonly box: Box }[] = [
  { app: '微信', box: [78, 191, 248, 421] },
  { app: 'QQ', box: [327, 193, 499, 426] },
  { app: '淘宝', box: [576, 472, 755, 705] },
  { app: '哔哩哔哩', box: [329, 474, 501, 707] },
  { app: '抖音', box: [78, 479, 250, 702] },
  { app: '京东', box: [834, 479, 1004, 707] },
  { app: '美团', box: [78, 756, 250, 988] },
  { app: '小红书', box: [585, 758, 750, 981] },
  { app: '百度', box: [834, 758, 1004, 988] },
  { app: '高德地图', box: [329, 1042, 501, 1273] },
  { app: '拼多多', box: [332, 1328, 490, 1558] },
  { app: '携程旅行', box: [80, 1323, 250, 1553] },
  { app: '大众点评', box: [834, 1326, 1004, 1556] },
];

/** How apps open in each mode, from the edges of the root. */
export function colorbenchLaunchers(rootEdges: readonly GraphEdge[]): {
  readonly reference: Launcher;
  readonly corrected: Launcher;
} {
  return { reference: referenceLauncher(rootEdges), corrected: correctedLauncher(rootEdges) };
}

/** Entries by the app of each edge's first action, names exact. */
function referenceLauncher(edges: readonly GraphEdge[]): Launcher {
  const entries = new Map<string, number[]>();
  for (const { target, actions } of edges) {
    const [first] = actions;
    if (first?.type === 'open') addEntry(entries, first.app, target);
  }
  return { entries, aliases: COLORBENCH_ALIASES, icons: COLORBENCH_ICONS };
}

/** Entries by every app that an edge carries, names trimmed and case folded. */
function correctedLauncher(edges: readonly GraphEdge[]): Launcher {
  const entries = new Map<string, number[]>();
  for (const { target, actions } of edges) {
    for (const action of actions) {
      if (action.type === 'open') addEntry(entries, foldAppName(action.app), target);
    }
  }
  const aliases = new Map<string, string>();
  for (const [alias, app] of COLORBENCH_ALIASES) aliases.set(foldAppName(alias), foldAppName(app));
  return { entries, aliases, icons: COLORBENCH_ICONS };
}

function addEntry(entries: Map<string, number[]>, app: string, target: number): void {
  const known = entries.get(app);
  if (known === undefined) entries.set(app, [target]);
  else if (!known.includes(target)) known.push(target);
}
