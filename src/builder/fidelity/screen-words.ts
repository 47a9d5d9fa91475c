import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

const WEB_VIEW = 'android.webkit.WebView';

/** What a screen says, and how often: labels, names of elements, and what is checked or selected. */
export type ScreenWords = ReadonlyMap<string, number>;

/**
 * The words of a screen that do not depend on how it is drawn: texts and descriptions, resource names, states of switches. Classes,
 * nesting and bounds play no part: a web view and a native view of the same screen say the same.
 */
export function screenWords(hierarchy: UiHierarchy): ScreenWords {
  const words = new Map<string, number>();
  const add = (word: string): void => {
    words.set(word, (words.get(word) ?? 0) + 1);
  };
  for (const node of hierarchy.nodes) {
    if (!node.isVisible) continue;
    const label = (node.text === '' ? node.description : node.text).replaceAll(/\s+/g, ' ').toLowerCase();
    // What is typed into a field is not the app's word, and a web view's text is the title of its page, which nobody sees.
    const kind = node.actions.includes('text') ? 'typed' : node.className === WEB_VIEW ? null : 'label';
    if (kind !== null && node.attribute('password') !== 'true' && label !== '') add(`${kind} ${label}`);
    if (node.resourceName !== '') add(`id ${node.resourceName}`);
    for (const state of ['checked', 'selected']) {
      if (node.attribute(state) === 'true') add(`${state} ${label === '' ? node.resourceName : label}`);
    }
  }
  return words;
}

/** The label in a word of a screen; null where the word is something else. */
function labelOf(word: string): string | null {
  return word.startsWith('label ') ? word.slice('label '.length) : null;
}

/** Labels that one of two screens has more often than the other. */
export function changedLabels(
  recorded: ScreenWords,
  live: ScreenWords,
): { readonly missing: string[]; readonly added: string[] } {
  const more = (a: ScreenWords, b: ScreenWords): string[] =>
    [...a].flatMap(([word, count]) => {
      const label = labelOf(word);
      return label !== null && count > (b.get(word) ?? 0) ? [label] : [];
    });
  return { missing: more(recorded, live), added: more(live, recorded) };
}
