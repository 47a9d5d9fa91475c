/** Families of actions in the order in which they are stacked; their place is their colour, `c0` to `c9`. */
const FAMILIES = ['tap', 'long_press', 'swipe', 'type', 'key', 'open_app', 'wait', 'answer', 'stop'];

/** The family that an action is drawn as: `swipe up` → `swipe`, `click` → `tap`. */
export function actionFamily(name: string): string {
  const [head = name] = name.split(' ');
  if (head === 'click') return 'tap';
  if (head === 'open') return 'open_app';
  return FAMILIES.includes(head) ? head : 'other';
}

/** Class of the colour that an action has on every chart of the page. */
export function actionColour(name: string): string {
  const index = FAMILIES.indexOf(actionFamily(name));
  return `c${index < 0 ? FAMILIES.length : index}`;
}

/** Place in a stack, from the bottom. */
export function stackOrder(family: string): number {
  const index = FAMILIES.indexOf(family);
  return index < 0 ? FAMILIES.length : index;
}
