import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import { UserError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { SuiteFile } from '../../formats/suite/suite-file.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { jsonText, worldSchemaFiles } from './world-schemas.js';
import type { InitFile } from './write-init-files.js';

/** Most screenshots of a folder, and most bytes of all: they are copied. */
const MAX_PICTURES = 500;
const MAX_BYTES = 512 * 1024 * 1024;
const PICTURES = new Set(['.png', '.jpg', '.jpeg']);
/** Steps an agent may take for each that the way has. */
const STEPS_PER_TAP = 3;
const LEAST_STEPS = 15;

/** Where a tap leads on to the next screen: `line` takes any tap, `todo` none until somebody writes one. */
export type InitEdges = 'line' | 'todo';

interface Shot {
  readonly id: string;
  readonly picture: InitFile;
  /** As `uiautomator dump` writes it, where one lies next to the picture. */
  readonly hierarchy: InitFile | null;
  readonly size: Size;
}

/**
 * A world of a folder of screenshots, one screen each in the order of their names: from each a tap leads to the next, and a
 * first task asks for the last. `TODO.md` lists what is left to say.
 *
 * @throws {UserError} for a folder without two pictures, and for what is no picture
 */
export async function worldOfPictures(
  folder: string,
  { name, edges, signal }: { readonly name: string; readonly edges: InitEdges; readonly signal: AbortSignal },
): Promise<readonly InitFile[]> {
  const shots = await readShots(folder, signal);
  const graph = jsonText(graphOf(shots, name, edges));
  return [
    { path: 'graph.json', content: graph },
    { path: 'suite.json', content: jsonText(suiteOf(shots, name)) },
    { path: 'TODO.md', content: todoOf(shots, graph, edges) },
    ...worldSchemaFiles(),
    ...shots.flatMap(({ picture, hierarchy }) => (hierarchy === null ? [picture] : [picture, hierarchy])),
  ];
}

async function readShots(folder: string, signal: AbortSignal): Promise<readonly Shot[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new UserError(`the folder ${folder} cannot be read`, {
      cause,
      hint: '--screenshots names a folder with a PNG or JPEG file for each screen.',
    });
  });
  const files = names
    .filter((entry) => entry.isFile() && PICTURES.has(extname(entry.name).toLowerCase()))
    .map((entry) => entry.name)
    // 2.png before 10.png.
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (files.length < 2 || files.length > MAX_PICTURES) {
    const count =
      files.length === 0
        ? 'no PNG or JPEG file'
        : files.length === 1
          ? 'one picture'
          : `${files.length} pictures`;
    throw new UserError(`${folder} has ${count}; a world is made of 2 to ${MAX_PICTURES}`, {
      hint: 'Put a screenshot of each step there, named in their order: 01.png, 02.png, …',
    });
  }
  const shots: Shot[] = [];
  const ids = new Set<string>();
  let left = MAX_BYTES;
  for (const file of files) {
    const bytes = await readBytes(join(folder, file), {
      maxBytes: Math.min(left, FILE_LIMITS.picture),
      signal,
    });
    left -= bytes.byteLength;
    const size = pictureSize(bytes);
    if (size === null) {
      throw new UserError('this is neither a PNG nor a JPEG picture', {
        place: { file: join(folder, file) },
        hint: 'Save it as PNG, or take it out of the folder.',
      });
    }
    const stem = file.slice(0, -extname(file).length);
    const id = idOf(stem, ids);
    ids.add(id);
    const dump = join(folder, `${stem}.xml`);
    const hierarchy = existsSync(dump)
      ? {
          path: `screens/${id}.xml`,
          content: await readBytes(dump, { maxBytes: FILE_LIMITS.hierarchy, signal }),
        }
      : null;
    const ending = extname(file).toLowerCase();
    shots.push({ id, picture: { path: `screens/${id}${ending}`, content: bytes }, hierarchy, size });
  }
  return shots;
}

/** An id that is a file name everywhere. */
function idOf(stem: string, taken: ReadonlySet<string>): string {
  const plain = stem
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const base = plain === '' ? 'screen' : plain;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (![...taken].some((one) => one.toLowerCase() === id.toLowerCase())) return id;
  }
}

