import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { changedLabels, screenWords } from './screen-words.js';

const page = (inner: string) =>
  screenWords(parseHierarchy(`<hierarchy><node class="a" bounds="[0,0][9,9]">${inner}</node></hierarchy>`));
const node = (attributes: string) => `<node bounds="[0,0][9,9]" ${attributes}/>`;

describe('screenWords', () => {
  it('holds labels, names and states, not how the screen is drawn', () => {
    const words = page(
      node('class="android.webkit.WebView" text="Title of the page"') +
        node('class="x" text="  Dark  theme " resource-id="a:id/row" checked="true"') +
        node('class="y" content-desc="Dark theme" selected="true"') +
        node('class="android.widget.EditText" text="tea"') +
        node('class="z" text="hidden" visible-to-user="false"') +
        node('class="z" text="hunter2" password="true"'),
    );
    expect(Object.fromEntries(words)).toEqual({
      'label dark theme': 2,
      'id row': 1,
      'checked dark theme': 1,
      'selected dark theme': 1,
      'typed tea': 1,
    });
  });

  it('tells what changed, label by label, and as often as they are there', () => {
    const recorded = page(node('text="A"') + node('text="A"') + node('text="B"'));
    const live = page(node('text="A"') + node('text="C"') + node('class="android.widget.EditText" text="D"'));
    expect(changedLabels(recorded, live)).toEqual({ missing: ['a', 'b'], added: ['c'] });
    expect(changedLabels(live, live)).toEqual({ missing: [], added: [] });
  });
});
