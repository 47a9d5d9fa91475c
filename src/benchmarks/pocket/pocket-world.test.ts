import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { boxContains, type Box } from '../../domain/geometry.js';
import { buildMoveGraph, nodesReachableFrom } from '../../domain/graph/move-graph.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { transition } from '../../domain/graph/transition.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { readGraphFile } from '../../formats/graph/read-graph.js';
import { lintWorld } from '../suite/lint/lint-world.js';
import { POCKET_FOLDER } from './pocket-benchmark.js';

const file = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
const graph = buildGraph(file);
const screens = file.nodes.map(({ id, screens: [screen] = [] }) => {
  if (screen?.picture === undefined || screen.hierarchy === undefined) throw new Error(`${id} lacks files`);
  return {
    id,
    picture: join(POCKET_FOLDER, screen.picture),
    hierarchy: join(POCKET_FOLDER, screen.hierarchy),
  };
});
const pageOf = (id: string): string => id.split('~')[0] ?? id;
const read = (path: string): string => readFileSync(path, 'utf8');

describe('the world of Pocket', () => {
  it('has a launcher, ten apps and hundreds of screens, and stays small', () => {
    expect(file.launcher?.apps.length).toBeGreaterThanOrEqual(6);
    expect(file.nodes.length).toBeGreaterThanOrEqual(80);
    let bytes = 0;
    for (const entry of readdirSync(POCKET_FOLDER, { recursive: true, encoding: 'utf8' })) {
      const stat = statSync(join(POCKET_FOLDER, entry));
      if (stat.isFile()) bytes += stat.size;
    }
    expect(bytes).toBeLessThan(8_000_000);
  });

  it('has a picture of the right size and a UI hierarchy for every screen, and nothing else', async () => {
    const files = screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy]).toSorted();
    const present = readdirSync(join(POCKET_FOLDER, 'screens')).map((name) =>
      join(POCKET_FOLDER, 'screens', name),
    );
    expect(present.toSorted()).toEqual(files);
    for (const { id, picture } of screens) {
      const { width, height, format } = await sharp(picture).metadata();
      expect({ width, height, format }, id).toEqual({ ...file.screenSize, format: 'png' });
    }
  });

  it('opens every app by its icon or name, in English and Chinese', () => {
    const { entries, aliases, icons } = graph.launcher.corrected;
    const chinese = [...aliases].filter(([alias]) => /\p{Script=Han}/u.test(alias)).map(([, name]) => name);
    expect(new Set(chinese)).toEqual(new Set(entries.keys()));
    expect(icons.length).toBeGreaterThanOrEqual(6);
    for (const { app } of icons) expect(entries.has(app.toLowerCase()), app).toBe(true);
  });

  it('lets every state be reached and left', () => {
    const moves = buildMoveGraph(graph, 'corrected');
    expect(nodesReachableFrom(moves, graph.root).size).toBe(graph.nodes.length);
    const dead = graph.nodes.filter(({ edges }) => edges.every(({ actions }) => actions.length === 0));
    expect(dead.map(({ id }) => id)).toEqual([]);
  });

  it('leaves nothing to chance: no action that an edge records leads to two places', () => {
    const unsure: string[] = [];
    for (const [index, { id, edges }] of graph.nodes.entries()) {
      for (const { target, actions } of edges) {
        for (const action of actions) {
          for (const native of nativeActions(action)) {
            const { candidates } = transition(graph, 'corrected', [index], native);
            if (candidates?.length !== 1 || candidates[0] !== target)
              unsure.push(`${id} ${JSON.stringify(native)}`);
          }
        }
      }
    }
    expect(unsure).toEqual([]);
  });

  it('has no two areas of one kind that overlap', () => {
    const overlapping: string[] = [];
    for (const { id, edges = [] } of file.nodes) {
      for (const type of ['click', 'long_press'] as const) {
        const icons = id === file.root && type === 'click' ? (file.launcher?.icons ?? []) : [];
        const boxes: Box[] = [
          ...icons.map(({ box }) => box),
          ...edges.flatMap(({ actions }) =>
            actions.flatMap((action) =>
              action.type === type && action.box !== undefined ? [action.box] : [],
            ),
          ),
        ];
        boxes.forEach((box, index) => {
          if (boxes.slice(index + 1).some((other) => overlap(box, other)))
            overlapping.push(`${id} ${box.join()}`);
        });
      }
    }
    expect(overlapping).toEqual([]);
  });

  it('lets what is shown be tapped: the middle of every tappable node is the middle of something', () => {
    for (const { id, hierarchy } of screens) {
      const edges = file.nodes.find((node) => node.id === id)?.edges ?? [];
      const nodes = parseHierarchy(read(hierarchy), { file: id }).nodes;
      for (const { actions } of edges) {
        for (const action of actions) {
          if (action.type !== 'click' || action.box === undefined) continue;
          const [x1, y1, x2, y2] = action.box;
          const clickable = nodes.filter(
            (node) => node.actions.includes('click') || node.actions.includes('text'),
          );
          const under = clickable.some((node) => boxContains(node.bounds, (x1 + x2) / 2, (y1 + y2) / 2));
          // A sheet is left by tapping outside of it, where the dump of its window shows nothing.
          const isOutside = nodes.every((node) => !boxContains(node.bounds, (x1 + x2) / 2, (y1 + y2) / 2));
          expect(under || isOutside, `${id} ${action.box.join()}`).toBe(true);
        }
      }
    }
  });

  it('shows different layouts on different pages, even with all texts removed', () => {
    const pagesByLayout = new Map<string, Set<string>>();
    for (const { id, hierarchy } of screens) {
      const layout = parseHierarchy(read(hierarchy), { file: id }).roots.map(layoutOf).join();
      pagesByLayout.set(layout, (pagesByLayout.get(layout) ?? new Set()).add(pageOf(id)));
    }
    const shared = [...pagesByLayout.values()]
      .filter((pages) => pages.size > 1)
      .map((pages) => [...pages].join(' = '));
    expect(shared).toEqual([]);
  });

  it('gives the linter nothing to say', async () => {
    const { findings, proofs } = await lintWorld(POCKET_FOLDER, {
      name: 'pocket',
      mode: 'corrected',
      repair: false,
      signal: new AbortController().signal,
    });
    expect(findings).toEqual([]);
    expect(proofs.every(({ status, sureSteps, steps }) => status === 'solved' && sureSteps === steps)).toBe(
      true,
    );
  });

  it('writes hierarchies in the form of uiautomator', () => {
    const NAMES =
      'index text resource-id class package content-desc checkable checked clickable enabled focusable focused ' +
      'scrollable long-clickable password selected visible-to-user bounds drawing-order hint display-id';
    for (const { id, hierarchy } of screens) {
      const xml = read(hierarchy);
      expect(xml, id).toMatch(
        /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?>\n<hierarchy rotation="0">/,
      );
      expect(xml, id).toContain('package="com.android.systemui"');
      for (const [, attributes = ''] of xml.matchAll(/<node (.*?) ?\/?>\n/g)) {
        const names = [...attributes.matchAll(/([\w-]+)="[^"]*"/g)].map(([, name]) => name).join(' ');
        expect(names.replace(/^NAF /, ''), id).toBe(NAMES);
      }
    }
  });
});

