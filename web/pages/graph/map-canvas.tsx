import { createNodeImageProgram } from '@sigma/node-image';
import { Button, Group, useComputedColorScheme } from '@mantine/core';
import { MultiDirectedGraph } from 'graphology';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Sigma } from 'sigma';
import { drawDiscNodeHover } from 'sigma/rendering';
import type { TaskRoute, WorldFindings, WorldMap } from '../../../src/report/view/served/world-map.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import type { DrawnPath } from './graph-page.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import { PATH_COLOURS } from './path-colours.js';
import classes from './graph-page.module.css';

/** Pixels across of a thumbnail that is asked for. */
const THUMBNAIL = 96;
/** Thumbnails are drawn for at most so many nodes in sight: more would be dots anyway. */
const MOST_THUMBNAILS = 150;
/** Edges that are drawn while the map is moved. */
const MOST_MOVING_EDGES = 2000;
/** Ways over one edge that are told apart by their widths. */
const MOST_WIDTHS = 8;

const COLOURS = {
  light: {
    node: '#8a94a6',
    edge: '#d9dde3',
    route: '#1a7f37',
    milestone: '#bf8700',
    deadEnd: '#cf222e',
    found: '#8250df',
    label: '#1f2328',
  },
  dark: {
    node: '#6e7681',
    edge: '#30363d',
    route: '#3fb950',
    milestone: '#d29922',
    deadEnd: '#f85149',
    found: '#bc8cff',
    label: '#e6edf3',
  },
} as const;

/** The map in WebGL: screens as thumbnails once one is near enough, ways over it, the chosen screen in the middle. */
export function MapCanvas({
  map,
  route,
  paths,
  found,
  chosen,
  onChoose,
}: {
  readonly map: WorldMap;
  readonly route: TaskRoute | null;
  readonly paths: readonly DrawnPath[];
  /** What was found wrong with screens. */
  readonly found: WorldFindings['findings'] | undefined;
  readonly chosen: number | null;
  readonly onChoose: (node: number) => void;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const source = useSource();
  const scheme = useComputedColorScheme('light');
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<{ readonly sigma: Sigma; readonly graph: MultiDirectedGraph } | null>(null);
  const choose = useRef(onChoose);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (container.current === null) return undefined;
    const graph = graphOf(map, COLOURS[scheme]);
    let sigma: Sigma;
    try {
      sigma = new Sigma(graph, container.current, {
        allowInvalidContainer: true,
        labelColor: { color: COLOURS[scheme].label },
        // What is pointed at is written on white, light or dark.
        defaultDrawNodeHover: (context, data, settings) =>
          drawDiscNodeHover(context, data, { ...settings, labelColor: { color: COLOURS.light.label } }),
        labelRenderedSizeThreshold: 14,
        nodeProgramClasses: { image: createNodeImageProgram({ keepWithinCircle: false }) },
        minCameraRatio: 0.005,
        maxCameraRatio: 1.5,
        zIndex: true,
        // Thousands of edges take longer to draw than a frame lasts.
        hideEdgesOnMove: map.edges.from.length > MOST_MOVING_EDGES,
      });
    } catch {
      setProblem(true);
      return undefined;
    }
    sigma.on('clickNode', ({ node }) => choose.current(Number(node)));
    const thumbnails = (): void =>
      showThumbnails(sigma, graph, (node) => pictureOf(map, node, source.picture.bind(source)));
    sigma.getCamera().on('updated', debounced(thumbnails));
    drawing.current = { sigma, graph };
    return () => {
      drawing.current = null;
      sigma.kill();
    };
  }, [map, scheme, source]);
  useEffect(() => {
    if (drawing.current === null) return;
    const { graph, sigma } = drawing.current;
    drawWays(graph, map, { route, paths, found, colours: COLOURS[scheme] });
    sigma.refresh();
  }, [map, route, paths, found, scheme]);
  useEffect(() => {
    if (drawing.current === null || chosen === null) return;
    const { sigma } = drawing.current;
    const shown = sigma.getNodeDisplayData(String(chosen));
    if (shown !== undefined)
      void sigma.getCamera().animate({ x: shown.x, y: shown.y, ratio: 0.08 }, { duration: 200 });
  }, [chosen]);
  if (problem) return <p>{texts.noWebgl}</p>;
  const camera = () => drawing.current?.sigma.getCamera();
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Button size="xs" variant="default" onClick={() => void camera()?.animatedZoom({ duration: 150 })}>
          {texts.zoomIn}
        </Button>
        <Button size="xs" variant="default" onClick={() => void camera()?.animatedUnzoom({ duration: 150 })}>
          {texts.zoomOut}
        </Button>
        <Button size="xs" variant="default" onClick={() => void camera()?.animatedReset({ duration: 150 })}>
          {texts.whole}
        </Button>
      </Group>
      <div ref={container} className={classes['canvas']} role="img" aria-label={texts.map} />
    </div>
  );
}

type Colours = (typeof COLOURS)['light' | 'dark'];

