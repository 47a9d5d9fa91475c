import { actionRules, ends, is, keyRules, once, rule, unless } from '../grammar/action-rules.js';
import {
  directionPart,
  path,
  target,
  text,
  type CallArguments,
  type CallField,
} from '../grammar/call-fields.js';
import { argumentOf, positionArgument } from '../reading/call-arguments.js';
import { isPlainTyping } from '../reading/free-text.js';

const PLACE = ['box', 'point', 'start_box'] as const;
const CONTENT = ['content', 'text'] as const;

/** A direction is the page's. The published signature has both a path and a direction, one of them empty. */
const scrolled: CallField = {
  read: (args) => {
    const { call, positions, shapes } = args;
    const written = argumentOf(call, ['direction'], positions.warnings)?.text ?? '';
    const end = argumentOf(call, ['end'], positions.warnings);
    const hasPath = positionArgument(call, end, { shapes, warnings: new Set() }) !== null;
    return written.trim() === '' || hasPath ? null : directionPart(written, args);
  },
  write: ({ direction, from, to, at, target: on }, { finger }) => {
    const isPath = from !== undefined && to !== undefined;
    return isPath || !direction || at !== undefined || on !== undefined
      ? null
      : [['direction', `'${finger(direction)}'`]];
  },
};

/** The calls of UI-Venus. Source: UI-Venus `models/navigation`. */
export const UI_VENUS_RULES = actionRules<CallArguments, string>(
  [
    rule('Click', 'tap', target(PLACE, true), once),
    rule('DoubleClick', 'tap', target(PLACE, true), is({ count: 2 })),
    rule('LongPress', 'long_press', target(PLACE, true)),
    rule('Drag', 'swipe', path(['start'], ['end']), is({ style: 'drag' })),
    rule('Scroll', 'swipe', scrolled),
    rule('Scroll', 'swipe', path(['start'], ['end'])),
    rule(
      'Type',
      'type',
      unless((action) => !isPlainTyping(action)),
      text('text', CONTENT, { needs: 'Type needs a text' }),
    ),
    rule('Launch', 'open_url', text('url', ['url'], { needs: null, sole: false, trim: true })),
    rule(
      'Launch',
      'open_app',
      text('app', ['app', 'text'], { needs: 'Launch needs an app or an address', trim: true }),
    ),
    rule('Wait', 'wait'),
    rule(
      'Finished',
      'stop',
      ends('success', 'unspecified', 'interrupted'),
      text('answer', CONTENT, { otherwise: '' }),
    ),
    rule('Finished', 'answer', text('text', CONTENT), is({ terminal: true })),
    rule(
      'CallUser',
      'answer',
      text('text', CONTENT, { needs: 'CallUser needs a text' }),
      is({ terminal: false }),
    ),
    ...keyRules({ PressBack: 'BACK', PressHome: 'HOME', PressEnter: 'ENTER', PressRecent: 'APP_SWITCH' }),
  ],
  { fold: (name) => name.toLowerCase(), aliases: { tap: 'Click', doubletap: 'DoubleClick', open: 'Launch' } },
);
