import { describe, expect, it } from 'vitest';
import { readOmniParser } from './read-omniparser.js';

const TEXT = {
  type: 'text',
  bbox: [0.1, 0.2, 0.3, 0.4],
  interactivity: false,
  content: ' Save  it\n',
  source: 'box_ocr_content_ocr',
};
const ICON = { type: 'icon', bbox: [0.5, 0.5, 0.75, 1], interactivity: true, content: null };

const SAVE = { index: 0, kind: 'text', box: [0.1, 0.2, 0.3, 0.4], words: 'Save it' };
const GEAR = { index: 1, kind: 'icon', box: [0.5, 0.5, 0.75, 1], words: '' };

function elementsIn(value: unknown): unknown {
  const read = readOmniParser(value);
  return read.type === 'detections' ? read.detections : read;
}

describe('an output of OmniParser', () => {
  it.each([
    ['the list of version 2', [TEXT, ICON]],
    ["its server's answer", { som_image_base64: 'AAAA', parsed_content_list: [TEXT, ICON], latency: 1.5 }],
    [
      'all that version 2 returns, whose labels are another form of the same boxes',
      { label_coordinates: { 0: [0.1, 0.2, 0.2, 0.2] }, parsed_content_list: [TEXT, ICON] },
    ],
    [
      'version 1, whose boxes are a corner with width and height',
      {
        label_coordinates: { 1: [0.5, 0.5, 0.25, 0.5], 0: [0.1, 0.2, 0.2, 0.2] },
        parsed_content: ['Text Box ID 0:  Save it', 'Icon Box ID 1:'],
      },
    ],
    [
      'version 1 with its lines in one text',
      {
        label_coordinates: { 0: [0.1, 0.2, 0.2, 0.2], 1: [0.5, 0.5, 0.25, 0.5] },
        parsed_content_list: 'Text Box ID 0: Save it\nIcon Box ID 1: ',
      },
    ],
  ])('reads %s', (_, value) => {
    const found = elementsIn(value) as { count: number; elements: { box: number[] }[] };
    const rounded = found.elements.map((one) => ({ ...one, box: one.box.map((x) => Number(x.toFixed(6))) }));
    expect({ ...found, elements: rounded }).toEqual({ count: 2, elements: [SAVE, GEAR] });
  });

  it('keeps the numbers of those that follow something without a place', () => {
    const flat = { ...ICON, bbox: [0.2, 0.3, 0.2, 0.6] };
    const turned = { ...ICON, bbox: [0.9, 0.1, 0.3, 0.6] };
    expect(elementsIn([flat, ICON, turned])).toEqual({ count: 3, elements: [GEAR] });
    expect(elementsIn({ label_coordinates: { 4: [0.5, 0.5, 0.25, 0.5] } })).toEqual({
      count: 5,
      elements: [{ ...GEAR, index: 4 }],
    });
    expect(elementsIn([])).toEqual({ count: 0, elements: [] });
  });

  it('cuts off what rounding put beyond the picture, and no more', () => {
    const over = { ...ICON, bbox: [-0.01, 0.5, 0.75, 1.01] };
    expect(elementsIn([over])).toMatchObject({ elements: [{ box: [0, 0.5, 0.75, 1] }] });
    for (const bbox of [
      [-0.011, 0.5, 0.75, 1],
      [0.5, 0.5, 0.75, 1.011],
      [100, 200, 300, 400],
    ]) {
      expect(readOmniParser([TEXT, { ...ICON, bbox }])).toEqual({
        type: 'problem',
        message: 'the box is not in parts of the picture, 0 to 1',
        path: [1, 'bbox'],
      });
    }
    expect(readOmniParser({ label_coordinates: { 3: [0.5, 0.5, 0.6, 0.1] } })).toMatchObject({
      type: 'problem',
      path: ['label_coordinates', '3'],
    });
  });

  it('says which picture it is of, where that is stated', () => {
    const hash = 'AB'.repeat(32);
    const read = (picture: unknown) => readOmniParser({ parsed_content_list: [TEXT], picture });
    expect(read({ width: 1080, height: 2400, sha256: hash })).toMatchObject({
      picture: { size: { width: 1080, height: 2400 }, sha256: hash.toLowerCase() },
    });
    expect(read({ width: 1080 })).toMatchObject({ picture: { size: null, sha256: null } });
    expect(read(undefined)).toMatchObject({ picture: null });
    expect(read({ width: -1, height: 5 })).toMatchObject({ type: 'problem', path: ['picture', 'width'] });
    expect(read({ sha256: 'short' })).toMatchObject({ type: 'problem', path: ['picture', 'sha256'] });
  });

  it.each([
    ['no JSON object', 'text', []],
    ['null', null, []],
    ['another object', { elements: [] }, []],
    ['another kind of element', [{ ...TEXT, type: 'video' }], [0, 'type']],
    ['three numbers', [{ ...TEXT, bbox: [0, 0, 1] }], [0, 'bbox']],
    [
      'words for numbers',
      { parsed_content_list: [TEXT, { ...TEXT, bbox: ['0', 0, 1, 1] }] },
      ['parsed_content_list', 1, 'bbox', 0],
    ],
    ['a label that is no number', { label_coordinates: { x: [0, 0, 1, 1] } }, ['label_coordinates', 'x']],
    ['a label beyond any screen', { label_coordinates: { 10000: [0, 0, 1, 1] } }, []],
    ['lines that are none', { label_coordinates: {}, parsed_content: [1] }, ['parsed_content']],
  ])('refuses %s', (_, value, path) => {
    expect(readOmniParser(value)).toMatchObject({ type: 'problem', path });
  });

  it('takes as many elements as a screen may have, and no more', () => {
    const many = (count: number): unknown => Array.from({ length: count }, () => ICON);
    expect(readOmniParser(many(10_000))).toMatchObject({ detections: { count: 10_000 } });
    expect(readOmniParser(many(10_001))).toMatchObject({ type: 'problem' });
  });
});
