/** Calls of UI-TARS on phones; later names are aliases that models use. */
const NAMES = {
  click: ['left_single', 'left_click', 'tap'],
  double_click: ['left_double', 'double_tap'],
  long_press: ['longpress'],
  type: [],
  scroll: ['swipe'],
  drag: [],
  open_app: ['open'],
  press_home: ['home'],
  press_back: ['back'],
  press_enter: ['enter'],
  press_menu: [],
  wait: [],
  finished: [],
  call_user: [],
} as const satisfies Record<string, readonly string[]>;
export type UiTarsCallName = keyof typeof NAMES;

/** Every call but those that only some prompts offer. */
export const UI_TARS_CALLS: readonly UiTarsCallName[] = (Object.keys(NAMES) as UiTarsCallName[]).filter(
  (name) => name !== 'press_menu',
);

const BY_WORD: ReadonlyMap<string, { readonly name: UiTarsCallName; readonly warning: string | null }> =
  new Map(
    (Object.keys(NAMES) as UiTarsCallName[]).flatMap((name) => [
      // Not in the published action spaces of phones, so a strict reader refuses them.
      [
        name,
        { name, warning: name === 'double_click' || name === 'press_menu' ? 'alias_name' : null },
      ] as const,
      ...NAMES[name].map((alias) => [alias, { name, warning: 'alias_name' }] as const),
    ]),
  );

/** The call that a word means, and the code of what is unlike the grammar about it. */
export function findUiTarsCall(
  word: string,
): { readonly name: UiTarsCallName; readonly warning: string | null } | null {
  const found = BY_WORD.get(word);
  if (found !== undefined) return found;
  const folded = BY_WORD.get(word.toLowerCase());
  return folded === undefined ? null : { name: folded.name, warning: folded.warning ?? 'case' };
}
