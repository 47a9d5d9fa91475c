import { expressionSource } from '../python/find-statements.js';
import { parseExpressionText } from '../python/parse-expression.js';
import { PythonSourceError } from '../python/python-source-error.js';
import type { Argument, Expression } from '../python/syntax.js';
import { joinPieces, type PromptField, type PromptPiece } from '../fill/prompt-piece.js';
import { splitTemplate, TemplateFault } from '../fill/split-template.js';
import { structureError } from '../prompt-structure-error.js';
import { decodeLiterals, follow, spend, TEXT_BUDGET, type Placed, type TextScope } from './text-scope.js';

/** What Python strips: white space as its Unicode tables have it, the separators of ASCII with it. */
const PYTHON_SPACE = new Set(
  '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

/**
 * The text that an expression makes: literals, `+` of them, constants of the module, `.strip()`, `.format(…)` and `.join(…)`
 * with literals. Whatever else stands between texts is a field. Nothing is run.
 *
 * @throws {PythonSourceError | PromptStructureError} where no text is made
 */
export function readText(placed: Placed): PromptPiece[] {
  const { expression, scope } = follow(placed);
  if (!isText({ expression, scope })) {
    throw structureError(scope.sought, 'no text stands where it should', placed.expression.line);
  }
  return readPieces({ expression, scope });
}

/** The same of an expression that may be a field as a whole, such as a part that is put to a text. @throws as `readText` */
export function readPieces(placed: Placed): PromptPiece[] {
  return joinPieces(piecesOf(placed));
}

/** The text of an expression that has no fields. @throws as `readText` */
export function readPlainText(placed: Placed): string {
  const [text = '', ...rest] = readText(placed);
  if (typeof text !== 'string' || rest.length > 0) {
    throw structureError(
      placed.scope.sought,
      'the text has fields where it should not',
      placed.expression.line,
    );
  }
  return text;
}

function piecesOf(placed: Placed): PromptPiece[] {
  const { expression, scope } = placed;
  switch (expression.type) {
    case 'name':
      return namePieces(expression.name, scope);
    case 'subscript': {
      const member = follow(placed);
      return isText(member) ? piecesOf(member) : fieldPieces(sourceOf(placed), scope);
    }
    case 'string':
      return decodeLiterals(expression, scope).flatMap((part) =>
        typeof part === 'string' ? [part] : fieldPieces(part.field, scope),
      );
    case 'sum':
      return expression.operands.flatMap((operand) => piecesOf({ expression: operand, scope }));
    case 'lambda':
      return piecesOf({ expression: expression.body, scope });
    case 'call': {
      const made = isText({ expression, scope }) ? callPieces(expression, scope) : null;
      return made ?? fieldPieces(sourceOf(placed), scope);
    }
    default:
      return fieldPieces(sourceOf(placed), scope);
  }
}

function sourceOf({ expression, scope }: Placed): string {
  return expressionSource(scope.module, expression);
}

/** Whether an expression makes a text out of literals. */
function isText(placed: Placed): boolean {
  const { expression, scope } = follow(placed);
  spend(scope, expression.line);
  switch (expression.type) {
    case 'string':
      return true;
    case 'sum':
      return expression.operands.some((operand) => isText({ expression: operand, scope }));
    case 'lambda':
      return isText({ expression: expression.body, scope });
    case 'call':
      return methodOf(expression, scope) !== null;
    default:
      return false;
  }
}

type Call = Extract<Expression, { type: 'call' }>;

/** The method of a text that is called; null for other calls. */
function methodOf({ callee }: Call, scope: TextScope): string | null {
  if (callee.type !== 'attribute' || !['strip', 'format', 'join'].includes(callee.name)) return null;
  return isText({ expression: callee.object, scope }) ? callee.name : null;
}

/** What `.strip()`, `.format(…)` and `.join(…)` make of literals; null where more than literals goes in. */
function callPieces(call: Call, scope: TextScope): PromptPiece[] | null {
  if (call.callee.type !== 'attribute') return null;
  const object = { expression: call.callee.object, scope };
  const method = methodOf(call, scope);
  if (method === 'strip' && call.arguments.length === 0) return stripPieces(joinPieces(piecesOf(object)));
  if (method === 'format') return formatted(readPlainText(object), call.arguments, scope, call.line);
  return method === 'join' ? joined(readPlainText(object), call.arguments, scope) : null;
}

function stripPieces(pieces: readonly PromptPiece[]): PromptPiece[] {
  return pieces.map((piece, index) => {
    if (typeof piece !== 'string') return piece;
    const start = index === 0 ? blanksFrom(piece, 0, 1) : 0;
    const end =
      index === pieces.length - 1 ? piece.length - blanksFrom(piece, piece.length - 1, -1) : piece.length;
    return piece.slice(start, Math.max(start, end));
  });
}

/** How many blanks stand there, onwards or backwards. */
function blanksFrom(text: string, start: number, step: 1 | -1): number {
  let at = start;
  while (PYTHON_SPACE.has(text[at] ?? '')) at += step;
  return Math.abs(at - start);
}

/** Keyword arguments that are literals put in; what is left is text, its braces single. */
function formatted(
  template: string,
  given: readonly Argument[],
  scope: TextScope,
  line: number,
): PromptPiece[] | null {
  const values = new Map<string, string>();
  for (const { name, value } of given) {
    if (name === null || !isText({ expression: value, scope })) return null;
    values.set(name, readPlainText({ expression: value, scope }));
  }
  try {
    return splitTemplate('str.format', template, []).map((piece) => {
      const value = typeof piece === 'string' ? piece : values.get(piece.name);
      if (value === undefined) throw new TemplateFault('a field of the text is not given');
      return value;
    });
  } catch (error) {
    if (error instanceof TemplateFault) throw structureError(scope.sought, error.message, line);
    throw error;
  }
}

/** A list of texts, or a loop over the pairs of a dict or the items of a list, joined; null for anything else. */
function joined(separator: string, given: readonly Argument[], scope: TextScope): PromptPiece[] | null {
  const [only, ...more] = given;
  if (only === undefined || more.length > 0) return null;
  const items = itemsOf(follow({ expression: only.value, scope }));
  return items?.flatMap((pieces, index) => (index === 0 ? pieces : [separator, ...pieces])) ?? null;
}

function itemsOf({ expression, scope }: Placed): PromptPiece[][] | null {
  if (expression.type === 'list' || expression.type === 'tuple') {
    return expression.items.map((item) => piecesOf({ expression: item, scope }));
  }
  if (expression.type !== 'comprehension') return null;
  const rounds = roundsOf({ expression: expression.iterable, scope }, expression.targets.length);
  return (
    rounds?.map((texts) => {
      const bindings = new Map(scope.bindings);
      for (const [index, name] of expression.targets.entries()) bindings.set(name, texts[index] ?? '');
      return piecesOf({ expression: expression.element, scope: { ...scope, bindings } });
    }) ?? null
  );
}

/** What a loop's names stand for, round by round: `name.items()` of a dict, or a list of texts. */
function roundsOf({ expression, scope }: Placed, names: number): string[][] | null {
  const isItems =
    expression.type === 'call' &&
    expression.callee.type === 'attribute' &&
    expression.callee.name === 'items';
  if (isItems && expression.callee.type === 'attribute') {
    const dict = follow({ expression: expression.callee.object, scope });
    if (dict.expression.type !== 'dict' || names !== 2) return null;
    return dict.expression.entries.map(({ key, value }) =>
      [key, value].map((member) => readPlainText({ expression: member, scope: dict.scope })),
    );
  }
  const list = follow({ expression, scope });
  if (list.expression.type !== 'list' || names !== 1) return null;
  return list.expression.items.map((item) => [readPlainText({ expression: item, scope: list.scope })]);
}

/** What stands between the braces of an f-string, or between texts that are put together. */
function fieldPieces(source: string, scope: TextScope): PromptPiece[] {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(source) ? namePieces(source, scope) : [fieldOf(source)];
}

/** The text of a constant of the module, or of a name in a loop; a field where the name stands for anything else. */
function namePieces(name: string, scope: TextScope): PromptPiece[] {
  const bound = scope.bindings.get(name);
  if (bound !== undefined) return [bound];
  const meant = follow({ expression: { type: 'name', name, start: 0, end: 0, line: 1 }, scope });
  if (meant.expression.type === 'name' || !isText(meant)) return [fieldOf(name)];
  const pieces = piecesOf(meant);
  return pieces.every((piece) => typeof piece === 'string') ? pieces : [fieldOf(name)];
}

/** `x if x else 'text'` has the name `x` and a text of its own for an empty value. */
function fieldOf(source: string): PromptField {
  const field = { field: source, name: source };
  if (!/\belse\b/.test(source)) return field;
  try {
    const { source: own, expression } = parseExpressionText(source, 'field');
    if (expression.type !== 'conditional' || expression.otherwise.type !== 'string') return field;
    const value = expressionSource(own, expression.value);
    if (value !== expressionSource(own, expression.condition)) return field;
    const parts = decodeLiterals(expression.otherwise, ownScope(own));
    return parts.every((part) => typeof part === 'string')
      ? { ...field, name: value, otherwise: parts.join('') }
      : field;
  } catch (error) {
    // A field that is read by nobody here has its source for a name.
    if (error instanceof PythonSourceError) return field;
    throw error;
  }
}

/** Texts without names in them. */
function ownScope(own: Parameters<typeof expressionSource>[0] & { readonly file: string }): TextScope {
  return {
    sought: { id: 'field', file: own.file, fields: [] },
    module: { ...own, tokens: [], body: [], constants: new Map() },
    locals: new Set(),
    imports: new Map(),
    bindings: new Map(),
    depth: 0,
    budget: { left: TEXT_BUDGET },
  };
}
