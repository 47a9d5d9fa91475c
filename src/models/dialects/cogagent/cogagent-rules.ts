import type { Target } from '../../../domain/action.js';
import type { Direction } from '../../../domain/geometry.js';
import { actionRules, ends, is, once, rule, unless, type Field } from '../grammar/action-rules.js';
import { fingerOf, text, textOf, type CallArguments } from '../grammar/call-fields.js';
import { keyNamed } from '../key-names.js';
import { argumentOf } from '../reading/call-arguments.js';
import { invalid, missing, quoted } from '../reading/parse-result.js';

export type PointTarget = Extract<Target, { type: 'point' }>;

/** The box is read before anything else, in every call. */
type Arguments = CallArguments & { readonly place: PointTarget | null };
type CogAgentField = Field<Arguments, string>;

/** Words for keys; the first of a key is the one that is written. */
const KEYS: Readonly<Record<string, string>> = {
  return: 'ENTER',
  backspace: 'DELETE',
  escape: 'BACK',
  esc: 'BACK',
};
const WRITTEN_KEYS: Readonly<Record<string, string>> = {
  ENTER: 'Return',
  DELETE: 'Backspace',
  BACK: 'Back',
  HOME: 'Home',
};

const box: CogAgentField = {
  read: ({ call, place }) =>
    place === null ? missing(`${call.name.toUpperCase()} needs a box`) : { target: place },
  write: ({ target }, { point }) => (target?.type === 'point' ? [['box', point(target.point)]] : null),
};

/** A text, perhaps with the box of its field. */
const typed: CogAgentField = {
  read: (args) => {
    const said = textOf(args, ['text', 'content'], false);
    if (said === '') return missing('TYPE needs a text');
    return { text: said, ...(args.place === null ? {} : { target: args.place }) };
  },
  write: ({ text: said = '', target, clear, submit }, writer) => {
    if (said === '' || clear === true || submit === true) return null;
    const content = ['text', writer.text(said)] as const;
    if (target === undefined) return [content];
    return target.type === 'point' ? [['box', writer.point(target.point)], content] : null;
  },
};

function scrolled(word: Direction): CogAgentField {
  return {
    read: ({ call, positions, grammar, place }) => {
      const count = argumentOf(call, ['step_count'], positions.warnings)?.text.trim() ?? '';
      if (count !== '' && !/^\d{1,6}$/.test(count)) return invalid(`${quoted(count)} is no number of steps`);
      return {
        direction: fingerOf(grammar, word),
        ...(place === null ? {} : { at: place.point }),
        ...(count === '' ? {} : { steps: Number(count) }),
      };
    },
    write: ({ direction, from, at, target, steps }, { point, finger }) =>
      from !== undefined || !direction || finger(direction) !== word || target !== undefined
        ? null
        : [
            ...(at === undefined ? [] : [['box', point(at)] as const]),
            ...(steps === undefined ? [] : [['step_count', String(steps)] as const]),
          ],
  };
}

const key: CogAgentField = {
  read: (args) => {
    const word = textOf(args, ['key', 'keys'], false).trim();
    if (word === '') return missing('KEY_PRESS needs a key');
    const found = KEYS[word.toLowerCase()] ?? keyNamed(word);
    return found === null ? invalid(`${quoted(word)} is no key`) : { key: found };
  },
  write: (action) => [['key', `'${WRITTEN_KEYS[action.key ?? ''] ?? action.key}'`]],
};

/** An app or an address, the other one being Python's `None` in quotes. */
function launched(field: 'app' | 'url'): CogAgentField {
  return {
    read: (args) => {
      const said = textOf(args, [field], false).trim();
      if (said !== '' && said !== 'None') return { [field]: said };
      return field === 'url' ? null : missing('LAUNCH needs an app or an address');
    },
    write: (action, writer) =>
      (['app', 'url'] as const).map((name) => [
        name,
        name === field ? writer.text(action[name] ?? '') : "'None'",
      ]),
  };
}

/** The operations of CogAgent. Source: CogAgent `Action_space`. */
export const COGAGENT_RULES = actionRules<Arguments, string>(
  [
    rule('CLICK', 'tap', box, once),
    rule('DOUBLE_CLICK', 'tap', box, is({ count: 2 })),
    rule('TYPE', 'type', typed),
    ...(['up', 'down', 'left', 'right'] as const).map((word) =>
      rule(`SCROLL_${word.toUpperCase()}`, 'swipe', scrolled(word)),
    ),
    rule('KEY_PRESS', 'key', key),
    rule('LAUNCH', 'open_url', launched('url')),
    rule('LAUNCH', 'open_app', launched('app')),
    ...['QUOTE_TEXT', 'QUOTE_CLIPBOARD'].map((name) =>
      rule(name, 'memo', is({ op: 'quote' }), text('text', ['result'], { sole: false, otherwise: '' })),
    ),
    rule('LLM', 'memo', is({ op: 'llm' }), text('text', ['prompt'], { sole: false, otherwise: '' })),
    rule(
      'END',
      'stop',
      ends('success', 'unspecified', 'interrupted'),
      unless(({ answer }) => answer !== undefined),
    ),
  ],
  { aliases: { TAP: 'CLICK', DOUBLE_TAP: 'DOUBLE_CLICK' } },
);
