import { AttributeLayout } from './attribute-layout.js';
import { decodeAttributeValue } from './attribute-value.js';
import { ScanFault } from './scan-fault.js';

/** Tag of any element as XML allows it. `end` is the offset behind it. */
export interface Tag {
  readonly layout: AttributeLayout;
  readonly values: readonly string[];
  readonly closed: boolean;
  readonly end: number;
}

const ATTRIBUTE = /[ \t\r\n]+([A-Za-z_:][-A-Za-z0-9_:.]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /[ \t\r\n]*(\/?)>/y;

/** Reads tags with attributes of any names, order and content. */
export class TagReader {
  readonly #xml: string;
  readonly #maxAttributes: number;
  /** By the names in order, separated by spaces. */
  readonly #layouts = new Map<string, AttributeLayout>();

  constructor(xml: string, maxAttributes: number) {
    this.#xml = xml;
    this.#maxAttributes = maxAttributes;
  }

  /** Reads on behind `<name`. @throws {ScanFault} */
  read(offset: number): Tag {
    const names: string[] = [];
    const values: string[] = [];
    let end = offset;
    for (let match = this.#attribute(end); match !== null; match = this.#attribute(end)) {
      const [whole, name = '', quoted, apostrophed] = match;
      if (names.length >= this.#maxAttributes)
        throw new ScanFault(end, `more than ${this.#maxAttributes} attributes`);
      if (names.includes(name)) throw new ScanFault(end, `the attribute "${name}" twice`);
      const raw = quoted ?? apostrophed ?? '';
      names.push(name);
      values.push(decodeAttributeValue(raw, end + whole.length - 1 - raw.length));
      end += whole.length;
    }
    TAG_END.lastIndex = end;
    const close = TAG_END.exec(this.#xml);
    if (close === null) throw new ScanFault(end, 'a tag that is broken or cut off');
    return { layout: this.#layout(names), values, closed: close[1] === '/', end: TAG_END.lastIndex };
  }

  #attribute(offset: number): RegExpExecArray | null {
    ATTRIBUTE.lastIndex = offset;
    return ATTRIBUTE.exec(this.#xml);
  }

  #layout(names: readonly string[]): AttributeLayout {
    const key = names.join(' ');
    const known = this.#layouts.get(key);
    if (known !== undefined) return known;
    const layout = new AttributeLayout(new Map(names.map((name, index) => [name, index])));
    this.#layouts.set(key, layout);
    return layout;
  }
}
