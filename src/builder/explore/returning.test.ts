import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { Returning } from './returning.js';
import { sketchScreen } from './screen-sketch.js';

const TAP = { type: 'tap', target: { type: 'point', point: { x: 50, y: 150, space: 'pixel' } } } as const;

/** A page of a place with a button. */
function place(id: number, title: string, button = 'save'): Parameters<Returning['opened']>[0] {
  const node = (resource: string, text: string, bounds: string, clickable: boolean): string =>
    `<node class="android.widget.Button" resource-id="${resource}" text="${text}" package="maps" clickable="${clickable}" bounds="${bounds}" visible-to-user="true"/>`;
  const nodes = [
    node('title', title, '[0,0][100,100]', false),
    node(button, button, '[0,100][100,200]', true),
  ];
  const hierarchy = parseHierarchy(`<hierarchy>${nodes.join('')}</hierarchy>`);
  return { id, sketch: sketchScreen(hierarchy, { activity: null, size: { width: 100, height: 200 } }) };
}

describe('a sheet that looks the same wherever it is opened', () => {
  it('is to be opened for the other things for which it changed one', () => {
    const sheet = new Returning();
    const first = sheet.opened(place(1, 'Bakery'), TAP);
    sheet.opened(place(2, 'Mill'), TAP);
    expect([...sheet.left()]).toEqual([]);
    sheet.did('favourite', first, true);
    expect([...sheet.left()].map(({ offer, opener }) => [offer, opener.from])).toEqual([['favourite', 2]]);
    sheet.did('favourite', sheet.opened(place(2, 'Mill'), TAP), false);
    expect([...sheet.left()]).toEqual([]);
  });

  it('leaves what changed nothing, and what something else opens', () => {
    const sheet = new Returning();
    const first = sheet.opened(place(1, 'Bakery'), TAP);
    sheet.opened(place(2, 'Mill'), TAP);
    sheet.opened(place(3, 'Map', 'search'), TAP);
    sheet.did('close', first, false);
    expect([...sheet.left()]).toEqual([]);
    sheet.did('favourite', first, true);
    expect([...sheet.left()].map(({ opener }) => opener.title)).toEqual(['Mill']);
  });
});
