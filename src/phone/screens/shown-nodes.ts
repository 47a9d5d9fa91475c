import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { PhoneControls } from '../device/phone-controls.js';
import { displaySize } from './display-size.js';
import { hierarchyText } from './hierarchy-text.js';

/**
 * The nodes of the recorded hierarchy, as an agent sees them; null where none was recorded.
 *
 * @throws {HierarchyParseError} when what was recorded is no hierarchy
 */
export async function lookAtNodes(controls: PhoneControls, signal: AbortSignal): Promise<UiHierarchy | null> {
  const observation = await controls.look('hierarchy');
  const text = await hierarchyText(observation, {
    missing: controls.options.hierarchy,
    size: displaySize(controls),
    package: controls.component.split('/', 1)[0] ?? '',
    signal,
  });
  return text === null ? null : parseHierarchy(text, { file: observation.screen.id });
}

/** All nodes below these, each before its children, as a dump lists them. */
export function* inDocumentOrder(nodes: readonly UiNode[]): Generator<UiNode> {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}
