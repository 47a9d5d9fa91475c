/**
 * The only way the viewer makes markup: texts become text nodes, so no text that a model or a benchmark wrote can turn
 * into an element.
 */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type AttributeValue = string | number | boolean | null | undefined;
type Listener = (event: never) => void;

/** Attributes by name; `on…` takes a listener, `css` sets style properties (a style attribute would break the policy). */
export type Attributes = {
  readonly css?: Readonly<Record<string, string>>;
  readonly [name: string]: AttributeValue | Listener | Readonly<Record<string, string>>;
};

const SVG = 'http://www.w3.org/2000/svg';

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  fill(made, attributes, children);
  return made;
}

/** Puts new children in the place of the old ones. */
export function replaceChildren(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

function fill(made: HTMLElement | SVGElement, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      made.addEventListener(name.slice(2), value as EventListener);
    } else if (typeof value === 'object') {
      for (const [property, text] of Object.entries(value)) made.style.setProperty(property, text);
    } else {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  append(made, children);
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child as readonly Child[]);
    else parent.append(typeof child === 'number' ? String(child) : (child as Node | string));
  }
}
