import { pythonTextRepr } from '../../domain/text/python-repr.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { isEditable, isTrue, said } from './listed-nodes.js';
import type { NumberedNode } from './numbered-nodes.js';

/**
 * A whole element on one line, as Python prints the object: `UI element 3: UIElement(text='Save', …)`, with class, bounds in
 * pixels, every state, package and resource name.
 *
 * Source: AndroidWorld reference code, `t3a.py` and the class `UIElement` of `representation_utils.py`.
 */
export function t3aElementText({ index, node }: NumberedNode): string {
  const fields = Object.entries({
    text: text(node, 'text'),
    content_description: text(node, 'content-desc'),
    class_name: text(node, 'class'),
    bbox: 'None',
    bbox_pixels: boxText(node),
    hint_text: text(node, 'hint'),
    is_checked: state(node, 'checked'),
    is_checkable: state(node, 'checkable'),
    is_clickable: state(node, 'clickable'),
    is_editable: printed(isEditable(node)),
    is_enabled: state(node, 'enabled'),
    is_focused: state(node, 'focused'),
    is_focusable: state(node, 'focusable'),
    is_long_clickable: state(node, 'long-clickable'),
    is_scrollable: state(node, 'scrollable'),
    is_selected: state(node, 'selected'),
    is_visible: printed(node.isVisible),
    package_name: text(node, 'package'),
    resource_name: text(node, 'resource-id'),
    tooltip: 'None',
    resource_id: 'None',
    metadata: 'None',
  }).map(([name, value]) => `${name}=${value}`);
  return `UI element ${index}: UIElement(${fields.join(', ')})`;
}

function text(node: UiNode, attribute: string): string {
  const value = said(node, attribute);
  return value === '' ? 'None' : pythonTextRepr(value);
}

function state(node: UiNode, attribute: string): string {
  return printed(isTrue(node, attribute));
}

function printed(holds: boolean): string {
  return holds ? 'True' : 'False';
}

function boxText({ bounds: [left, top, right, bottom] }: UiNode): string {
  return `BoundingBox(x_min=${left}, x_max=${right}, y_min=${top}, y_max=${bottom})`;
}
