import { showValue } from '../../domain/text/show-value.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { inDocumentOrder } from '../screens/shown-nodes.js';
import { invalidParams, isRecord, type RpcMethod } from './json-rpc.js';
import { notFound, type NodeFinder } from './node-finder.js';
import {
  instanceOf,
  nameOfSelector,
  selectorFrom,
  selectorOfName,
  type GivenSelector,
} from './object-names.js';
import type { Scrolling } from './scrolling.js';

/**
 * Methods that name an object: one of the children of a list, by what is in it, or what a selector finds.
 *
 * Source: android-uiautomator-server, `AutomatorServiceImpl.java`; AndroidX `UiCollection` and `UiScrollable`.
 */
export function childMethods(
  finder: NodeFinder,
  scrolling: Scrolling,
): readonly (readonly [string, RpcMethod])[] {
  /** The child that has the text, or holds something that has it. */
  const childBy =
    (attribute: 'text' | 'content-desc'): RpcMethod =>
    async ([collection, child, text, mayScroll]) => {
      const [list, row] = [givenSelector(collection), givenSelector(child)];
      if (typeof text !== 'string') throw notFound(`for text= "${showValue(text)}"`);
      const isScrolling = typeof mayScroll === 'boolean' ? mayScroll : await isScrollable(finder, list);
      if (isScrolling) {
        const target = attribute === 'text' ? { text } : { description: text };
        await scrolling.intoView(list, target, { isVertical: true });
      }
      const rows = await finder.all(selectorFrom(list, 'child', row));
      const index = rows.findIndex((each) => holds(each, attribute, text));
      if (index < 0) throw notFound(`for text= "${text}"`);
      return nameOfSelector(selectorFrom(list, 'child', instanceOf(row, index)));
    };
  const from =
    (kind: 'child' | 'sibling'): RpcMethod =>
    ([name, selector]) => {
      const start = typeof name === 'string' ? selectorOfName(name) : null;
      return start === null ? null : nameOfSelector(selectorFrom(start, kind, givenSelector(selector)));
    };
  return [
    ['childByText', childBy('text')],
    ['childByDescription', childBy('content-desc')],
    [
      'childByInstance',
      ([collection, child, instance]) => {
        if (typeof instance !== 'number') throw invalidParams('no instance');
        const row = instanceOf(givenSelector(child), instance);
        return nameOfSelector(selectorFrom(givenSelector(collection), 'child', row));
      },
    ],
    ['getUiObject', ([selector]) => nameOfSelector(givenSelector(selector))],
    ['getChild', from('child')],
    ['getFromParent', from('sibling')],
    // Names hold all there is to know of an object, so none are kept.
    ['removeUiObject', () => null],
    ['getUiObjects', () => []],
  ];
}

function givenSelector(given: unknown): GivenSelector {
  if (!isRecord(given)) throw invalidParams('no selector');
  return given;
}

async function isScrollable(finder: NodeFinder, list: GivenSelector): Promise<boolean> {
  const [found] = await finder.all(list);
  return found?.attribute('scrollable') === 'true';
}

function holds(row: UiNode, attribute: string, text: string): boolean {
  for (const node of inDocumentOrder([row])) if (node.attribute(attribute) === text) return true;
  return false;
}
