import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { readGraphFile } from '../../../src/formats/graph/read-graph.js';
import { sketchScreen, type ScreenSketch } from '../../../src/metrics/alignment/screen-sketch.js';
import { withPicture } from '../../../src/observations/pictures/open-picture.js';

/** One of Pocket's states: its picture, small, and its texts. */
export interface PocketScreen {
  readonly state: string;
  readonly width: number;
  readonly height: number;
  /** Red, green and blue. */
  readonly data: Uint8Array;
  readonly sketch: ScreenSketch;
  readonly texts: readonly string[];
  /** Numbers of the screens that an action leads to. */
  readonly next: readonly number[];
}

const WIDTH = 108;

/** Pocket's screens and the ways between them. */
export async function readPocketScreens(): Promise<readonly PocketScreen[]> {
  const graph = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const screens: PocketScreen[] = [];
  for (const { id, screens: shown = [], edges = [] } of graph.nodes) {
    const { picture = '', hierarchy = '' } = shown[0] ?? {};
    const { data, info } = await withPicture(
      await readFile(join(POCKET_FOLDER, picture)),
      { file: picture },
      (open) =>
        open
          .flatten({ background: '#fff' })
          .resize({ width: WIDTH })
          .raw({ depth: 'uchar' })
          .toBuffer({ resolveWithObject: true }),
    );
    const xml = await readFile(join(POCKET_FOLDER, hierarchy), 'utf8');
    screens.push({
      state: id,
      width: info.width,
      height: info.height,
      data,
      sketch: sketchScreen({ width: info.width, height: info.height, data, channels: 3 }),
      texts: [...xml.matchAll(/ text="([^"]+)"/g)].map(([, text = '']) => text),
      next: edges.map(({ to }) => places.get(to) ?? -1).filter((place) => place >= 0),
    });
  }
  return screens;
}
