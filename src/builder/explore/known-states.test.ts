import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { KnownStates } from './known-states.js';
import { sketchScreen, type ScreenSketch } from './screen-sketch.js';

function page(title: string, nodes: readonly string[]): ScreenSketch {
  const attributes = 'package="app" bounds="[0,0][100,100]" visible-to-user="true"';
  const named = `<node class="TextView" resource-id="title" text="${title}" ${attributes}/>`;
  const rest = nodes.map((node) => `<node ${node} ${attributes}/>`);
  const hierarchy = parseHierarchy(`<hierarchy>${named}${rest.join('')}</hierarchy>`);
  return sketchScreen(hierarchy, { activity: null, size: { width: 100, height: 200 } });
}

function switches(...on: readonly boolean[]): ScreenSketch {
  return page(
    'Sound',
    on.map((isOn) => `class="Switch" text="" checked="${isOn}"`),
  );
}

describe('a state of which everything was seen by itself', () => {
  it('is a mix: two switches together that were on one at a time', () => {
    const known = new KnownStates();
    const all = [switches(false, false), switches(true, false), switches(false, true), switches(true, true)];
    expect(all.map((sketch, capture) => known.look(capture, sketch).isMix)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('is none where the page has another title, or where a form is filled', () => {
    const known = new KnownStates();
    const field = (text: string): string => `class="android.widget.EditText" text="${text}" hint="Name"`;
    const form = (...texts: readonly string[]): ScreenSketch => page('Form', texts.map(field));
    const all = [form('', ''), form('a', ''), form('', 'a'), form('a', 'a')];
    expect(all.map((sketch, capture) => known.look(capture, sketch).isMix)).not.toContain(true);
    const titled = page('Light', ['class="Switch" text="" checked="true"']);
    expect(known.look(9, titled).isMix).toBe(false);
  });
});
