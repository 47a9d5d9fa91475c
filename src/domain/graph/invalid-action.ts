/**
 * Why a native action cannot be carried out at all, or null when it can. Types nobody knows are no reason: they reach the
 * graph and match nothing.
 */
export function invalidReason(action: unknown): string | null {
  if (typeof action !== 'object' || action === null || Array.isArray(action))
    return 'the action is not an object';
  const fields = action as Readonly<Record<string, unknown>>;
  switch (fields['action_type']) {
    case 'click':
    case 'long_press':
      return isCoordinate(fields['x']) && isCoordinate(fields['y']) ? null : '"x" and "y" must be numbers';
    case 'swipe':
      return isDirection(fields['direction']) ? null : '"direction" must be up, down, left or right';
    case 'type':
      return typeof fields['text'] === 'string' ? null : '"text" must be a text';
    case 'open':
      return typeof fields['app'] === 'string' ? null : '"app" must be a text';
    case 'system_button':
      return typeof fields['button'] === 'string' ? null : '"button" must be a text';
    default:
      return typeof fields['action_type'] === 'string' ? null : '"action_type" must be a text';
  }
}

/** Whole numbers in strings are let through, as the published code does. */
function isCoordinate(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*[+-]?\d{1,15}\s*$/.test(value);
  return typeof value === 'number' && Number.isFinite(value);
}

/** null stands for a finger that did not move: no direction, and no mistake. */
function isDirection(value: unknown): boolean {
  return value === null || value === 'up' || value === 'down' || value === 'left' || value === 'right';
}
