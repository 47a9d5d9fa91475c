import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../testing/hierarchy-xml.js';
import { leavesText, plainText, simplifiedText, treeText } from './accessibility-text.js';

const SCREEN = parseHierarchy(
  hierarchyXml([
    uiNode({ class: '' }, [
      uiNode({ text: 'Add\nnote', clickable: 'true', 'long-clickable': 'true', scrollable: 'true' }, [
        uiNode({ 'content-desc': 'icon', checkable: 'true' }),
      ]),
      uiNode({ 'resource-id': 'org.example:id/title', class: 'android.widget.EditText', scrollable: 'true' }),
    ]),
    uiNode({ text: 'hidden', clickable: 'true', 'visible-to-user': 'false' }),
  ]),
);
const VIEW = 'class: android.view.View';

describe('treeText', () => {
  it('prints every node depth first, widgets with index and actions', () => {
    expect(treeText(SCREEN)).toBe(
      [
        'a View',
        `\t[0] a View (text: Add\nnote, ${VIEW}) to click, longclick or swipe`,
        `\t\t[2] a View (content-desc: icon, ${VIEW}) to click`,
        '\t[1] a View (resource-id: title, class: android.widget.EditText) to text or swipe',
        `a View (text: hidden, ${VIEW})`,
        '',
      ].join('\n'),
    );
  });

  it('is empty for a screen without windows', () => {
    const nothing = parseHierarchy(hierarchyXml([]));
    expect([treeText(nothing), plainText(nothing), simplifiedText(nothing)]).toEqual(['', '', '']);
  });
});

describe('plainText', () => {
  it('prints every node one tab deeper, without index and actions', () => {
    expect(plainText(SCREEN).split('\n').slice(0, 2)).toEqual(['\ta View', '\t\ta View (text: Add']);
    expect(plainText(SCREEN)).not.toContain('[0]');
  });
});

describe('simplifiedText', () => {
  it('prints the widgets alone, in the order of their indices', () => {
    expect(simplifiedText(SCREEN).match(/\[\d\]/g)).toEqual(['[0]', '[1]', '[2]']);
  });

  const button = { clickable: 'true', class: 'Button' };
  it.each<[string, readonly NodeSketch[], string]>([
    [
      'none of them can be used',
      [uiNode(button, [uiNode({ text: 'Save' })])],
      '(Nothing is listed; 1 that can be used hold others and are not listed.)',
    ],
    ['nothing can be used', [uiNode({ text: 'Wait' })], '(No element of this screen can be used.)'],
    ['nothing is there', [], '(No element of this screen can be used.)'],
    [
      'none says more than its class',
      [uiNode({}, [uiNode(button, [uiNode({ text: 'Save' })]), uiNode(button)])],
      '[1] a View (class: Button) to click\n(What is listed says nothing of itself; 1 that can be used hold others and are not listed.)',
    ],
    [
      'they are all there is',
      [uiNode(button)],
      '[0] a View (class: Button) to click\n(What is listed says nothing of itself.)',
    ],
  ])('says of leaves that say nothing why: %s', (_, windows, expected) => {
    expect(leavesText(parseHierarchy(hierarchyXml(windows)))).toBe(expected);
  });

  it.each(['text', 'content-desc', 'resource-id'])('adds nothing where a leaf has its %s', (name) => {
    const hierarchy = parseHierarchy(
      hierarchyXml([uiNode({}, [uiNode(button), uiNode({ ...button, [name]: 'Save' })])]),
    );
    expect(leavesText(hierarchy)).toBe(simplifiedText(hierarchy, { leavesOnly: true }));
    expect(leavesText(hierarchy)).not.toContain('(What');
  });

  it('leaves out all but leaves on request, and keeps the indices', () => {
    expect(simplifiedText(SCREEN, { leavesOnly: true }).match(/\[\d\]/g)).toEqual(['[1]', '[2]']);
  });
});
