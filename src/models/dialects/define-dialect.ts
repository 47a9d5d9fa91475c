import type { Action } from '../../domain/action.js';
import type { ObservationRule } from '../../domain/observation-rule.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import {
  MAX_ANSWER_LENGTH,
  type Dialect,
  type DialectSettings,
  type HistoryRule,
  type ParseContext,
  type ParseResult,
  type SaidWithAction,
} from './dialect.js';
import { oneLine } from './one-line.js';
import { formatErrorOf, problemResult } from './reading/parse-result.js';
import type { PictureSizes } from './reading/resolve-position.js';

/** A dialect does not take these settings. */
export class DialectSettingsError extends UserError {
  override readonly code = 'DIALECT_SETTINGS';
}

/** Reads an answer as published code does; `dialect` says which release and which numbers. Pure; never throws. */
export type PublishedReader = (
  text: string,
  context: ParseContext,
  dialect: Pick<Dialect, 'variant' | 'coordinates' | 'scroll'>,
) => ParseResult;

type Required = Pick<Dialect, 'coordinates' | 'prompts' | 'buildRequest' | 'parse'>;

/** A dialect as its family makes it; what it leaves out is as in most families. */
export interface DialectParts
  extends Required, Partial<Omit<Dialect, keyof Required | 'observation' | 'history'>> {
  /** The bare screenshot in PNG, unless given; `DialectSettings.picture` comes before the picture given here. */
  readonly observation?: Partial<ObservationRule>;
  /** All steps and no pictures, unless given; `DialectSettings.history` comes before it. */
  readonly history?: Partial<HistoryRule>;
  /**
   * The action as the grammar writes it; null where it cannot express it. `printCall` prints the model's own words
   * where there are any, else these.
   */
  readonly words?: (action: Action, sizes: PictureSizes) => string | null;
  /** Puts the words on the one line that `printCall` returns: `oneLine` unless given. */
  readonly line?: (words: string) => string;
  /** The whole answer around the words of an action, for `printAnswer`; null where it cannot express them. */
  readonly answer?: (words: string, said: SaidWithAction, action: Action) => string | null;
}

/** What a family brings; `defineDialect` adds what all families share. */
export interface DialectDefinition {
  /** Name on the command line and in a run's identity: letters, digits, `_`. */
  readonly family: string;
  /** One line for lists: the models that speak it. */
  readonly title: string;
  /** Releases of the family that differ; the first is the default. None: there is one. */
  readonly variants: readonly string[];
  /** Benchmarks with a published reader of this family, named `reference:<benchmark>`. */
  readonly references?: Readonly<Record<string, PublishedReader>>;
  /**
   * Makes the dialect. `settings.variant` is one of `variants`. `parse` reads tolerantly and sets `lenient` in every
   * profile: `defineDialect` refuses lenient answers in `strict`, and empty and overlong answers.
   */
  create(settings: DialectSettings): DialectParts;
}

/** A family as it is registered, listed and made. */
export interface DialectFamily {
  readonly family: string;
  readonly title: string;
  readonly variants: readonly string[];
  readonly references: readonly string[];
  /** @throws {DialectSettingsError} for an unknown variant or prompt name */
  create(settings?: DialectSettings): Dialect;
}

/** A family from its definition: the public way to add a dialect, in one file. Check it with `dialectContract`. */
export function defineDialect(definition: DialectDefinition): DialectFamily {
  const { family, title, variants, references = {} } = definition;
  return {
    family,
    title,
    variants,
    references: Object.keys(references),
    create: (settings = {}) => {
      const variant = settings.variant ?? variants[0];
      if (settings.variant !== undefined && !variants.includes(settings.variant)) {
        throw new DialectSettingsError(`${family} has no variant "${settings.variant}"`, {
          hint:
            variants.length === 0
              ? 'It has no variants.'
              : `${didYouMean(settings.variant, variants)}It has ${variants.join(', ')}.`,
        });
      }
      // Against what it has without them: families merge what they are given into what they have.
      const standard = definition.create(variant === undefined ? {} : { variant });
      refuseUnknown('prompt', settings.prompts, standard.prompts, family);
      refuseUnknown('switch', settings.switches, standard.switches ?? {}, family);
      const chosen = variant === undefined ? settings : { ...settings, variant };
      const dialect = whole(family, chosen, definition.create(chosen));
      return {
        ...dialect,
        parse: (text, context) => {
          const reference = context.profile.startsWith('reference:')
            ? references[context.profile.slice('reference:'.length)]
            : undefined;
          if (reference !== undefined) return reference(text, context, dialect);
          return readChecked(text, context, dialect);
        },
      };
    },
  };
}

