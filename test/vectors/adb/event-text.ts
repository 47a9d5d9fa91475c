import type { Action } from '../../../src/domain/action.js';
import type { PhoneEvent } from '../../../src/formats/phone/phone-event.js';
import { PHONE_FAMILY } from '../../../src/phone/device/input-controller.js';

/** An event of the log in the list form of the vectors; null for kinds that are not listed there. */
export function listForm(event: PhoneEvent): readonly unknown[] | null {
  switch (event.kind) {
    case 'action':
      return actionForm(event.action, event.isRepeat === true);
    case 'observe':
      return ['observe', event.what];
    case 'ignored':
    case 'rejected':
      return [event.kind, event.what];
    case 'absorbed':
      // A key that is no step is an event all the same.
      return event.what === 'key ENTER' ? ['key', 'enter'] : null;
    default:
      return null;
  }
}

function actionForm(action: Action, isRepeat: boolean): readonly unknown[] {
  switch (action.type) {
    case 'tap': {
      const point = action.target.type === 'point' ? action.target.point : null;
      return ['click', point?.x, point?.y, ...(isRepeat ? ['repeat'] : [])];
    }
    case 'swipe':
      return ['swipe', action.direction];
    case 'type':
      return ['type', action.text];
    case 'key': {
      const key = action.key.toLowerCase();
      return key === 'home' || key === 'back' ? [key] : ['key', key];
    }
    case 'open_app': {
      const { native } = action;
      const given = native?.family === PHONE_FAMILY ? (native.arguments as { package?: string }) : {};
      return ['open_app', given.package];
    }
    default:
      return [action.type];
  }
}
