import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapAhead } from '../../domain/collections/map-ahead.js';
import type { Size } from '../../domain/geometry.js';
import type { Graph, GraphScreen } from '../../domain/graph/graph.js';
import { openFolderContent, type ContentSource } from '../../formats/graph/content-source.js';
import { readPictureSize } from '../data-check/read-picture-size.js';
import { COLORBENCH_SCREEN } from './launcher.js';

/** Folder with the recorded pictures, which the repository does not hold. */
export const PICTURES = 'graph_image';

/** Files whose headers are read at a time. */
const AHEAD = 64;

/** Most pictures that one sentence names. */
const MOST_NAMED = 5;

/** The pictures that the data hold. */
export interface ScreenPictures {
  readonly content: ContentSource;
  /** Of each picture that a node names and the folder has, in file order: its pixels, or null where its header says none. */
  readonly sizes: ReadonlyMap<string, Size | null>;
}

/**
 * The pictures of the nodes with their sizes; of each file no more than the header is read. Null without a folder of
 * pictures, which agents that read none do without.
 *
 * @param dataDirectory the folder that holds `graph_image`
 * @throws {FileUnreadableError} when the folder cannot be listed
 */
export async function openScreenPictures(
  dataDirectory: string,
  { nodes }: Graph,
  { signal }: { readonly signal: AbortSignal },
): Promise<ScreenPictures | null> {
  const folder = join(dataDirectory, PICTURES);
  const isThere = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isThere) return null;
  const content = await openFolderContent(folder, { signal });
  const names = new Set(nodes.flatMap(({ screens }) => screens.map(({ picture }) => picture)));
  async function* present() {
    for (const name of names) {
      const picture = name === null ? null : content.open(name);
      if (name !== null && picture !== null) yield { name, picture };
    }
  }
  const sizes = new Map<string, Size | null>();
  for await (const { name, size } of mapAhead(present(), AHEAD, async ({ name: of, picture }) => ({
    name: of,
    size: await readPictureSize(picture, { signal }),
  }))) {
    signal.throwIfAborted();
    sizes.set(name, size);
  }
  return { content, sizes };
}

/** Each screen as large as its picture; one without as large as most. Without any size the graph as it is. */
export function withPictureSizes(graph: Graph, { sizes }: Pick<ScreenPictures, 'sizes'>): Graph {
  const common = commonSize(sizes);
  if (common === null) return graph;
  const sized = (screen: GraphScreen): GraphScreen => {
    const size = screen.picture === null ? null : (sizes.get(screen.picture) ?? null);
    return size === null || isEqual(size, common) ? screen : { ...screen, size };
  };
  const nodes = graph.nodes.map((node) => ({ ...node, screens: node.screens.map(sized) }));
  return { ...graph, screenSize: common, nodes };
}

/** What a user should know about the sizes of the screens: which are assumed, and which pictures differ from most. */
export function screenSizeNotes(graph: Graph, pictures: ScreenPictures | null): string[] {
  const common = pictures === null ? null : commonSize(pictures.sizes);
  if (pictures === null || common === null) {
    const why =
      pictures === null || pictures.sizes.size === 0 ? 'no picture of a screen' : 'no readable picture';
    return [
      `there is ${why} in ${PICTURES}, so every screen is taken for ${inWords(COLORBENCH_SCREEN)} pixels, as the published prompts say`,
    ];
  }
  const names = [
    ...new Set(graph.nodes.flatMap(({ screens }) => screens.map(({ picture }) => picture ?? [])).flat()),
  ];
  const missing = names.filter((name) => !pictures.sizes.has(name));
  const unread = names.filter((name) => pictures.sizes.get(name) === null);
  const others = otherPictures(pictures.sizes).map(({ name, size }) => `${name} (${inWords(size)})`);
  const taken = `taken for ${inWords(common)} pixels, as most are`;
  return [
    ...(common.width === COLORBENCH_SCREEN.width
      ? []
      : [
          `the pictures are ${common.width} pixels wide, the areas of the published graph lie on ${COLORBENCH_SCREEN.width}: use the pictures as published, or no touch will meet its area`,
        ]),
    ...(missing.length === 0
      ? []
      : [`pictures that are not in ${PICTURES}, so that their screens are ${taken}: ${some(missing)}`]),
    ...(unread.length === 0
      ? []
      : [`pictures whose size cannot be read, so that their screens are ${taken}: ${some(unread)}`]),
    ...(others.length === 0
      ? []
      : [
          `pictures that are not ${inWords(common)} pixels, as most are; each screen is as large as its own: ${some(others)}`,
        ]),
  ];
}

/** Pictures whose size is not that of most, in file order. */
export function otherPictures(
  sizes: ScreenPictures['sizes'],
): readonly { readonly name: string; readonly size: Size }[] {
  const common = commonSize(sizes);
  if (common === null) return [];
  return [...sizes].flatMap(([name, size]) =>
    size === null || isEqual(size, common) ? [] : [{ name, size }],
  );
}

/** The size that most pictures have, the first of several that are as frequent; null where none is known. */
export function commonSize(sizes: ScreenPictures['sizes']): Size | null {
  const counts = new Map<string, { readonly size: Size; count: number }>();
  for (const size of sizes.values()) {
    if (size === null) continue;
    const known = counts.get(inWords(size)) ?? { size, count: 0 };
    known.count += 1;
    counts.set(inWords(size), known);
  }
  const [most = null] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return most === null ? null : { width: most.size.width, height: most.size.height };
}

/** A size as messages have it. */
export function inWords({ width, height }: Size): string {
  return `${width} x ${height}`;
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const rest = names.length - MOST_NAMED;
  return rest > 0 ? `${shown} and ${rest} more, which \`touchstone lint colorbench\` names` : shown;
}

function isEqual(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}
