import { z } from 'zod';
import type { Finding } from '../../../domain/finding.js';
import { buildGraph, foldAppName } from '../../../domain/graph/build-graph.js';
import {
  findGraphProblems,
  hasWait,
  type GraphSource,
  type SourceEdge,
  type SourceLauncher,
  type SourceNode,
} from '../../../domain/graph/graph-source.js';
import { transition } from '../../../domain/graph/transition.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import { upgradeFormat } from '../../../formats/format-version.js';
import {
  GRAPH_FORMAT,
  GraphFileActionSchema,
  GraphFileNodeSchema,
  GraphFileSchema,
} from '../../../formats/graph/graph-file.js';
import { findingOfError } from '../../../lint/file-findings.js';
import type { GraphSubject, JsonPath } from '../../../lint/graph-subject.js';
import { found } from '../../../lint/rules.js';

const FrameSchema = GraphFileSchema.extend({ nodes: z.array(z.unknown()).min(1) });
const NodeFrameSchema = GraphFileNodeSchema.extend({ edges: z.array(z.unknown()).optional() });
const EdgeFrameSchema = z.strictObject({ to: z.string().min(1), actions: z.array(z.unknown()) });

/** A graph file as far as it can be used, and everything that keeps it from being used whole. */
export interface WorldGraph {
  /** null when too little is left to build a graph. */
  readonly subject: GraphSubject | null;
  /** The sound part as it stands in the file. */
  readonly source: GraphSource | null;
  readonly findings: readonly Finding[];
}

/**
 * Reads `graph.json` of a world part by part: where an action, an edge, a node or a reference is broken it alone is
 * left out, so that the rest can be checked.
 */
export function readWorldGraph(value: unknown, file: string, mode: Mode): WorldGraph {
  const reading = new Reading(file);
  const source = reading.source(value);
  if (source === null) return { subject: null, source: null, findings: reading.findings };
  const sound = reading.withoutContradictions(source);
  if (sound === null) return { subject: null, source: null, findings: reading.findings };
  const graph = buildGraph(sound);
  for (const app of sound.launcher?.apps ?? []) {
    const action = { action_type: 'open', app: app.name };
    if (transition(graph, mode, [graph.root], action).rule === 'open') continue;
    const message = `opening "${app.name}" leads nowhere`;
    const path = reading.places.get(app) ?? [];
    reading.findings.push(found('graph/app-without-entry', { file, path, subjects: [app.name], message }));
  }
  const pathOf = (part: object | undefined): JsonPath => reading.places.get(part ?? {}) ?? [];
  const launcher = sound.launcher;
  const subject: GraphSubject = {
    graph,
    mode,
    file,
    node: (node) => pathOf(sound.nodes[node]),
    edge: (node, edge) => pathOf(sound.nodes[node]?.edges?.[edge]),
    action: (node, edge, action) => pathOf(sound.nodes[node]?.edges?.[edge]?.actions[action]),
    app: (name) => {
      const index = launcher?.apps.findIndex((app) => foldAppName(app.name) === foldAppName(name)) ?? -1;
      return index >= 0 ? pathOf(launcher?.apps[index]) : pathOf(sound.nodes[graph.root]);
    },
    icon: (icon) => pathOf(launcher?.icons?.[icon]),
  };
  return { subject, source: sound, findings: reading.findings };
}

