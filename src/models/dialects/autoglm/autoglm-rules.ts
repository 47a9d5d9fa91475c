import { actionRules, implies, is, keyRules, once, rule, unless } from '../grammar/action-rules.js';
import { path, seconds, target, text, type CallArguments, type CallField } from '../grammar/call-fields.js';
import { argumentOf } from '../reading/call-arguments.js';
import { isProblem } from '../reading/parse-result.js';

const PLACE = ['element', 'point', 'position'] as const;
const CONTENT = ['text', 'message'] as const;
/** The one call that is not `do(action=…)`. */
export const FINISH = 'finish';

/** A message with a tap says why it is sensitive. */
const sensitive: CallField = {
  read: ({ call, positions }) =>
    argumentOf(call, ['message'], positions.warnings) === null ? {} : { sensitive: true },
  write: (action, writer) => (action.sensitive === true ? [['message', writer.text('True')]] : []),
};
const typed = unless((action) => action.target !== undefined || action.submit === true || action.text === '');
const message = text('text', ['message'], { sole: false });

/** As long as the published handler waits where the duration is no number, `x seconds` of its own prompt included. */
const SHORTEST_WAIT_MS = 1000;
const duration = seconds(['duration'], 'duration', ' seconds');
const waited: CallField = {
  read: (args) => {
    const { warnings } = args.positions;
    const read = duration.read(args);
    const isEmpty = argumentOf(args.call, ['duration'], warnings)?.text.trim() === '';
    if (read === null || (!isProblem(read) && !isEmpty)) return read;
    warnings.add('default_duration');
    return { durationMs: SHORTEST_WAIT_MS };
  },
  write: (action, writer) => duration.write(action, writer),
};

/** The calls of AutoGLM. Source: Open-AutoGLM `phone_agent`. */
export const AUTOGLM_RULES = actionRules<CallArguments, string>(
  [
    rule(
      'Launch',
      'open_app',
      text('app', ['app', 'text'], { needs: 'Launch needs an app', sole: false, trim: true }),
    ),
    rule('Tap', 'tap', target(PLACE), once, sensitive),
    rule('Long Press', 'long_press', target(PLACE)),
    rule(
      'Double Tap',
      'tap',
      target(PLACE),
      is({ count: 2 }),
      unless((action) => action.sensitive === true),
    ),
    ...['Type', 'Type_Name'].map((name) =>
      rule(
        name,
        'type',
        typed,
        text('text', CONTENT, { needs: `${name} needs a text`, sole: false }),
        implies({ clear: true }),
      ),
    ),
    rule(
      'Swipe',
      'swipe',
      path(['start'], ['end']),
      unless(({ style }) => style === 'drag'),
    ),
    rule('Interact', 'ask_user', is({ reason: 'choice' }), message),
    rule('Take_over', 'ask_user', implies({ reason: 'takeover' }), message),
    rule('Note', 'memo', is({ op: 'note' }), text('text', ['message'], { sole: false, otherwise: '' })),
    rule(
      'Call_API',
      'memo',
      is({ op: 'call_api' }),
      text('text', ['instruction'], { sole: false, otherwise: '' }),
    ),
    rule('Wait', 'wait', waited),
    rule(
      FINISH,
      'stop',
      implies({ status: 'unspecified' }),
      text('answer', ['message', 'text'], { otherwise: '' }),
    ),
    ...keyRules({ Back: 'BACK', Home: 'HOME' }),
  ],
  { fold: (name) => name.toLowerCase().replaceAll(/[ _]/g, ''), aliases: { click: 'Tap' } },
);
