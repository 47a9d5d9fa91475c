import { Button, Group, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Sigma } from 'sigma';
import { drawDiscNodeHover } from 'sigma/rendering';
import type { MultiDirectedGraph } from 'graphology';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { drawWays, screenGraph, type MapDrawing } from './draw-ways.js';
import { EdgeLayer } from './edge-layer.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import { MAP_COLOURS, type MapColours } from './map-colours.js';
import { drawLoaded, showThumbnails, thumbnailProgram } from './thumbnails.js';
import classes from './graph-page.module.css';

/** Pixels across of a thumbnail that is asked for. */
const THUMBNAIL = 96;
/** Edges that are drawn while the map is moved. */
const MOST_MOVING_EDGES = 2000;
/** Screens whose names are looked for while the map is moved. */
const MOST_MOVING_LABELS = 1000;
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
  const drawing = useRef<DrawnMap | null>(null);
  const choose = useRef(onChoose);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (container.current === null) return undefined;
    let drawn: DrawnMap;
    try {
      drawn = drawMap(container.current, map, MAP_COLOURS[scheme], (address) => source.picture(address, THUMBNAIL));
    } catch {
      setProblem(true);
      return undefined;
    }
    drawn.sigma.on('clickNode', ({ node }) => choose.current(Number(node)));
    drawing.current = drawn;
    return () => {
      drawing.current = null;
      drawn.remove();
    };
  }, [map, scheme, source]);
  useEffect(() => {
    if (drawing.current !== null)
      drawWays(drawing.current.graph, map, { route, paths, found }, MAP_COLOURS[scheme]);
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

/** A map as it is drawn into the page. */
interface DrawnMap {
  readonly sigma: Sigma;
  readonly graph: MultiDirectedGraph;
  remove(): void;
}

/** @throws what sigma throws where there is no WebGL */
function drawMap(
  container: HTMLDivElement,
  map: WorldMap,
  colours: MapColours,
  scaled: (address: string) => string,
): DrawnMap {
  const graph = screenGraph(map, colours);
  const sigma = new Sigma(graph, container, {
    allowInvalidContainer: true,
    labelColor: { color: colours.label },
    // What is pointed at is written on white, light or dark.
    defaultDrawNodeHover: (context, data, settings) =>
      drawDiscNodeHover(context, data, { ...settings, labelColor: { color: MAP_COLOURS.light.label } }),
    labelRenderedSizeThreshold: 14,
    hideLabelsOnMove: map.nodes.id.length > MOST_MOVING_LABELS,
    nodeProgramClasses: { image: thumbnailProgram(() => drawLoaded(sigma, graph)) },
    minCameraRatio: 0.005,
    maxCameraRatio: 1.5,
    zIndex: true,
  });
  const edges = new EdgeLayer(sigma, map, colours.edge);
  const pictureOf = (node: number): string | null => {
    const address = map.nodes.picture[node] ?? null;
    return address === null ? null : scaled(address);
  };
  const isLarge = map.edges.from.length > MOST_MOVING_EDGES;
  let rest: ReturnType<typeof setTimeout> | undefined;
  sigma.on('afterRender', () => edges.draw());
  sigma.getCamera().on('updated', () => {
    edges.isHidden = isLarge;
    clearTimeout(rest);
    rest = setTimeout(() => {
      edges.isHidden = false;
      showThumbnails(sigma, graph, map, pictureOf);
      sigma.scheduleRender();
    }, REST_MS);
  });
  edges.draw();
  return {
    sigma,
    graph,
    remove: () => {
      clearTimeout(rest);
      sigma.kill();
      edges.remove();
    },
  };
}
