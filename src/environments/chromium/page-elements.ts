/** Rectangle in CSS pixels. */
export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
}

/** What is used of an element of a page; the compiler knows no browser here. */
export interface PageElement extends PageNode {
  readonly tagName: string;
  readonly id: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly childNodes: Iterable<PageNode>;
  readonly parentElement: PageElement | null;
  readonly shadowRoot: { readonly childNodes: Iterable<PageNode> } | null;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly isContentEditable: boolean;
  readonly tabIndex: number;
  // Of form controls, pictures, slots and frames alone.
  readonly value?: string;
  readonly type?: string;
  readonly checked?: boolean;
  readonly placeholder?: string;
  readonly labels?: Iterable<PageNode> | null;
  readonly selectedOptions?: Iterable<PageNode>;
  readonly assignedNodes?: () => Iterable<PageNode>;
  readonly contentDocument?: PageDocument | null;
  readonly onclick?: unknown;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getBoundingClientRect(): PageRect;
  matches(selector: string): boolean;
}

export interface PageDocument {
  readonly title: string;
  readonly body: PageElement | null;
  readonly documentElement: PageElement;
  readonly activeElement: PageElement | null;
  createRange(): { selectNodeContents(node: PageNode): void; getBoundingClientRect(): PageRect };
  getElementById(id: string): PageElement | null;
}

export interface PageStyle {
  readonly display: string;
  readonly visibility: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly cursor: string;
}
