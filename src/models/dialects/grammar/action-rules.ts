import type { Action, ActionType, NativeAction, StopStatus } from '../../../domain/action.js';
import type { Direction, Point } from '../../../domain/geometry.js';
import { isProblem, type ArgumentProblem } from '../reading/parse-result.js';

type KeyOf<A> = A extends Action ? keyof A : never;
type ValueOf<K, A = Action> = A extends Action ? (K extends keyof A ? A[K] : never) : never;
/** The fields of every kind of action. */
export type ActionFields = { readonly [K in KeyOf<Action>]?: ValueOf<K> };

/** How a family writes the values of its arguments. */
export interface Writer<Value> {
  readonly point: (point: Point) => Value;
  /** Null for a text that cannot be written. */
  readonly text: (text: string) => Value | null;
  /** The family's word for the direction of a finger. */
  readonly finger: (direction: Direction) => Direction;
}

/** Arguments as they are written, by name. */
export type Written<Value> = readonly (readonly [name: string, value: Value])[];

/** A part of an action and the arguments that express it: reading and writing in one place. */
export interface Field<Args, Value> {
  /** The part that the arguments express; null where another rule of that name is meant. */
  read(args: Args): ActionFields | ArgumentProblem | null;
  /**
   * The arguments that express this part, a null value for what cannot be written; null where the rule does not fit.
   */
  write(action: ActionFields, writer: Writer<Value>): Written<Value | null> | null;
}

/** A call of a grammar and the kind of action that it means. */
export interface Rule<Args, Value> {
  readonly name: string;
  readonly type: ActionType;
  readonly fields: readonly Field<Args, Value>[];
}

/** A rule; the action's parts come in the order of the fields, and so do the arguments. */
export function rule<Args, Value>(
  name: string,
  type: ActionType,
  ...fields: readonly Field<Args, Value>[]
): Rule<Args, Value> {
  return { name, type, fields };
}

/** A rule without arguments for each key. */
export function keyRules(keys: Readonly<Record<string, string>>): Rule<unknown, never>[] {
  return Object.entries(keys).map(([name, key]) => rule(name, 'key', is({ key })));
}

/** What the name itself means; only an action with the same meaning is written so. */
export function is(part: ActionFields): Field<unknown, never> {
  const entries = Object.entries(part) as [keyof ActionFields, unknown][];
  return {
    read: () => part,
    write: (action) => (entries.every(([key, value]) => action[key] === value) ? [] : null),
  };
}

/** What the name itself means, also for an action with another meaning. */
export function implies(part: ActionFields): Field<unknown, never> {
  return { read: () => part, write: () => [] };
}

const NOTHING: ActionFields = {};

/** Actions for which there are no such words. */
export function unless(test: (action: ActionFields) => boolean): Field<unknown, never> {
  return { read: () => NOTHING, write: (action) => (test(action) ? null : []) };
}

/** A tap that is no double tap. */
export const once: Field<unknown, never> = unless(({ count = 1 }) => count !== 1);
/** A rule by which answers are read and nothing is written. */
export const readOnly: Field<unknown, never> = unless(() => true);

/** The end of a task with the first of these outcomes; the others are written as if they were that one. */
export function ends(...statuses: readonly [StopStatus, ...StopStatus[]]): Field<unknown, never> {
  return {
    read: () => ({ status: statuses[0] }),
    write: ({ status = 'unspecified' }) => (statuses.includes(status) ? [] : null),
  };
}

/** A name that was found, and the code of what is unlike the grammar about it. */
export interface FoundName {
  readonly name: string;
  readonly warning: 'case' | 'alias_name' | null;
}

/** A call as it is written. */
export interface WrittenCall<Value> {
  readonly name: string;
  readonly arguments: Written<Value>;
}

/** The calls of a grammar: reading and printing are derived from the same rules. */
export interface ActionRules<Args, Value> {
  /** In the order of the rules, each once. */
  readonly names: readonly string[];
  find(written: string): FoundName | null;
  /** The action that the call of that name means. */
  read(name: string, args: Args, native?: NativeAction): Action | ArgumentProblem;
  /** The call that means the action, by the first rule that can express it. */
  write(action: Action, writer: Writer<Value>): WrittenCall<Value> | null;
}

/**
 * Rules of a grammar. Of several with one name the first that fits is meant, the last fits always.
 *
 * @param names how names are compared when they are not exactly the same, and other words for them
 */
export function actionRules<Args, Value>(
  rules: readonly Rule<Args, Value>[],
  names: {
    readonly fold?: (name: string) => string;
    readonly aliases?: Readonly<Record<string, string>>;
  } = {},
): ActionRules<Args, Value> {
  const byName = grouped(rules, ({ name }) => name);
  const byType = grouped(rules, ({ type }) => type);
  const { find } = nameFinder([...byName.keys()], names);
  return {
    names: [...byName.keys()],
    find,
    read: (name, args, native) => {
      for (const { type, fields } of byName.get(name) ?? []) {
        const read = readFields(type, fields, args, native);
        if (read !== null) return read;
      }
      throw new Error(`no rule for ${name} fits`);
    },
    write: (action, writer) => {
      for (const { name, fields } of byType.get(action.type) ?? []) {
        const written = writeFields(fields, action, writer);
        if (written !== null) return { name, arguments: written };
      }
      return null;
    },
  };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Finds names of a list that are written otherwise: folded alike (`case`), or by another word (`alias_name`). */
export function nameFinder(
  names: readonly string[],
  {
    fold = (name) => name,
    aliases = {},
  }: { readonly fold?: (name: string) => string; readonly aliases?: Readonly<Record<string, string>> },
): { readonly find: (written: string) => FoundName | null } {
  const exact = new Map(names.map((name): [string, FoundName] => [name, { name, warning: null }]));
  const folded = new Map([
    ...Object.entries(aliases).map(([alias, name]): [string, FoundName] => [
      fold(alias),
      { name, warning: 'alias_name' },
    ]),
    ...names.map((name): [string, FoundName] => [fold(name), { name, warning: 'case' }]),
  ]);
  return { find: (written) => exact.get(written) ?? folded.get(fold(written)) ?? null };
}

function readFields<Args, Value>(
  type: ActionType,
  fields: readonly Field<Args, Value>[],
  args: Args,
  native: NativeAction | undefined,
): Action | ArgumentProblem | null {
  const action: { -readonly [K in keyof ActionFields]: unknown } = { type };
  for (const field of fields) {
    const part = field.read(args);
    if (part === null || isProblem(part)) return part;
    if (part !== NOTHING) Object.assign(action, part);
  }
  if (native !== undefined) action.native = native;
  // The fields of a rule are those of its kind of action; `dialectContract` holds every family to the schema.
  return action as Action;
}

function writeFields<Args, Value>(
  fields: readonly Field<Args, Value>[],
  action: ActionFields,
  writer: Writer<Value>,
): Written<Value> | null {
  const written: (readonly [string, Value])[] = [];
  for (const field of fields) {
    const said = field.write(action, writer);
    if (said === null) return null;
    for (const [name, value] of said) {
      if (value === null) return null;
      written.push([name, value]);
    }
  }
  return written;
}
