import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { findElement, findPasswordField, type WantedElement } from './find-element.js';

/** Half as wide and half as high as the screens of SPHINX. */
const SIZE = { width: 384, height: 640 };
const FRAME = 'android.widget.FrameLayout';
const FIELD = 'android.widget.EditText';

const find = (
  nodes: readonly Parameters<typeof uiNode>[0][],
  element: Readonly<Record<string, string>>,
  more: Partial<WantedElement> = {},
) => {
  const screen = parseHierarchy(hierarchyXml(nodes.map((node) => uiNode(node))));
  const wanted = { element, isField: false, isSecret: false, size: SIZE, ...more };
  return { named: findElement(screen, wanted), password: findPasswordField(screen, wanted) };
};

describe('findElement', () => {
  it('takes of several the smallest at the recorded place, on a screen of its own size', () => {
    const nodes = [
      { class: FRAME, bounds: '[0,0][384,640]' },
      { class: FRAME, bounds: '[0,100][384,160]' },
      { class: FRAME, bounds: '[0,200][384,260]' },
    ];
    expect(find(nodes, { class: FRAME, bounds: '[0,420][768,500]' }).named).toEqual([0, 200, 384, 260]);
  });

  it('takes the nearest where none is at that place', () => {
    const nodes = [
      { text: 'OK', bounds: '[0,0][40,40]' },
      { text: 'OK', bounds: '[0,600][40,640]' },
    ];
    expect(find(nodes, { text: 'OK', bounds: '[0,1000][80,1080]' }).named).toEqual([0, 600, 40, 640]);
  });

  it('tells fields apart by their hint, where the phone says it, and by what they hide', () => {
    const bounds = '[0,0][768,40]';
    const hinted = [
      { class: FIELD, hint: 'Name', bounds: '[0,0][384,20]' },
      { class: FIELD, hint: 'E-mail', bounds: '[0,40][384,60]' },
    ];
    const mail = { class: FIELD, hint: 'E-mail', bounds };
    expect(find(hinted, mail, { isField: true }).named).toEqual([0, 40, 384, 60]);
    expect(find([{ class: FIELD, bounds: '[0,80][384,90]' }], mail, { isField: true }).named).not.toBeNull();
    const hiding = [
      { class: FIELD, password: 'true', bounds: '[0,0][384,20]' },
      { class: FIELD, password: 'false', bounds: '[0,40][384,60]' },
    ];
    const plain = { class: FIELD, password: 'false', bounds };
    expect(find(hiding, plain, { isField: true }).named).toEqual([0, 40, 384, 60]);
  });

  it('types a password into nothing that shows it', () => {
    const wrapper = { class: FRAME, password: 'false', bounds: '[0,400][768,500]' };
    const secret = { isField: true, isSecret: true };
    const around = { class: FRAME, bounds: '[0,200][384,250]' };
    const inside = { class: FIELD, password: 'true', bounds: '[10,210][374,240]' };
    const other = { class: FIELD, password: 'true', bounds: '[10,310][374,340]' };
    expect(find([around, other, inside], wrapper, secret)).toEqual({
      named: null,
      password: [10, 210, 374, 240],
    });
    expect(find([around], wrapper, secret)).toEqual({ named: null, password: null });
  });
});
