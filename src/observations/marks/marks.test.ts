import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { marksOf } from './marks.js';

describe('marksOf', () => {
  it('draws children before parents, and one label per action from right to left', () => {
    const screen = parseHierarchy(
      hierarchyXml([
        uiNode({ bounds: '[0,0][90,40]', scrollable: 'true', 'long-clickable': 'true' }, [
          uiNode({ bounds: '[-9,-3][0,0]', class: 'android.widget.EditText' }),
          uiNode({ text: 'no widget' }),
        ]),
      ]),
    );
    expect(marksOf(screen)).toEqual([
      { type: 'outline', bounds: [-9, -3, 0, 0], colour: [0, 0, 255] },
      { type: 'label', index: 1, x: 0, y: 3, background: [0, 0, 255] },
      { type: 'outline', bounds: [0, 0, 90, 40], colour: [0, 255, 0] },
      { type: 'label', index: 0, x: 65, y: 25, background: [255, 0, 255] },
      { type: 'label', index: 0, x: 35, y: 25, background: [0, 255, 0] },
    ]);
  });
});
