import { expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { readKnowledge } from './screen-knowledge.js';
import { sketchScreen } from './screen-sketch.js';

const sketch = sketchScreen(
  parseHierarchy(
    '<hierarchy><node class="android.widget.EditText" text="" hint="Search" clickable="true" bounds="[0,0][100,50]"/><node class="android.widget.Button" text="Bin" clickable="true" bounds="[0,60][100,90]"/></hierarchy>',
  ),
  { activity: null, size: { width: 100, height: 200 } },
);

it('leaves out elements that there are not, and texts for what is no field', () => {
  const answer = JSON.stringify({
    purpose: 'finds things',
    elements: [
      { element: 1, does: 'empties the bin', risk: 'delete' },
      { element: 7, does: 'is invented' },
      { element: 0, does: 'takes a text', risk: 'none of these' },
    ],
    texts: [
      { element: 0, text: 'lamp' },
      { element: 1, text: 'no field' },
      { element: 9, text: 'nowhere' },
    ],
  });
  expect(readKnowledge(`Sure: ${answer}`, sketch)).toEqual({
    type: 'value',
    value: {
      purpose: 'finds things',
      elements: [
        { element: 1, does: 'empties the bin', risk: 'delete' },
        { element: 0, does: 'takes a text' },
      ],
      texts: [{ element: 0, text: 'lamp' }],
    },
  });
});

it.each(['', 'no JSON', '{"elements": 3}', '{broken'])('cannot read %j', (answer) => {
  expect(readKnowledge(answer, sketch).type).toBe('unreadable');
});