class Reading {
  readonly findings: Finding[] = [];
  /** Where the parts of the source stand in the file. */
  readonly places = new WeakMap<object, JsonPath>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  source(value: unknown): GraphSource | null {
    let upgraded: unknown;
    try {
      upgraded = upgradeFormat(value, GRAPH_FORMAT, { file: this.#file });
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      this.findings.push(findingOfError(error, this.#file));
      return null;
    }
    const frame = this.#check(FrameSchema, upgraded, []);
    if (frame === null) return null;
    const nodes = frame.nodes.flatMap((node, index) => this.#node(node, ['nodes', index]) ?? []);
    frame.launcher?.apps.forEach((app, index) => this.places.set(app, ['launcher', 'apps', index]));
    frame.launcher?.icons?.forEach((icon, index) => this.places.set(icon, ['launcher', 'icons', index]));
    const { name, screenSize, root, launcher } = frame;
    return { name, screenSize, root, nodes, ...(launcher !== undefined && { launcher }) };
  }

  #node(value: unknown, path: JsonPath): SourceNode | null {
    const frame = this.#check(NodeFrameSchema, value, path);
    if (frame === null) return null;
    const edges = frame.edges?.flatMap((edge, index) => this.#edge(edge, [...path, 'edges', index]) ?? []);
    const node: SourceNode = { ...frame, edges };
    this.places.set(node, path);
    frame.screens?.forEach((screen, index) => this.places.set(screen, [...path, 'screens', index]));
    return node;
  }

  #edge(value: unknown, path: JsonPath): SourceEdge | null {
    const frame = this.#check(EdgeFrameSchema, value, path);
    if (frame === null) return null;
    const actions = frame.actions.flatMap((action, index) => {
      const place = [...path, 'actions', index];
      const checked = this.#check(GraphFileActionSchema, action, place);
      if (checked !== null) this.places.set(checked, place);
      return checked ?? [];
    });
    // An edge whose actions are all broken is no empty edge.
    if (actions.length === 0 && frame.actions.length > 0) return null;
    const edge = { to: frame.to, actions };
    this.places.set(edge, path);
    return edge;
  }

  /** The value as its schema types it; null, with a finding for every problem, when it does not fit. */
  #check<T>(schema: z.ZodType<T>, value: unknown, path: JsonPath): T | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const place = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
      const subjects = [place.join('.')];
      this.findings.push(
        found('file/schema', { file: this.#file, path: place, subjects, message: issue.message }),
      );
    }
    return null;
  }

  /** The source without what contradicts the rest, each a finding; null when the root itself is missing. */
  withoutContradictions(source: GraphSource): GraphSource | null {
    for (const { path, message } of findGraphProblems(source)) {
      const place = this.#placeInFile(source, path);
      const subjects = [place.join('.')];
      this.findings.push(found('file/contradiction', { file: this.#file, path: place, subjects, message }));
    }
    const ids = new Set<string>();
    const nodes = source.nodes.filter(({ id }) => !ids.has(id) && ids.add(id));
    if (!ids.has(source.root)) return null;
    const screenIds = new Set<string>();
    const sound = nodes.map((node): SourceNode => {
      const screens = node.screens?.filter(
        ({ id }) => (id === node.id || !ids.has(id)) && !screenIds.has(id) && screenIds.add(id),
      );
      const edges = node.edges?.filter(({ to }) => ids.has(to));
      const kept: SourceNode = {
        ...node,
        edges,
        screens: screens?.length === 0 ? undefined : screens,
        showFor: hasWait({ edges }) ? node.showFor : undefined,
      };
      this.places.set(kept, this.places.get(node) ?? []);
      return kept;
    });
    const launcher = source.launcher === undefined ? undefined : this.#soundLauncher(source.launcher, ids);
    return { ...source, nodes: sound, ...(launcher !== undefined && { launcher }) };
  }

  #soundLauncher(launcher: SourceLauncher, ids: ReadonlySet<string>): SourceLauncher {
    const names = new Set<string>();
    const apps = launcher.apps
      .filter(({ name }) => !names.has(name) && names.add(name))
      .map((app) => ({ app, entries: app.entries.filter((entry) => ids.has(entry)) }));
    const aliases = new Set<string>();
    return {
      ...launcher,
      apps: apps.map(({ app, entries }) => {
        const kept = {
          ...app,
          entries,
          aliases: app.aliases?.filter(
            (alias) => !names.has(alias) && !aliases.has(alias) && aliases.add(alias),
          ),
        };
        this.places.set(kept, this.places.get(app) ?? []);
        return kept;
      }),
    };
  }

  /** A path within the source as a path within the file: parts left out earlier have moved the rest. */
  #placeInFile(source: GraphSource, path: JsonPath): JsonPath {
    const [first, index, kind, number, ...rest] = path;
    if (first !== 'nodes' || typeof index !== 'number') return path;
    const node = source.nodes[index];
    if (kind === 'edges' && typeof number === 'number') {
      return [...(this.places.get(node?.edges?.[number] ?? {}) ?? []), ...rest];
    }
    if (kind === 'screens' && typeof number === 'number') {
      return [...(this.places.get(node?.screens?.[number] ?? {}) ?? []), ...rest];
    }
    return [...(this.places.get(node ?? {}) ?? []), ...path.slice(2)];
  }
}
