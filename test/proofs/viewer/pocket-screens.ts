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
  /** Pixels of the picture that it was made from. */
  readonly recordedWidth: number;
  /** Red, green and blue. */
  readonly data: Uint8Array;
  readonly sketch: ScreenSketch;
  readonly texts: readonly string[];
  /** Where each text is, in pixels of the recorded picture: left, top, right, bottom. */
  readonly boxes: readonly (readonly [number, number, number, number])[];
  /** Numbers of the screens that an action leads to. */
  readonly next: readonly number[];
}

const WIDTH = 108;

/** Pocket's screens and the ways between them; with `every` 4 a quarter of them. */
export async function readPocketScreens(every: number): Promise<readonly PocketScreen[]> {
  const graph = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
  const nodes = graph.nodes.filter((_, place) => place % every === 0);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const screens: PocketScreen[] = [];
  for (const { id, screens: shown = [], edges = [] } of nodes) {
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
    const said = [...xml.matchAll(/ text="([^"]+)"[^>]* bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/g)];
    screens.push({
      state: id,
      width: info.width,
      height: info.height,
      recordedWidth: graph.screenSize.width,
      data,
      sketch: sketchScreen({ width: info.width, height: info.height, data, channels: 3 }),
      texts: said.map(([, text = '']) => text),
      boxes: said.map(([, , ...box]): PocketScreen['boxes'][number] => {
        const [left = 0, top = 0, right = 0, bottom = 0] = box.map(Number);
        return [left, top, right, bottom];
      }),
      next: edges.map(({ to }) => places.get(to) ?? -1).filter((place) => place >= 0),
    });
  }
  return screens;
}
