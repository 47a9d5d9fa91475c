import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { Pattern } from '../pattern/pattern.js';
import { PatternError } from '../pattern/pattern-program.js';
import { inDocumentOrder } from '../screens/shown-nodes.js';
import { invalidParams, isRecord } from './json-rpc.js';

type Condition = (node: UiNode) => boolean;

/** What a client looks for. */
export interface UiSelector {
  readonly conditions: readonly Condition[];
  /** Which of those that fit, from 0. */
  readonly instance: number;
  /** Where the search continues from each match. */
  readonly next: readonly { readonly kind: 'child' | 'sibling'; readonly selector: UiSelector }[];
}

type Comparison = 'is' | 'contains' | 'starts' | 'matches' | 'flag' | 'index';

/** Fields of a selector: their bit in the mask, the attribute of a dump, and how it is compared. Source: uiautomator2, `_selector.py`. */
const FIELDS: readonly (readonly [name: string, bit: number, attribute: string, comparison: Comparison])[] = [
  ['text', 0x01, 'text', 'is'],
  ['textContains', 0x02, 'text', 'contains'],
  ['textMatches', 0x04, 'text', 'matches'],
  ['textStartsWith', 0x08, 'text', 'starts'],
  ['className', 0x10, 'class', 'is'],
  ['classNameMatches', 0x20, 'class', 'matches'],
  ['description', 0x40, 'content-desc', 'is'],
  ['descriptionContains', 0x80, 'content-desc', 'contains'],
  ['descriptionMatches', 0x100, 'content-desc', 'matches'],
  ['descriptionStartsWith', 0x200, 'content-desc', 'starts'],
  ['checkable', 0x400, 'checkable', 'flag'],
  ['checked', 0x800, 'checked', 'flag'],
  ['clickable', 0x1000, 'clickable', 'flag'],
  ['longClickable', 0x2000, 'long-clickable', 'flag'],
  ['scrollable', 0x4000, 'scrollable', 'flag'],
  ['enabled', 0x8000, 'enabled', 'flag'],
  ['focusable', 0x1_0000, 'focusable', 'flag'],
  ['focused', 0x2_0000, 'focused', 'flag'],
  ['selected', 0x4_0000, 'selected', 'flag'],
  ['packageName', 0x8_0000, 'package', 'is'],
  ['packageNameMatches', 0x10_0000, 'package', 'matches'],
  ['resourceId', 0x20_0000, 'resource-id', 'is'],
  ['resourceIdMatches', 0x40_0000, 'resource-id', 'matches'],
  ['index', 0x80_0000, 'index', 'index'],
];

/** How deep selectors may hang on selectors. */
const DEEPEST = 16;

/**
 * Reads a selector off a request. Fields count whose bit the mask has; without a mask all that are there.
 *
 * @throws {RpcError} when it cannot be read
 */
export function readSelector(given: Readonly<Record<string, unknown>>, depth = 0): UiSelector {
  if (depth > DEEPEST) throw invalidParams('selector too deep');
  const mask = typeof given['mask'] === 'number' ? given['mask'] : -1;
  const conditions: Condition[] = [];
  for (const [name, bit, attribute, comparison] of FIELDS) {
    const value = given[name];
    if ((mask & bit) === 0 || value === undefined || value === null) continue;
    conditions.push(condition(attribute, comparison, value));
  }
  const { instance, childOrSibling = [], childOrSiblingSelector = [] } = given;
  if (!Array.isArray(childOrSibling) || !Array.isArray(childOrSiblingSelector))
    throw invalidParams('no list');
  return {
    conditions,
    instance: typeof instance === 'number' && instance > 0 ? Math.floor(instance) : 0,
    next: childOrSiblingSelector.map((one: unknown, index) => {
      if (!isRecord(one)) throw invalidParams('no selector');
      const kind = childOrSibling[index] === 'sibling' ? 'sibling' : 'child';
      return { kind, selector: readSelector(one, depth + 1) };
    }),
  };
}

/** Source: AndroidX `UiSelector.isMatchFor`: parts of texts match in any case, whole texts do not. */
function condition(attribute: string, comparison: Comparison, expected: unknown): Condition {
  if (comparison === 'flag') return (node) => node.attribute(attribute) === String(expected);
  if (comparison === 'index') return (node) => Number(node.attribute(attribute)) === expected;
  if (typeof expected !== 'string') throw invalidParams(`no text: ${attribute}`);
  const folded = expected.toLowerCase();
  const of = (node: UiNode): string => node.attribute(attribute) ?? '';
  switch (comparison) {
    case 'is':
      return (node) => of(node) === expected;
    case 'contains':
      return (node) => of(node).toLowerCase().includes(folded);
    case 'starts':
      return (node) => of(node).toLowerCase().startsWith(folded);
    case 'matches': {
      const pattern = readable(() => new Pattern(expected, { syntax: 'java', isWhole: true }));
      return (node) => readable(() => pattern.test(of(node)));
    }
    default:
      return comparison satisfies never;
  }
}

/** @throws {RpcError} for a pattern that cannot be read, or takes too long */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PatternError) throw invalidParams(`pattern: ${error.message}`);
    throw error;
  }
}

/**
 * What a selector finds below these nodes, in document order: the instance that it asks for, or all with `all`.
 *
 * Children are looked for at any depth below, siblings at any depth below the parent; below the first that has any.
 */
export function selectNodes(
  windows: readonly UiNode[],
  selector: UiSelector,
  all = false,
): readonly UiNode[] {
  let found = matching(windows, selector, all && selector.next.length === 0);
  for (const [index, { kind, selector: inner }] of selector.next.entries()) {
    const isLast = index === selector.next.length - 1;
    const candidates = found;
    found = [];
    for (const node of candidates) {
      const scope = kind === 'child' ? node.children : (node.parent?.children ?? windows);
      found = matching(scope, inner, all && isLast);
      if (found.length > 0) break;
    }
  }
  return found;
}

function matching(
  scope: readonly UiNode[],
  { conditions, instance, next }: UiSelector,
  all: boolean,
): UiNode[] {
  const found: UiNode[] = [];
  for (const node of inDocumentOrder(scope)) {
    if (!conditions.every((holds) => holds(node))) continue;
    found.push(node);
    if (!all && next.length === 0 && found.length > instance) return [node];
  }
  if (all) return found;
  return next.length === 0 ? [] : found.slice(instance);
}
