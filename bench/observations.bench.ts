import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { parseHierarchy } from '../src/domain/hierarchy/parse-hierarchy.js';
import { MarkStyleSchema } from '../src/domain/observation-rule.js';
import { sphinxId } from '../src/benchmarks/sphinx/dialects/sphinx-id.js';
import { elementText } from '../src/observations/elements/element-text.js';
import { overlayGrid } from '../src/observations/marks/grid-overlay.js';
import { markPicture } from '../src/observations/marks/mark-picture.js';
import { preparePicture } from '../src/observations/pictures/prepare-picture.js';
import { hierarchyXml, uiNode } from '../src/testing/hierarchy-xml.js';
import type { BenchRow } from './bench-row.js';

const SCREENS = new URL('../worlds/pocket/screens/', import.meta.url);
const SCREEN = { width: 1080, height: 2400 };
const ROUNDS = 15;
const PLACE = { file: 'bench' };

/** Least processor time of several rounds, milliseconds: what other programs do on the machine hardly counts. */
async function best(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** What it takes to show a screen to a model. */
export async function run(): Promise<BenchRow[]> {
  return [...(await pictures()), ...(await texts())];
}

/** A screen of Pocket at twice its size, so that it weighs what a screenshot does. */
async function pictures(): Promise<BenchRow[]> {
  const recorded = await readFile(new URL('calendar.agenda.png', SCREENS));
  const data = await sharp(recorded)
    .resize({ ...SCREEN, fit: 'fill' })
    .png()
    .toBuffer();
  const hierarchy = parseHierarchy(feedXml(40));
  const rows: BenchRow[] = [];
  for (const style of MarkStyleSchema.options) {
    rows.push({
      name: `a 1080 x 2400 screenshot with the marks of ${style} (${hierarchy.widgets.length} widgets)`,
      value: await best(() => markPicture(data, hierarchy, style, PLACE)),
      unit: 'ms',
      target: 'below 60 ms',
    });
  }
  rows.push({
    name: "the same under AppAgent's grid",
    value: await best(() => overlayGrid(data, PLACE)),
    unit: 'ms',
    target: 'below 60 ms',
  });
  const limits = { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 } as const;
  rows.push({
    name: 'the same resized to 1092 x 2408',
    value: await best(() =>
      preparePicture({ mediaType: 'image/png', data }, { resize: limits, format: 'png' }, PLACE),
    ),
    unit: 'ms',
  });
  return rows;
}

async function texts(): Promise<BenchRow[]> {
  const xml = new TextEncoder().encode(feedXml(55));
  const size = Math.round(xml.length / 1000);
  const options = { screen: SCREEN, range: { width: 1000, height: 1000 } };
  const rows: BenchRow[] = [];
  for (const style of ['sphinx_simplified', 'sphinx_tree', 'list', 'm3a', 'seeact', 'perception'] as const) {
    rows.push({
      name: `a dump of ${size} kB read and written as ${style}`,
      value: await best(() => elementText(parseHierarchy(xml), style, options)),
      unit: 'ms',
      target: 'below 3 ms',
    });
  }
  rows.push(await prompt(xml, size));
  return rows;
}

/** What an agent does before it asks: the dump read, written and put into the prompt. */
async function prompt(xml: Uint8Array, size: number): Promise<BenchRow> {
  const dialect = sphinxId.create({ variant: 'tree' });
  return {
    name: `a ReAct prompt with the accessibility text of a dump of ${size} kB`,
    value: await best(() => {
      const { text, elements } = elementText(parseHierarchy(xml), 'sphinx_tree', {
        screen: SCREEN,
        range: SCREEN,
      });
      return dialect.buildRequest({
        instruction: 'Open the entry about the harbour',
        stepInstruction: null,
        language: 'en',
        history: [],
        stepsTaken: 0,
        screenshot: null,
        marked: null,
        elementText: text,
        elements,
        screen: SCREEN,
        app: null,
        notes: {},
      });
    }),
    unit: 'ms',
    target: 'below 3 ms',
  };
}

/** A made-up feed: rows of a title, a line of text and a button. */
function feedXml(rows: number): string {
  const list = Array.from({ length: rows }, (_, index) => {
    const top = 200 + Math.floor((index * 2100) / rows);
    const bottom = 200 + Math.floor(((index + 1) * 2100) / rows);
    return uiNode({ bounds: `[0,${top}][1080,${bottom}]`, clickable: 'true', 'long-clickable': 'true' }, [
      uiNode({
        bounds: `[40,${top}][800,${bottom}]`,
        text: `Entry ${index}`,
        'resource-id': 'org.example:id/title',
      }),
      uiNode({ bounds: `[900,${top}][1040,${bottom}]`, 'content-desc': 'More', clickable: 'true' }),
    ]);
  });
  return hierarchyXml([uiNode({ bounds: '[0,200][1080,2300]', scrollable: 'true' }, list)]);
}
