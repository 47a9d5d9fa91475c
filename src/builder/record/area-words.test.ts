import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { areaWords } from './area-words.js';

const size = { width: 100, height: 200 };
const xml = hierarchyXml([
  uiNode({ bounds: '[0,0][100,200]' }, [
    uiNode({ text: 'Dark', checked: 'true', bounds: '[0,0][100,40]' }),
    uiNode({ 'content-desc': 'Back', bounds: '[0,40][20,60]' }),
    uiNode({ text: 'Dark', selected: 'true', bounds: '[0,60][100,80]' }),
  ]),
]);

describe('areaWords', () => {
  it('gives texts and states of what has its middle in the area, each once', () => {
    expect(areaWords(xml, [0, 0, 1, 0.45], size)).toEqual({
      text: 'Dark\nBack',
      state: ['checked', 'selected'],
    });
    expect(areaWords(xml, [0, 0.1, 0.5, 0.25], size)).toEqual({ text: 'Dark\nBack', state: ['checked'] });
    expect(areaWords(xml, [0, 0.11, 0.5, 0.25], size)).toEqual({ text: 'Back', state: [] });
  });

  it('knows nothing without a hierarchy', () => {
    expect(areaWords(null, [0, 0, 1, 1], size)).toEqual({ text: '', state: [] });
    expect(areaWords('<broken', [0, 0, 1, 1], size)).toEqual({ text: '', state: [] });
  });
});