/**
 * A family whose answers can also be read as published code reads them, chosen with the profile `reference:<benchmark>`.
 *
 * @param readers by benchmark
 */
export function withPublishedReaders(
  family: DialectFamily,
  readers: Readonly<Record<string, PublishedReader>>,
): DialectFamily {
  return {
    ...family,
    references: [...family.references, ...Object.keys(readers)],
    create: (settings) => {
      const dialect = family.create(settings);
      return {
        ...dialect,
        parse: (text, context) => {
          const [, name = ''] = /^reference:(.*)$/s.exec(context.profile) ?? [];
          const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
          return reader === undefined ? dialect.parse(text, context) : reader(text, context, dialect);
        },
      };
    },
  };
}

/** The dialect of these parts. */
function whole(family: string, settings: DialectSettings, parts: DialectParts): Dialect {
  const { words = () => null, line = oneLine, answer = (said) => said, ...given } = parts;
  const standard = {
    screenshot: true,
    marked: null,
    text: null,
    picture: { resize: null, format: 'png' },
  } as const;
  const observation = { ...standard, ...given.observation };
  return {
    family,
    variant: settings.variant ?? null,
    // 2: the readers know more tokens that end an answer, and overlook a byte order mark.
    version: '2',
    scroll: null,
    switches: {},
    sampling: {},
    maxActionsPerStep: 1,
    printCall: (action, sizes) => {
      const { native } = action;
      const own = native?.family === family ? native.text : undefined;
      const said = own ?? words(action, sizes);
      return said === null ? null : line(said);
    },
    printAnswer: (action, said, sizes) => {
      const call = words(action, sizes);
      return call === null ? null : answer(call, said, action);
    },
    ...given,
    ...(Object.keys(settings.prompts ?? {}).length === 0 ? {} : { promptSource: { kind: 'user' } }),
    observation: settings.picture === undefined ? observation : { ...observation, picture: settings.picture },
    history: { steps: null, pictures: 0, ...given.history, ...settings.history },
  };
}

function readChecked(text: string, context: ParseContext, dialect: Dialect): ParseResult {
  if (text.length > MAX_ANSWER_LENGTH) {
    const message = `the answer is longer than ${MAX_ANSWER_LENGTH} characters`;
    return formatErrorOf(text, 'malformed_action', message);
  }
  if (text.replaceAll('\uFEFF', '').trim() === '') {
    return formatErrorOf(text, 'empty_output', 'the answer is empty');
  }
  const result = readWithoutMark(text, context, dialect);
  if (context.profile !== 'strict' || result.type === 'format_error' || !result.lenient) return result;
  const message = `outside the grammar: ${result.warnings.join(', ')}`;
  return problemResult(text, { kind: 'malformed_action', message }, result.thought ?? null);
}

/** A byte order mark is no part of an answer; offsets are those of the answer with it. */
function readWithoutMark(text: string, context: ParseContext, dialect: Dialect): ParseResult {
  const length = /^\uFEFF*/.exec(text)?.[0].length ?? 0;
  if (length === 0) return dialect.parse(text, context);
  const result = dialect.parse(text.slice(length), context);
  if (result.type === 'actions' || result.error.span === undefined) return result;
  const [start, end] = result.error.span;
  return { ...result, error: { ...result.error, span: [start + length, end + length] } };
}

function refuseUnknown(
  kind: 'prompt' | 'switch',
  given: Readonly<Record<string, unknown>> | undefined,
  known: Readonly<Record<string, unknown>>,
  family: string,
): void {
  const unknown = Object.keys(given ?? {}).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known);
  throw new DialectSettingsError(`${family} has no ${kind} "${unknown}"`, {
    hint: names.length === 0 ? `It has none.` : `${didYouMean(unknown, names)}It has ${names.join(', ')}.`,
  });
}
