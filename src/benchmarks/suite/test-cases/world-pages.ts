import { join } from 'node:path';
import {
  findNode,
  nodeMatches,
  type MatchType,
  type NodeRules,
} from '../../../domain/hierarchy/find-node.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { GraphWorld } from '../../../environments/graph/graph-world.js';
import { DatasetError } from '../../../errors.js';
import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { openFolderContent } from '../../../formats/graph/content-source.js';
import { readGraph } from '../../../formats/graph/read-graph.js';

type Find = Extract<TreeRule, { type: 'findelement' }>;

interface Page {
  readonly isStart: boolean;
  readonly activity: string | null;
  readonly hierarchy: UiHierarchy;
}

/** Where a rule holds among the pages of a world. */
export interface Fit {
  /** Pages it holds on. */
  readonly pages: number;
  /** Whether it holds on a page of the root already. */
  readonly onStart: boolean;
  /** The resource id that all nodes it matches beyond the root have; null where they differ or have none. */
  readonly resourceId: string | null;
}

/** What is asked of one element of a page: every part is met by it, on a page of every one of these activities. */
export interface ElementDemand {
  readonly activities: readonly string[];
  readonly parts: readonly { readonly rules: NodeRules; readonly type: MatchType }[];
}

/** The pages of a recorded world, for proposing rules that hold somewhere on it. */
export class WorldPages {
  readonly #pages: readonly Page[];
  #attributes: ReadonlySet<string> | null = null;
  /** Name of an app in small letters, other names too → its name. */
  readonly apps: ReadonlyMap<string, string>;

  constructor(pages: readonly Page[], apps: ReadonlyMap<string, string>) {
    this.#pages = pages;
    this.apps = apps;
  }

  get size(): number {
    return this.#pages.length;
  }

  /** Names of the attributes that some element has. */
  get attributes(): ReadonlySet<string> {
    this.#attributes ??= new Set(
      this.#pages.flatMap(({ hierarchy }) =>
        hierarchy.nodes.flatMap((node) => node.attributes().map(([name]) => name)),
      ),
    );
    return this.#attributes;
  }

  /** Whether some element of some page is what is asked for. */
  meets({ activities, parts }: ElementDemand): boolean {
    return this.#pages.some(
      ({ activity, hierarchy }) =>
        activities.every((wanted) => wanted === activity) &&
        hierarchy.nodes.some((node) => parts.every(({ rules, type }) => nodeMatches(node, rules, type))),
    );
  }

  /** Where a rule about one element holds. */
  fit(rule: Find): Fit {
    const { activity, ...rules } = rule.match_rules;
    const ids = new Set<string>();
    let pages = 0;
    let onStart = false;
    for (const page of this.#pages) {
      if (activity !== undefined && page.activity !== activity) continue;
      const node: UiNode | undefined = findNode(page.hierarchy, rules, rule.match_type);
      if (node === undefined) continue;
      pages += 1;
      onStart ||= page.isStart;
      // The launcher names apps by their titles; what is telling is how the pages behind it do.
      if (!page.isStart) ids.add(node.attribute('resource-id') ?? '');
    }
    const [only = ''] = ids;
    return { pages, onStart, resourceId: ids.size === 1 && only !== '' ? only : null };
  }
}

/**
 * The pages of the world in a folder; null where there is none, or none with UI hierarchies.
 *
 * @throws {DatasetError} when `graph.json` is there and cannot be read
 */
export async function openWorldPages(
  folder: string,
  options: { readonly signal: AbortSignal },
): Promise<WorldPages | null> {
  const graph = await readGraph(join(folder, 'graph.json'), options);
  const content = await openFolderContent(folder, options);
  const world = new GraphWorld(graph, { content });
  const pages: Page[] = [];
  for (const [index, node] of graph.nodes.entries()) {
    for (const { id } of node.screens) {
      const screen = world.screen(id);
      if (screen?.hierarchy == null) continue;
      const hierarchy = await readHierarchy(id, screen.hierarchy, options);
      if (hierarchy === null) continue;
      const activity = screen.activity?.activity ?? null;
      pages.push({ isStart: index === graph.root, activity, hierarchy });
    }
  }
  const { entries, aliases } = graph.launcher.reference;
  const apps = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]));
  for (const [alias, name] of aliases)
    if (!apps.has(alias.toLowerCase())) apps.set(alias.toLowerCase(), name);
  return pages.length === 0 ? null : new WorldPages(pages, apps);
}

/** null where the file is missing or broken, which `touchstone lint` says with its place. */
async function readHierarchy(
  id: string,
  content: { load(options: { signal: AbortSignal }): Promise<Uint8Array> },
  { signal }: { readonly signal: AbortSignal },
): Promise<UiHierarchy | null> {
  try {
    return parseHierarchy(await content.load({ signal }), { file: id });
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}
