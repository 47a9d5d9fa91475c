import { Button, Group, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Sigma } from 'sigma';
import { drawDiscNodeHover, EdgeRectangleProgram, NodeCircleProgram } from 'sigma/rendering';
import { MultiDirectedGraph } from 'graphology';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { addScreens, frame, MOST_LABELLED, rest, screenName } from './add-screens.js';
import { DrawsNothing } from './draws-nothing.js';
import { drawWays, type MapDrawing } from './draw-ways.js';
import { EdgeLayer } from './edge-layer.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import { HeldSigma } from './held-sigma.js';
import { MAP_COLOURS, type MapColours } from './map-colours.js';
import { drawLoaded, showThumbnails, thumbnailProgram } from './thumbnails.js';
import classes from './graph-page.module.css';

/** Pixels across of a thumbnail that is asked for. */
const THUMBNAIL = 96;
/** Edges that are drawn while the map is moved. */
const MOST_MOVING_EDGES = 2000;
/** Milliseconds after which a map that was moved is at rest. */
const REST_MS = 120;

/** The map in WebGL: screens as thumbnails once one is near enough, ways over it, the chosen screen in the middle. */
export function MapCanvas({
  map,
  route,
  paths,
  found,
  chosen,
  onChoose,
}: MapDrawing & {
  readonly map: WorldMap;
  readonly chosen: number | null;
  readonly onChoose: (node: number) => void;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const source = useSource();
  const scheme = useComputedColorScheme('light');
  const container = useRef<HTMLDivElement>(null);
  const choose = useRef(onChoose);
  const [drawn, setDrawn] = useState<DrawnMap | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    const place = container.current;
    if (place === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const scaled = (address: string): string => source.picture(address, THUMBNAIL);
    drawMap(place, map, MAP_COLOURS[scheme], { scaled, onChoose: (node) => choose.current(node), signal })
      .then(setDrawn)
      .catch(() => setProblem(!signal.aborted));
    return () => {
      stop.abort();
      setDrawn(null);
    };
  }, [map, scheme, source]);
  useEffect(() => {
    if (drawn === null) return;
    drawWays(drawn.graph, map, { route, paths, found }, MAP_COLOURS[scheme]);
    drawn.showLayers();
  }, [drawn, map, route, paths, found, scheme]);
  useEffect(() => {
    if (drawn === null || chosen === null) return;
    const shown = drawn.sigma.getNodeDisplayData(String(chosen));
    if (shown !== undefined)
      void drawn.sigma.getCamera().animate({ x: shown.x, y: shown.y, ratio: 0.08 }, { duration: 200 });
  }, [drawn, chosen]);
  if (problem) return <p>{texts.noWebgl}</p>;
  const camera = () => drawn?.sigma.getCamera();
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

/** A map as it is drawn into the page. */
interface DrawnMap {
  readonly sigma: Sigma;
  readonly graph: MultiDirectedGraph;
  /** Shows the layers that something is drawn on: others would be copied to the screen all the same. */
  showLayers(): void;
}

/**
 * Draws the screens and edges of a map, some at a time: all at once the page would stand still. Resolves when they are there.
 *
 * @param options.signal takes the map away
 * @throws what sigma throws where there is no WebGL
 */
async function drawMap(
  container: HTMLDivElement,
  map: WorldMap,
  colours: MapColours,
  options: {
    readonly scaled: (address: string) => string;
    readonly onChoose: (node: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<DrawnMap> {
  const { scaled, onChoose, signal } = options;
  await rest();
  signal.throwIfAborted();
  const graph = new MultiDirectedGraph({ allowSelfLoops: true });
  // Outside of the page its layers have no size, and so no memory to be made while the page stands still.
  const host = document.createElement('div');
  host.className = classes['host'] ?? '';
  const sigma = new HeldSigma(graph, host, {
    allowInvalidContainer: true,
    labelColor: { color: colours.label },
    // What is pointed at is written on white, light or dark.
    defaultDrawNodeHover: (context, data, settings) =>
      drawDiscNodeHover(
        context,
        { ...data, label: screenName(map, Number(data.key)) },
        { ...settings, labelColor: { color: MAP_COLOURS.light.label } },
      ),
    labelRenderedSizeThreshold: 14,
    hideLabelsOnMove: map.nodes.id.length > MOST_LABELLED,
    nodeProgramClasses: { circle: DrawsNothing },
    edgeProgramClasses: { line: DrawsNothing, arrow: DrawsNothing },
    minCameraRatio: 0.005,
    maxCameraRatio: 1.5,
    zIndex: true,
  });
  const pictureOf = (node: number): string | null => {
    const address = map.nodes.picture[node] ?? null;
    return address === null ? null : scaled(address);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let edges: EdgeLayer | null = null;
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    sigma.kill();
    edges?.remove();
    host.remove();
  });
  sigma.on('clickNode', ({ node }) => onChoose(Number(node)));
  let isPointedAt = false;
  const showLayers = (): void => {
    const { edges: ways, edgeLabels, hovers, hoverNodes } = sigma.getCanvases();
    const isHovered = isPointedAt || graph.someNode((_, { highlighted }) => highlighted === true);
    for (const [layer, isUsed] of [
      [ways, graph.size > 0],
      [edgeLabels, false],
      [hovers, isHovered],
      [hoverNodes, isHovered],
    ] as const) {
      if (layer !== undefined) layer.hidden = !isUsed;
    }
  };
  const point = (isPointed: boolean): void => {
    isPointedAt = isPointed;
    showLayers();
  };
  sigma.on('enterNode', () => point(true));
  sigma.on('leaveNode', () => point(false));
  // Known from the start, so that what is there stays where it is.
  sigma.setCustomBBox(extentOf(map));
  showLayers();
  await rest();
  signal.throwIfAborted();
  container.append(host);
  sigma.resize();
  await rest();
  signal.throwIfAborted();
  // What is made for the first time it draws, with nothing on it yet.
  sigma.refresh({ partialGraph: {} });
  await addPrograms(sigma, graph, signal);
  sigma.hold();
  for await (const _ of addScreens(graph, map, colours)) signal.throwIfAborted();
  await rest();
  signal.throwIfAborted();
  sigma.release();
  await frame();
  signal.throwIfAborted();
  edges = new EdgeLayer(sigma, map, colours.edge);
  const isLarge = map.edges.from.length > MOST_MOVING_EDGES;
  sigma.on('afterRender', () => edges.draw());
  sigma.getCamera().on('updated', () => {
    edges.isHidden = isLarge;
    clearTimeout(timer);
    timer = setTimeout(() => {
      edges.isHidden = false;
      showThumbnails(sigma, graph, map, pictureOf);
      sigma.scheduleRender();
    }, REST_MS);
  });
  await new Promise<void>((resolve) => {
    sigma.once('afterRender', () => resolve());
    sigma.scheduleRender();
  });
  signal.throwIfAborted();
  return { sigma, graph, showLayers };
}

/** Puts a map into the page, and adds what draws it, one at a time: each has shaders compiled, while the page stands still. */
async function addPrograms(sigma: Sigma, graph: MultiDirectedGraph, signal: AbortSignal): Promise<void> {
  const circle = NodeCircleProgram;
  const image = thumbnailProgram(() => drawLoaded(sigma, graph));
  for (const add of [
    () => sigma.setSetting('nodeProgramClasses', { circle }),
    () => sigma.setSetting('nodeProgramClasses', { circle, image }),
    () => sigma.setSetting('edgeProgramClasses', { line: EdgeRectangleProgram, arrow: DrawsNothing }),
  ]) {
    await rest();
    signal.throwIfAborted();
    add();
  }
}

/** From the least to the greatest of the places of all screens. */
function extentOf({ nodes }: WorldMap): { x: [number, number]; y: [number, number] } {
  const x: [number, number] = [Infinity, -Infinity];
  const y: [number, number] = [Infinity, -Infinity];
  for (let node = 0; node < nodes.id.length; node += 1) {
    const across = nodes.x[node] ?? 0;
    const down = -(nodes.y[node] ?? 0);
    if (across < x[0]) x[0] = across;
    if (across > x[1]) x[1] = across;
    if (down < y[0]) y[0] = down;
    if (down > y[1]) y[1] = down;
  }
  return nodes.id.length === 0 ? { x: [0, 1], y: [0, 1] } : { x, y };
}
