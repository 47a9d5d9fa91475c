import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { answerByWords } from './answer-by-words.js';

const HIERARCHY = parseHierarchy(
  hierarchyXml([
    uiNode({ text: 'Lamp', clickable: 'true' }),
    uiNode({ text: 'Red kettle', clickable: 'true' }),
  ]),
);
const KNOWLEDGE = { view: 'none', text: 'Where is the red kettle sold?', app: null, category: null } as const;

describe('answerByWords', () => {
  it('takes the option with the words of the question', () => {
    const options = { A: 'In the garden', B: 'Where lamps are sold', C: 'On the kettle page', D: 'At home' };
    expect(answerByWords({ ...KNOWLEDGE, type: 'option', options }, null)).toBe('B');
    expect(answerByWords({ ...KNOWLEDGE, type: 'truth', option: 'The red kettle' }, null)).toBe('T');
    expect(answerByWords({ ...KNOWLEDGE, type: 'truth', option: 'In the garden' }, null)).toBe('F');
  });

  it('clicks the element that is named, the first where none is', () => {
    const ask = (instruction: string, hierarchy: typeof HIERARCHY | null) =>
      answerByWords({ type: 'grounding', view: 'tree', instruction }, hierarchy);
    expect(ask('Tap “Red kettle”.', HIERARCHY)).toBe('```click [1]```');
    expect(ask('Go on.', HIERARCHY)).toBe('```click [0]```');
    expect(ask('Tap “Red kettle”.', null)).toBe('```click [0]```');
  });
});