function nativeActions(action: (typeof graph.nodes)[number]['edges'][number]['actions'][number]): object[] {
  switch (action.type) {
    case 'click':
    case 'long_press': {
      const [x1, y1, x2, y2] = action.box ?? [0, 0, 0, 0];
      return [
        [x1, y1],
        [x2, y2],
        [Math.trunc((x1 + x2) / 2), Math.trunc((y1 + y2) / 2)],
      ].map(([x, y]) => ({
        action_type: action.type,
        x,
        y,
      }));
    }
    case 'swipe':
      return [{ action_type: 'swipe', direction: action.direction }];
    case 'type':
      return [action.text, action.text.toUpperCase(), `${action.text} `].map((text) => ({
        action_type: 'type',
        text,
      }));
    case 'key':
      return [{ action_type: 'key', key: action.key }];
    case 'wait':
      return [{ action_type: 'wait' }];
    default:
      throw new Error(`pocket records no ${action.type}`);
  }
}

function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

const STATES = ['checkable', 'checked', 'clickable', 'focused', 'scrollable', 'long-clickable', 'selected'];

/** What is left of a node without its words: kind, place, states, children. */
function layoutOf(node: UiNode): string {
  const states = STATES.map((name) => (node.attribute(name) === 'true' ? 1 : 0)).join('');
  return `${node.className}[${node.bounds.join()}]${states}(${node.children.map(layoutOf).join(' ')})`;
}
