import type { Target } from '../../place.js';
import { targetOf } from '../typed-texts.js';

/** What was typed into a field of a page, and the field it was. */
export interface Typing {
  readonly field: string;
  readonly text: string;
}

/** What a field tells of. */
export interface FieldEvents {
  /** The text of the field, and where it leads; null where the app knows no such text. */
  typed(typing: Typing, target: Target | null): void;
  /** ENTER, or the action key of the keyboard. */
  entered(target: Target): void;
}

/** Fields that several lines are written into. */
const WIDE = new Set(['body_field', 'reply_field']);

/** Puts an input into each field that takes texts, with what was typed there, and the focus on it. */
export function putFields(root: HTMLElement, typing: Typing | null, events: FieldEvents): void {
  for (const box of root.querySelectorAll<HTMLElement>('[role="textbox"][data-focused]')) {
    putField(box, typing, events);
  }
  // What stands in the others is their text, without what the markup has around it.
  for (const box of root.querySelectorAll<HTMLElement>('[role="textbox"]')) {
    box.replaceChildren(...[...box.childNodes].filter(isText));
    for (const part of box.childNodes) part.textContent = (part.textContent ?? '').trim();
  }
}

function isText(node: Node): boolean {
  return (node.textContent ?? '').trim() !== '';
}

function putField(box: HTMLElement, typing: Typing | null, events: FieldEvents): void {
  const id = box.dataset['id'] ?? '';
  // Written by `place.ts` into the page.
  const texts = JSON.parse(box.dataset['typed'] ?? '[]') as [string, Target][];
  const enter = JSON.parse(box.dataset['enter'] ?? 'null') as Target | null;
  const isWide = WIDE.has(id);
  const input = document.createElement(isWide ? 'textarea' : 'input');
  const known = box.querySelector('.hint') === null ? (box.textContent ?? '').trim() : '';
  const isTyped = typing?.field === id;
  input.id = id;
  input.placeholder = box.getAttribute('placeholder') ?? '';
  input.value = isTyped ? typing.text : known;
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.style.height = `${box.getBoundingClientRect().height}px`;
  for (const name of ['role', 'id', 'placeholder']) box.removeAttribute(name);
  box.replaceChildren(input);
  input.addEventListener('input', () => {
    events.typed({ field: id, text: input.value }, targetOf(texts, input.value));
  });
  input.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || enter === null) return;
    event.preventDefault();
    events.entered(enter);
  });
  input.focus({ preventScroll: true });
  // A text that is there already is replaced by what is typed, as time pickers do.
  if (!isTyped && known !== '') input.select();
  else input.setSelectionRange(input.value.length, input.value.length);
}

/** A key of the drawn keyboard was touched. */
export function pressKey(key: HTMLElement): void {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  if (key.hasAttribute('data-enter-key')) {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return;
  }
  const letter = (key.textContent ?? '').trim();
  const isSpace = key.classList.contains('space');
  const isErasing = key.dataset['key'] === 'erase';
  const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
  if (isErasing) input.setRangeText('', from === to ? Math.max(from - 1, 0) : from, to, 'end');
  else if (isSpace || letter.length === 1) input.setRangeText(isSpace ? ' ' : letter, from, to, 'end');
  else return;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
