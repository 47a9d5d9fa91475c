import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { linedJson } from '../pocket/graph-file.js';
import { html } from '../pocket/html.js';
import { arrive, placeId, to } from '../pocket/place.js';
import { hierarchyXml } from '../pocket/render/hierarchy-xml.js';
import { encodePicture } from '../pocket/render/picture.js';
import type { Bounds } from '../pocket/render/reading.js';
import { separate } from '../pocket/render/separate.js';
import { suiteFile } from '../pocket/suite-file.js';
import { POCKET_FOLDER } from '../src/benchmarks/pocket/pocket-benchmark.js';
import { parseHierarchy } from '../src/domain/hierarchy/parse-hierarchy.js';
import type { DrawnNode } from '../src/domain/hierarchy/write-hierarchy.js';
import { readGraphFile } from '../src/formats/graph/read-graph.js';

const BUTTON: DrawnNode = {
  text: 'a < b & "c"\nd',
  id: 'button',
  class: 'android.widget.Button',
  description: '',
  checkable: false,
  checked: false,
  clickable: true,
  enabled: true,
  focused: false,
  scrollable: false,
  longClickable: false,
  password: false,
  selected: false,
  hint: '',
  bounds: [10, 20, 30, 40],
  children: [],
};

describe('places', () => {
  it('are named by page, facts in order of their names, and scroll position', () => {
    const target = to('shop.product', { of: 'mug', colour: 'blue', done: '' }, 'keep');
    expect(placeId(arrive(target, { page: 'x', state: {}, scroll: 2 }))).toBe('shop.product~blue.mug.s2');
    expect(placeId(arrive(to('shop.home'), { page: 'x', state: {}, scroll: 2 }))).toBe('shop.home');
  });
});

describe('html', () => {
  it('escapes texts and leaves markup alone', () => {
    expect(html`<p title="${'"'}">${['<', html`<b>${1}</b>`, null, false]}</p>`.text).toBe(
      '<p title="&quot;">&lt;<b>1</b></p>',
    );
  });
});

describe('separate', () => {
  it('lets the later area keep its place and cuts the earlier one next to it', () => {
    const areas = [{ box: [0, 0, 100, 20] as const }, { box: [80, 0, 100, 20] as const }];
    expect(separate(areas)).toEqual([
      [0, 0, 80, 20],
      [80, 0, 100, 20],
    ]);
  });

  it('gives up an area of which too little is left', () => {
    expect(separate([{ box: [0, 0, 100, 20] }, { box: [10, 0, 90, 20] }])[0]).toBeNull();
  });

  it('leaves no two areas that overlap, for any input', () => {
    const side = fc.integer({ min: 0, max: 40 });
    const box = fc
      .tuple(side, side, side, side)
      .map(([x, y, width, height]): { box: Bounds } => ({ box: [x, y, x + width + 1, y + height + 1] }));
    fc.assert(
      fc.property(fc.array(box, { maxLength: 8 }), (areas) => {
        const left = separate(areas).filter((one) => one !== null);
        return left.every((a, index) =>
          left.slice(index + 1).every((b) => a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3]),
        );
      }),
    );
  });
});

describe('hierarchyXml', () => {
  const xml = hierarchyXml({
    package: 'com.pocket.test',
    size: { width: 100, height: 200 },
    statusHeight: 10,
    window: { bounds: [0, 0, 100, 200], children: [BUTTON, { ...BUTTON, text: '' }] },
    keyboard: { bounds: [0, 100, 100, 200], children: [] },
  });

  it('is read back as it was meant', () => {
    const { nodes, roots } = parseHierarchy(xml);
    expect(roots.map((root) => root.attribute('package'))).toEqual([
      'com.pocket.test',
      'com.pocket.keyboard',
    ]);
    const [button] = nodes.filter((node) => node.resourceName === 'button');
    expect(button?.attribute('text')).toBe(BUTTON.text);
    expect(button?.attribute('resource-id')).toBe('com.pocket.test:id/button');
    expect(button?.bounds).toEqual([10, 20, 30, 40]);
  });

  it('marks what can be tapped and says nothing', () => {
    expect(xml.match(/NAF="true"/g)).toHaveLength(1);
  });
});

describe('encodePicture', () => {
  it('keeps the colours of areas exactly, and is the same every time', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
      <rect width="200" height="100" fill="#f7f8fa"/><rect width="100" height="50" fill="#2457d6"/>
      <circle cx="150" cy="70" r="20" fill="#c2463f"/></svg>`;
    const drawn = await sharp(Buffer.from(svg)).png().toBuffer();
    const [once, again] = [await encodePicture(drawn), await encodePicture(drawn)];
    expect(Buffer.compare(Buffer.from(once), Buffer.from(again))).toBe(0);
    const pixels = await sharp(once).removeAlpha().raw().toBuffer();
    const at = (x: number, y: number): string => pixels.subarray((y * 200 + x) * 3).toString('hex', 0, 3);
    expect([at(10, 10), at(150, 10), at(150, 70)]).toEqual(['2457d6', 'f7f8fa', 'c2463f']);
  });
});

describe('the suite of Pocket', () => {
  it('is what its tasks say of its graph', async () => {
    const graph = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
    const shipped = await readFile(join(POCKET_FOLDER, 'suite.json'), 'utf8');
    expect(linedJson(suiteFile(graph), 'tasks')).toBe(shipped);
  });
});
