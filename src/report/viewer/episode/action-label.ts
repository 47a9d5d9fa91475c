import type { Action, Target } from '../../../domain/action.js';
import type { ReportStep } from '../../view/report-episode.js';
import type { Strings } from '../strings.js';

/** An action in a few words, such as `Tap` or `Type “milk”`. */
export function actionLabel(action: Action, { actions }: Strings): string {
  switch (action.type) {
    case 'tap':
      return `${action.count === 2 ? actions.doubleTap : actions.tap}${targetWords(action.target, actions)}`;
    case 'long_press':
      return `${actions.longPress}${targetWords(action.target, actions)}`;
    case 'swipe':
      return action.direction === null ? actions.swipe : actions.swipeTo[action.direction];
    case 'type':
      return `${actions.type(action.text)}${action.submit === true ? actions.submit : ''}`;
    case 'key':
      return actions.key(action.key);
    case 'clear_text':
      return actions.clearText;
    case 'open_app':
      return actions.openApp(action.app);
    case 'open_url':
      return actions.openUrl(action.url);
    case 'previous_app':
      return actions.previousApp;
    case 'restart_app':
      return actions.restartApp;
    case 'wait':
      return actions.wait(action.durationMs === undefined ? null : String(action.durationMs / 1000));
    case 'grid_overlay':
      return actions.gridOverlay;
    case 'answer':
      return actions.answer(action.text);
    case 'ask_user':
      return actions.askUser(action.text ?? action.reason);
    case 'memo':
      return actions.memo(action.text ?? action.op);
    case 'replan':
      return actions.replan;
    case 'stop':
      return actions.stop(actions.statuses[action.status] ?? action.status, action.answer ?? '');
    case 'foreign':
      return actions.foreign(action.native.name ?? action.native.text ?? action.native.family);
    default:
      return action satisfies never;
  }
}

/** What happened on a step, in a few words: the action, the unreadable answer, or that it is the last screen. */
export function stepLabel(step: ReportStep, strings: Strings): string {
  if (step.formatError !== null) return strings.formatError;
  return step.action === null ? strings.lastScreen : actionLabel(step.action, strings);
}

/** `Step 3 of 40`; the screen behind the last action is no step. */
export function stepPlace(
  steps: readonly Pick<ReportStep, 'action' | 'formatError'>[],
  index: number,
  strings: Strings,
): string {
  const last = steps.at(-1);
  const count = last?.action === null && last.formatError === null ? steps.length - 1 : steps.length;
  return index < count || count === 0 ? strings.step(index + 1, Math.max(1, count)) : strings.lastScreen;
}

/** Where an action was aimed, as recorded; empty where it names no place. */
export function placeWords(action: Action, { actions }: Strings): string {
  if (action.type === 'swipe' && action.from !== undefined && action.to !== undefined) {
    return `${number(action.from.x)}, ${number(action.from.y)} → ${number(action.to.x)}, ${number(action.to.y)}`;
  }
  const target = 'target' in action ? action.target : undefined;
  if (target?.type !== 'point') return '';
  const { x, y, space } = target.point;
  return `${actions.at(number(x), number(y))}${space === 'pixel' ? '' : ` (${space})`}`;
}

function targetWords(target: Target, actions: Strings['actions']): string {
  switch (target.type) {
    case 'point':
      return '';
    case 'element':
      return ` ${actions.elementNumber(String(target.element))}`;
    case 'grid':
      return ` ${target.area} ${target.subarea}`;
    case 'description':
      return ` “${target.text}”`;
    case 'selector': {
      const { text, 'content-desc': description, 'resource-id': id } = target.attributes;
      const words = [text, description, id].find((word) => word !== undefined && word !== '');
      return words === undefined ? '' : ` “${words}”`;
    }
    default:
      return target satisfies never;
  }
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