function graphOf(map: WorldMap, colours: Colours): MultiDirectedGraph {
  const graph = new MultiDirectedGraph({ allowSelfLoops: true });
  const { id, title, x, y, isDeadEnd } = map.nodes;
  const base = nodeSize(map);
  for (const [node, name] of id.entries()) {
    graph.addNode(String(node), {
      // A canvas draws upwards; the map is laid out downwards.
      x: x[node],
      y: -(y[node] ?? 0),
      size: node === map.root ? base * 2 : base,
      dot: node === map.root ? base * 2 : base,
      color: isDeadEnd[node] === true ? colours.deadEnd : colours.node,
      label: title[node] ?? name,
    });
  }
  for (const [edge, from] of map.edges.from.entries()) {
    const to = map.edges.to[edge];
    if (to !== undefined && to !== from) {
      graph.mergeEdgeWithKey(`${from} ${to}`, String(from), String(to), {
        size: 0.5,
        color: colours.edge,
        zIndex: 0,
      });
    }
  }
  return graph;
}

/** Pixels of half a node. */
function nodeSize({ nodes }: WorldMap): number {
  return nodes.id.length > 1000 ? 2 : 5;
}

/** Colours route, milestones, findings and ways; everything else goes back to what it was. */
function drawWays(
  graph: MultiDirectedGraph,
  map: WorldMap,
  {
    route,
    paths,
    found,
    colours,
  }: {
    readonly route: TaskRoute | null;
    readonly paths: readonly DrawnPath[];
    readonly found: WorldFindings['findings'] | undefined;
    readonly colours: Colours;
  },
): void {
  for (const edge of graph.filterEdges((_, attributes) => attributes['isWay'] === true)) graph.dropEdge(edge);
  const milestones = new Set(route?.milestones.flatMap(({ nodes }) => nodes));
  const wrong = new Set(found?.flatMap(({ nodes }) => nodes));
  const base = nodeSize(map);
  const dotOf = (node: string): number =>
    wrong.has(Number(node)) || Number(node) === map.root ? base * 2 : base;
  graph.updateEachNodeAttributes((node, attributes) => ({
    ...attributes,
    color: milestones.has(Number(node))
      ? colours.milestone
      : wrong.has(Number(node))
        ? colours.found
        : map.nodes.isDeadEnd[Number(node)] === true
          ? colours.deadEnd
          : colours.node,
    highlighted: milestones.has(Number(node)),
    // A thumbnail keeps its size until it is a dot again.
    ...(attributes['type'] === 'image' ? { dot: dotOf(node) } : { dot: dotOf(node), size: dotOf(node) }),
  }));
  const ways = [
    { nodes: route?.optimal ?? [], color: colours.route as string },
    ...paths.map(({ nodes }, place) => ({
      nodes,
      color: PATH_COLOURS[place % PATH_COLOURS.length] as string,
    })),
  ];
  for (const [way, { nodes, color }] of ways.entries()) {
    const look = { color, size: waySize(way, ways.length), zIndex: way + 1, isWay: true };
    let before: number | null = null;
    for (const node of nodes) {
      if (node === null) continue;
      // HOME, BACK and the launcher lead on without an edge of their own in the world.
      if (before !== null && before !== node)
        graph.mergeEdgeWithKey(`${way} ${before} ${node}`, String(before), String(node), look);
      before = node;
    }
  }
}

/** Pixels across of a way: each is drawn above the one before and narrower, so that all over one edge are seen. */
function waySize(way: number, ways: number): number {
  const last = Math.max(1, Math.min(ways, MOST_WIDTHS) - 1);
  return 2.5 + Math.min(3, 14 / last) * (last - Math.min(way, last));
}

/** Nodes in sight become thumbnails once they are few; the others are dots again. */
function showThumbnails(
  sigma: Sigma,
  graph: MultiDirectedGraph,
  pictureOf: (node: number) => string | null,
): void {
  const { width, height } = sigma.getDimensions();
  const inSight = graph.filterNodes((node) => {
    const shown = sigma.getNodeDisplayData(node);
    if (shown === undefined) return false;
    const { x, y } = sigma.framedGraphToViewport(shown);
    return x >= 0 && y >= 0 && x <= width && y <= height;
  });
  const near = new Set(inSight.length <= MOST_THUMBNAILS ? inSight : []);
  // Node by node: what does not change need not be drawn anew.
  for (const node of graph.filterNodes((_, { type }) => type === 'image')) {
    if (!near.has(node)) {
      const { dot } = graph.getNodeAttributes(node);
      graph.mergeNodeAttributes(node, { type: 'circle', image: undefined, size: Number(dot) });
    }
  }
  for (const node of near) {
    const image = pictureOf(Number(node));
    const { type, size } = graph.getNodeAttributes(node) as { type?: string; size: number };
    if (image !== null && type !== 'image')
      graph.mergeNodeAttributes(node, { type: 'image', image, size: Math.max(size, 12) });
  }
}

function pictureOf(
  map: WorldMap,
  node: number,
  scaled: (address: string, width: number) => string,
): string | null {
  const address = map.nodes.picture[node] ?? null;
  return address === null ? null : scaled(address, THUMBNAIL);
}

function debounced(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, 120);
  };
}