function graphOf(shots: readonly Shot[], name: string, edges: InitEdges): GraphFile {
  const screenSize = commonSize(shots);
  return {
    $schema: './graph.schema.json',
    formatVersion: 2,
    name,
    screenSize,
    root: shots[0]?.id ?? '',
    nodes: shots.map(({ id, picture, hierarchy, size }, index) => {
      const next = shots[index + 1];
      const isOther = size.width !== screenSize.width || size.height !== screenSize.height;
      return {
        id,
        title: next === undefined ? id : `${id} (TODO: where is the tap?)`,
        screens: [
          {
            id,
            picture: picture.path,
            ...(hierarchy !== null && { hierarchy: hierarchy.path }),
            ...(isOther && { size }),
          },
        ],
        edges: next === undefined ? [] : [{ to: next.id, actions: edges === 'todo' ? [] : [anyTap(size)] }],
      };
    }),
  };
}

function anyTap({
  width,
  height,
}: Size): NonNullable<GraphFile['nodes'][number]['edges']>[number]['actions'][number] {
  return { type: 'click', box: [0, 0, width - 1, height - 1] };
}

/** The size that most pictures have, the first of those. */
function commonSize(shots: readonly Shot[]): Size {
  const counts = new Map<string, { readonly size: Size; count: number }>();
  for (const { size } of shots) {
    const key = `${size.width}x${size.height}`;
    const known = counts.get(key) ?? { size, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const most = [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best));
  return most.size;
}

function suiteOf(shots: readonly Shot[], name: string): SuiteFile {
  const last = shots.at(-1)?.id ?? '';
  const way = shots.length - 1;
  return {
    $schema: './suite.schema.json',
    formatVersion: 2,
    name,
    version: '1',
    languages: ['en'],
    defaultMaxSteps: Math.max(LEAST_STEPS, way * STEPS_PER_TAP),
    tasks: [
      {
        id: 'reach-the-last-screen',
        instructions: {
          en: `Go on until the screen "${last}" is shown. (TODO: say what a user would want.)`,
        },
        apps: [],
        tags: [],
        evaluators: [],
        optimalSteps: way,
        milestones: [{ type: 'screen', id: 'last-screen', screens: [last], abilities: ['navigation'] }],
      },
    ],
  };
}

/** What is left to say, with the line of `graph.json` for each. */
function todoOf(shots: readonly Shot[], graph: string, edges: InitEdges): string {
  const lines = graph.split('\n');
  const rows = shots.slice(0, -1).map(({ id, picture, size }, index) => {
    const from = lines.findIndex((line) => line === `      "id": ${JSON.stringify(id)},`);
    const line = lines.findIndex((text, at) => at > from && text.includes('"actions": [')) + 1;
    return `| ${index + 1} | ${picture.path} (${size.width} x ${size.height}) | ${shots[index + 1]?.id ?? ''} | ${line} |`;
  });
  const now = edges === 'todo' ? 'no tap leads on: the edge has no action yet' : 'a tap anywhere leads on';
  return `# To do

One screen was made of each picture, in the order of their names. Until you say where, ${now}.

| step | screen | leads to | line of graph.json |
| ---- | ------ | -------- | ------------------ |
${rows.join('\n')}

1. At each of these lines write the area that is tapped, in pixels of the picture, left, top, right, bottom:
   \`"actions": [{ "type": "click", "box": [40, 600, 320, 680] }]\`. Other actions: \`{ "type": "type", "text": "buy milk" }\`,
   \`{ "type": "swipe", "direction": "up" }\`, \`{ "type": "long_press", "box": [...] }\`, \`{ "type": "key", "key": "BACK" }\`.
   Take the TODO out of the node's title then.
2. Screens may lead to several others: add edges. What matches no edge changes nothing, BACK and HOME work by themselves.
3. In suite.json write what a user would want in place of the task's instruction, and add tasks.
4. \`touchstone lint\` on this folder says what is wrong and which tasks can be solved.
`;
}
