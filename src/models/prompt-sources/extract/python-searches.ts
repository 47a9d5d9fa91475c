import { structureError } from '../prompt-structure-error.js';
import { decodeString, UnreadableEscape } from '../python/decode-string.js';
import { parsePrimary } from '../python/parse-expression.js';
import type { Expression, TokenRange } from '../python/syntax.js';
import type { TakenText } from './extracted-prompt.js';
import { onlyDefinition, onlyOne, scopeOf, takenText, type PythonSource } from './python-texts.js';
import { readPieces, readPlainText } from './read-text.js';
import { memberOf, walk, type Placed } from './text-scope.js';

/** The only f-string with the field, in a function or in the whole module. @throws {PromptStructureError} */
export function fStringWith(source: PythonSource, scope: string | null, field: string): TakenText {
  const found = fStringsWith(source, scope, field);
  return takenText(onlyOne(source.sought, found, `an f-string with the field ${field}`));
}

/** All f-strings with the field; neighbouring literals are one. */
export function fStringsWith(source: PythonSource, scope: string | null, field: string): Placed[] {
  const { module } = source;
  const owner = scope === null ? null : onlyDefinition(source, scope);
  const { from, to } = owner?.range ?? { from: 0, to: module.tokens.length };
  const around = scopeOf(source, owner);
  const found: Placed[] = [];
  for (let at = from; at < to; at += 1) {
    if (module.tokens[at]?.type !== 'string') continue;
    const first = at;
    while (module.tokens[at + 1]?.type === 'string' && at + 1 < to) at += 1;
    const range = { from: first, to: at + 1 };
    if (hasField(source, range, field)) {
      found.push({ expression: parsePrimary(module, range), scope: around });
    }
  }
  return found;
}

function hasField({ module }: PythonSource, { from, to }: TokenRange, field: string): boolean {
  return module.tokens.slice(from, to).some(({ form }) => {
    if (form === undefined || !form.isFormat || !form.isText) return false;
    try {
      return decodeString(module.text, form).some((part) => typeof part !== 'string' && part.field === field);
    } catch (error) {
      // Another string than the one that is looked for.
      if (error instanceof UnreadableEscape) return false;
      throw error;
    }
  });
}

/** An argument of the only call of the name in the function, or of the `index`-th. @throws {PromptStructureError} */
export function callArgument(
  source: PythonSource,
  {
    scope,
    call,
    argument,
    index,
  }: { scope: string; call: string; argument: string | number; index?: number | undefined },
): TakenText {
  const owner = onlyDefinition(source, scope);
  const calls = callsOf(source, owner.range, call);
  const meant = index === undefined ? calls : calls.slice(index, index + 1);
  const placed = onlyOne(source.sought, meant, `a call of ${call}`);
  const whole = { ...placed, scope: scopeOf(source, owner) };
  const value = typeof argument === 'number' ? argumentAt(source, whole, argument) : walk(whole, [argument]);
  const { type, line } = value.expression;
  // What stands in place of an empty value is a text of the source, too.
  if (type === 'conditional') return { pieces: readPieces(value), line, fragments: null };
  return takenText(value);
}

/** An argument without a keyword. A subscript behind a call is no position among these. @throws {PromptStructureError} */
function argumentAt({ sought }: PythonSource, { expression, scope }: Placed, position: number): Placed {
  const given = expression.type === 'call' ? expression.arguments : [];
  const value = given.filter(({ name }) => name === null)[position]?.value;
  if (value !== undefined) return { expression: value, scope };
  throw structureError(sought, `there is no argument ${position} (from 0)`, expression.line);
}

/** A keyword argument of the first call whose other keyword arguments are texts as given. @throws {PromptStructureError} */
export function callWith(
  source: PythonSource,
  {
    call,
    where,
    argument,
    path,
  }: {
    call: string;
    where: Readonly<Record<string, string>>;
    argument: string;
    path: readonly (string | number)[];
  },
): TakenText {
  const calls = callsOf(source, { from: 0, to: source.module.tokens.length }, call);
  const meant = calls.find((placed) =>
    Object.entries(where).every(([name, text]) => {
      const given = memberOf(placed, name);
      return given?.expression.type === 'string' && readPlainText(given) === text;
    }),
  );
  if (meant === undefined) {
    throw structureError(source.sought, `there is no call of ${call} with ${JSON.stringify(where)}`);
  }
  return takenText(walk(meant, [argument, ...path]));
}

/** Calls of a name, of a method's too, in the order of the source. */
function callsOf(source: PythonSource, { from, to }: TokenRange, name: string): Placed[] {
  const { module } = source;
  const wordAt = (at: number): string => {
    const token = module.tokens[at];
    return token === undefined || token.type === 'string' ? '' : module.text.slice(token.start, token.end);
  };
  const around = scopeOf(source, null);
  const found: Placed[] = [];
  for (let at = from; at < to; at += 1) {
    if (wordAt(at) !== name || wordAt(at + 1) !== '(' || wordAt(at - 1) === 'def') continue;
    const expression: Expression = parsePrimary(module, { from: at, to });
    // What follows the call, such as `.text`, is none of its arguments.
    const call = firstCall(expression);
    if (call !== null) found.push({ expression: call, scope: around });
  }
  return found;
}

function firstCall(expression: Expression): Expression | null {
  let found: Expression | null = null;
  let inner: Expression | null = expression;
  while (inner !== null) {
    if (inner.type === 'call') {
      found = inner;
      inner = inner.callee;
    } else inner = inner.type === 'attribute' || inner.type === 'subscript' ? inner.object : null;
  }
  return found;
}
