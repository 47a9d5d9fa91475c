import type { Action, Target } from '../../src/domain/action.js';
import type { ReportStep } from '../../src/report/view/report-episode.js';
import type { ActionTexts } from './action-texts.js';

/** An action in a few words, such as `Tap` or `Type “milk”`. */
export function actionLabel(action: Action, texts: ActionTexts): string {
  switch (action.type) {
    case 'tap':
      return `${action.count === 2 ? texts.doubleTap : texts.tap}${targetWords(action.target, texts)}`;
    case 'long_press':
      return `${texts.longPress}${targetWords(action.target, texts)}`;
    case 'swipe':
      return action.direction === null ? texts.swipe : texts.swipeTo[action.direction];
    case 'type':
      return `${texts.type(action.text)}${action.submit === true ? texts.submit : ''}`;
    case 'key':
      return texts.key(action.key);
    case 'clear_text':
      return texts.clearText;
    case 'open_app':
      return texts.openApp(action.app);
    case 'open_url':
      return texts.openUrl(action.url);
    case 'previous_app':
      return texts.previousApp;
    case 'restart_app':
      return texts.restartApp;
    case 'wait':
      return texts.wait(action.durationMs === undefined ? null : String(action.durationMs / 1000));
    case 'grid_overlay':
      return texts.gridOverlay;
    case 'answer':
      return texts.answer(action.text);
    case 'ask_user':
      return texts.askUser(action.text ?? action.reason);
    case 'memo':
      return texts.memo(action.text ?? action.op);
    case 'replan':
      return texts.replan;
    case 'stop':
      return texts.stop(texts.statuses[action.status] ?? action.status, action.answer ?? '');
    case 'foreign':
      return texts.foreign(action.native.name ?? action.native.text ?? action.native.family);
    default:
      return action satisfies never;
  }
}

/** What happened on a step, in a few words: the action, the unreadable answer, or that it is the last screen. */
export function stepLabel(step: Pick<ReportStep, 'action' | 'formatError'>, texts: ActionTexts): string {
  if (step.formatError !== null) return texts.formatError;
  return step.action === null ? texts.lastScreen : actionLabel(step.action, texts);
}

/** `Step 3 of 40`; the screen behind the last action is no step. */
export function stepPlace(
  steps: readonly Pick<ReportStep, 'action' | 'formatError'>[],
  index: number,
  texts: ActionTexts,
): string {
  const last = steps.at(-1);
  const count = last?.action === null && last.formatError === null ? steps.length - 1 : steps.length;
  return index < count || count === 0 ? texts.step(index + 1, Math.max(1, count)) : texts.lastScreen;
}

/** Where an action was aimed, as recorded; empty where it names no place. */
export function placeWords(action: Action, texts: ActionTexts): string {
  if (action.type === 'swipe' && action.from !== undefined && action.to !== undefined) {
    return `${number(action.from.x)}, ${number(action.from.y)} → ${number(action.to.x)}, ${number(action.to.y)}`;
  }
  const target = 'target' in action ? action.target : undefined;
  if (target?.type !== 'point') return '';
  const { x, y, space } = target.point;
  return `${texts.at(number(x), number(y))}${space === 'pixel' ? '' : ` (${space})`}`;
}

function targetWords(target: Target, texts: ActionTexts): string {
  switch (target.type) {
    case 'point':
      return '';
    case 'element':
      return ` ${texts.elementNumber(String(target.element))}`;
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
