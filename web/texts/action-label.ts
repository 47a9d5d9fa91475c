import type { Action, Target } from '../../src/domain/action.js';
import type { ReportStep } from '../../src/report/view/report-episode.js';
import type { ACTION_TEXTS } from './action-texts.js';

type ActionTexts = (typeof ACTION_TEXTS)['en'];

/** An action in a few words, such as `Tap` or `Type “milk”`. */
export function actionLabel(action: Action, { actions }: ActionTexts): string {
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
export function stepLabel(step: ReportStep, texts: ActionTexts): string {
  if (step.formatError !== null) return texts.formatError;
  return step.action === null ? texts.lastScreen : actionLabel(step.action, texts);
}

function targetWords(target: Target, actions: ActionTexts['actions']): string {
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
