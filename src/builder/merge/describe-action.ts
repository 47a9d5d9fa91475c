import type { Action } from '../../domain/action.js';

/** An action in a few words, for a person. */
export function describeAction(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const verb = action.type === 'tap' ? 'a tap' : 'a long press';
      if (action.target.type !== 'point') return verb;
      return `${verb} at ${Math.round(action.target.point.x)}, ${Math.round(action.target.point.y)}`;
    }
    case 'swipe':
      return `a swipe ${action.direction ?? ''}`.trim();
    case 'type':
      return `typing ${JSON.stringify(action.text)}`;
    case 'key':
      return `pressing ${action.key}`;
    default:
      return action.type.replaceAll('_', ' ');
  }
}
