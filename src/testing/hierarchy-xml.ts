/** A node of a made-up UI hierarchy: attributes that differ from a plain visible view, and children. */
export interface NodeSketch {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly NodeSketch[];
}

/** What a node has unless its sketch says otherwise, in the order uiautomator writes. */
const PLAIN_VIEW: Readonly<Record<string, string>> = {
  index: '0',
  text: '',
  'resource-id': '',
  class: 'android.view.View',
  package: 'org.example',
  'content-desc': '',
  checkable: 'false',
  checked: 'false',
  clickable: 'false',
  enabled: 'true',
  focusable: 'false',
  focused: 'false',
  scrollable: 'false',
  'long-clickable': 'false',
  password: 'false',
  selected: 'false',
  'visible-to-user': 'true',
  bounds: '[0,0][100,100]',
};

/** A sketch of a node from its attributes and children. */
export function uiNode(
  attributes: Readonly<Record<string, string>> = {},
  children: readonly NodeSketch[] = [],
): NodeSketch {
  return { attributes, children };
}

/** The XML uiautomator would write for these windows. Values are escaped; new lines become references. */
export function hierarchyXml(windows: readonly NodeSketch[]): string {
  const body = windows.map((window) => nodeXml(window, '  ')).join('');
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy rotation="0">\n${body}</hierarchy>\n`;
}

function nodeXml(node: NodeSketch, indent: string): string {
  const attributes = Object.entries({ ...PLAIN_VIEW, ...node.attributes })
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const children = node.children ?? [];
  if (children.length === 0) return `${indent}<node${attributes} />\n`;
  const inner = children.map((child) => nodeXml(child, `${indent}  `)).join('');
  return `${indent}<node${attributes}>\n${inner}${indent}</node>\n`;
}

function escaped(value: string): string {
  return value.replaceAll(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
