import type { Keyboards } from './phone-controls.js';

/** Keyboard that a phone comes with. */
export const SYSTEM_KEYBOARD = 'com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME';
/** Keyboard that types what broadcasts say. Source: github.com/senzhk/ADBKeyBoard. */
export const ADB_KEYBOARD = 'com.android.adbkeyboard/.AdbIME';
/** The same of uiautomator2, which selects it before it types. Source: uiautomator2, `_input.py`. */
export const UIAUTOMATOR2_KEYBOARD = 'com.github.uiautomator/.AdbKeyboard';

const SELECTED = 'default_input_method';
const ENABLED = 'enabled_input_methods';

/**
 * The input methods of a phone. Which are enabled and selected stands in its secure settings and nowhere else, as on a
 * phone, so that `settings put` selects one too.
 */
export class PhoneKeyboards implements Keyboards {
  readonly #secure: Map<string, string>;
  #installed: readonly string[];

  constructor(secure: Map<string, string>, installed: readonly string[]) {
    this.#secure = secure;
    this.#installed = installed;
  }

  get selected(): string {
    const id = this.#known(this.#secure.get(SELECTED) ?? '');
    return id ?? SYSTEM_KEYBOARD;
  }

  list(which: 'all' | 'enabled'): readonly string[] {
    if (which === 'all') return this.#installed;
    const enabled = (this.#secure.get(ENABLED) ?? '').split(':').map((id) => id.split(';')[0] ?? '');
    return this.#installed.filter((id) => enabled.some((name) => isSameComponent(name, id)));
  }

  install(id: string): void {
    if (this.#known(id) === null) this.#installed = [...this.#installed, id];
  }

  uninstall(id: string): void {
    const known = this.#known(id);
    if (known === null || known === SYSTEM_KEYBOARD) return;
    this.disable(known);
    this.#installed = this.#installed.filter((other) => other !== known);
  }

  enable(id: string): boolean {
    const known = this.#known(id);
    if (known === null) return false;
    const enabled = this.list('enabled');
    if (!enabled.includes(known)) this.#secure.set(ENABLED, [...enabled, known].join(':'));
    return true;
  }

  disable(id: string): boolean {
    const known = this.#known(id);
    if (known === null) return false;
    const rest = this.list('enabled').filter((other) => other !== known);
    this.#secure.set(ENABLED, rest.join(':'));
    if (this.selected === known) this.#secure.set(SELECTED, SYSTEM_KEYBOARD);
    return true;
  }

  select(id: string): boolean {
    const known = this.#known(id);
    if (known === null || !this.list('enabled').includes(known)) return false;
    this.#secure.set(SELECTED, known);
    return true;
  }

  reset(): void {
    this.#secure.set(ENABLED, SYSTEM_KEYBOARD);
    this.#secure.set(SELECTED, SYSTEM_KEYBOARD);
  }

  #known(id: string): string | null {
    return this.#installed.find((installed) => isSameComponent(id, installed)) ?? null;
  }
}

/** Whether two components are one: a class that begins with a dot lies in the package. */
function isSameComponent(a: string, b: string): boolean {
  return a === b || fullComponent(a) === fullComponent(b);
}

/** `package/class` with the class fully named; as it came where it is no component. */
export function fullComponent(component: string): string {
  const slash = component.indexOf('/');
  const [app, name] = [component.slice(0, slash), component.slice(slash + 1)];
  return slash > 0 && name.startsWith('.') ? `${app}/${app}${name}` : component;
}
