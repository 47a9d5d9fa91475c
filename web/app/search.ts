import { portableName, nameOfPortable } from '../../src/domain/text/portable-name.js';

/** What follows `?` in an address: plain texts, or several of one name. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(found, name) ? found[name] : undefined;
    if (before === undefined) Object.defineProperty(found, name, plain(nameOfPortable(value)));
    else found[name] = [before, nameOfPortable(value)].flat();
  }
  return found;
}

export function writeSearch(search: Record<string, unknown>): string {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat())
      if (typeof one === 'string' && one !== '') made.append(name, portableName(one));
  }
  const text = made.toString();
  return text === '' ? '' : `?${text}`;
}

/** The address of a page, from `#` on, for where there are too many links for components of the router. */
export function addressOf(path: string, search: Search): string {
  return `#${path}${writeSearch(search)}`;
}

/** The texts of one name, however many there are. */
export function textsOf(search: Search, name: string): readonly string[] {
  const value = search[name];
  return value === undefined ? [] : [value].flat();
}

/** Own properties only: an address may say `__proto__`. */
function plain(value: string): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true };
}
