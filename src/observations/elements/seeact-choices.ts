import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { choiceLetters } from '../../domain/questions/choice-letters.js';
import { isEditable, isTrue, listedNodes, said } from './listed-nodes.js';

/** One of the elements that SeeAct chooses among. */
export interface SeeactChoice {
  readonly node: UiNode;
  /** What it is, in words; its letters are those of its place. */
  readonly description: string;
}

/**
 * The elements of a screen that have a class, and a text, a description, a hint or a resource name: described, scrollable and
 * passive ones too, with the states of switches and boxes.
 *
 * Source: AndroidWorld reference code, `seeact_utils.py`.
 */
export function seeactChoices(hierarchy: UiHierarchy): SeeactChoice[] {
  return listedNodes(hierarchy)
    .filter((node) => said(node, 'class') !== '' && NAMES.some((name) => said(node, name) !== ''))
    .map((node) => ({ node, description: describe(node) }));
}

/** A choice as it is listed, `A. "Save" button`. */
export function seeactChoiceText({ description }: SeeactChoice, index: number): string {
  return `${choiceLetters(index)}. ${description}`;
}

const NAMES = ['text', 'content-desc', 'hint', 'resource-id'] as const;

function describe(node: UiNode): string {
  const className = said(node, 'class').split('.').at(-1)?.toLowerCase() ?? '';
  const has = (word: string): boolean => className.includes(word);
  if (has('radiobutton')) return `${boxWords(node, 'radio button')} that is ${notUnless(node)}selected`;
  if (has('button')) return typed(node, 'button');
  if (has('image')) return typed(node, 'image');
  if (has('text')) return isEditable(node) ? field(node) : typed(node, 'icon');
  if (has('switch')) return `${boxWords(node, 'switch')} that is ${notUnless(node)}checked`;
  if (has('checkbox')) return `${boxWords(node, 'checkbox')} that is ${notUnless(node)}checked`;
  return typed(node, 'icon');
}

function notUnless(node: UiNode): string {
  return isTrue(node, 'checked') ? '' : 'not ';
}

function typed(node: UiNode, kind: string): string {
  const name = NAMES.map((attribute) => said(node, attribute)).find((words) => words !== '');
  return `"${name ?? ''}" ${kind}`;
}

function boxWords(node: UiNode, kind: string): string {
  const text = said(node, 'text');
  return text === '' ? named(node, ['hint', 'content-desc'], kind) : `a ${kind} with the text "${text}"`;
}

function field(node: UiNode): string {
  const text = said(node, 'text');
  const content = text === '' ? 'that is empty' : `with the text "${text}"`;
  return `${named(node, ['hint', 'content-desc'], 'text box')} ${content}`;
}

function named(node: UiNode, attributes: readonly string[], kind: string): string {
  const name = attributes.map((attribute) => said(node, attribute)).find((words) => words !== '');
  return name === undefined ? `a ${kind}` : `a "${name}" ${kind}`;
}
