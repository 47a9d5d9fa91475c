import { structureError } from '../prompt-structure-error.js';
import { expressionSource } from '../python/find-statements.js';
import { parseExpression, parseExpressionText } from '../python/parse-expression.js';
import type { Expression } from '../python/syntax.js';
import type { TakenText } from './extracted-prompt.js';
import { placeOf, scopeOf, type PythonSource } from './python-texts.js';
import { dumpJson, readLiteral, type LiteralValue } from './read-value.js';
import { readPlainText } from './read-text.js';
import { decodeLiterals, follow, type TextScope } from './text-scope.js';

/** A pair that the source puts into the object of a JSON file before it prints it. */
export interface InsertedPair {
  readonly at: number;
  readonly key: string;
  readonly value: readonly string[];
}

/**
 * The f-string of a constant whose fields are `json.dumps` of literals of the module, printed; or of the object given, whose
 * pair the source must put in as expected.
 *
 * @throws {PromptStructureError | PythonSourceError}
 */
export function evaluatedText(
  source: PythonSource,
  name: string,
  file?: { readonly object: LiteralValue; readonly insert: InsertedPair },
): TakenText {
  const { expression, scope } = placeOf(source, { name });
  if (expression.type !== 'string') {
    throw structureError(source.sought, `${name} is no f-string`, expression.line);
  }
  const given = file === undefined ? null : withPair(source, file.object, file.insert);
  const text = decodeLiterals(expression, scope).map((part) =>
    typeof part === 'string' ? part : dumpedField(part.field, scope, given),
  );
  return { pieces: [text.join('')], line: expression.line, fragments: null };
}

/** The object with the pair in its place, if the source has that very call of `insert`. */
function withPair(source: PythonSource, object: LiteralValue, insert: InsertedPair): LiteralValue {
  if (object === null || typeof object !== 'object' || object.type !== 'object') {
    throw structureError(source.sought, 'the JSON file holds no object');
  }
  const { at, key, value } = insert;
  if (!insertions(source).some((found) => isInsertion(found, insert, scopeOf(source, null)))) {
    throw structureError(source.sought, `nothing inserts the pair ${JSON.stringify(key)} at ${at}`);
  }
  const pair = [key, { type: 'list', items: value }] as const;
  return { type: 'object', members: object.members.toSpliced(at, 0, pair) };
}

/** Calls of a method `insert` on the level of the module. */
function insertions({ module }: PythonSource): Expression[] {
  return module.body.flatMap((statement) => {
    if (statement.type !== 'other') return [];
    const words = module.tokens.slice(statement.range.from, statement.range.to);
    const isInsert = words.some(({ start, end }) => module.text.slice(start, end) === 'insert');
    return isInsert ? [parseExpression(module, statement.range)] : [];
  });
}

function isInsertion(expression: Expression, { at, key, value }: InsertedPair, scope: TextScope): boolean {
  if (expression.type !== 'call' || expression.callee.type !== 'attribute') return false;
  const [place, pair] = expression.arguments;
  if (place === undefined || pair?.value.type !== 'tuple') return false;
  const index = follow({ expression: place.value, scope }).expression;
  if (index.type !== 'number' || index.digits !== String(at)) return false;
  const written = dumpJson(readLiteral({ expression: pair.value, scope }), COMPACT);
  return written === JSON.stringify([key, value]);
}

const COMPACT = { separators: [',', ':'], isAscii: false } as const;

/** `json.dumps(NAME)` with the style that its keyword arguments ask for. */
function dumpedField(field: string, scope: TextScope, given: LiteralValue | null): string {
  const { source, expression } = parseExpressionText(field, scope.sought.file);
  const isDumps =
    expression.type === 'call' &&
    expressionSource(source, expression.callee).replaceAll(/\s/g, '') === 'json.dumps';
  const [value, ...options] = isDumps ? expression.arguments : [];
  if (value === undefined || value.name !== null || value.value.type !== 'name') {
    throw structureError(scope.sought, `the field ${field} prints no JSON`);
  }
  const style = { separators: [', ', ': '] as [string, string], isAscii: true };
  // What the field itself spells has a source of its own; the names in it are those of the module.
  const own: TextScope = { ...scope, module: { ...source, body: [], constants: new Map() } };
  for (const { name, value: option } of options) {
    const said = readLiteral({ expression: option, scope: own });
    if (name === 'ensure_ascii' && typeof said === 'boolean') style.isAscii = said;
    else if (name === 'separators') style.separators = separatorsOf(option, own);
    else if (name !== 'indent' || said !== null) {
      throw structureError(scope.sought, `json.dumps is called with ${name ?? 'a second value'}`);
    }
  }
  return dumpJson(given ?? readLiteral({ expression: value.value, scope }), style);
}

function separatorsOf(expression: Expression, scope: TextScope): [string, string] {
  const items = expression.type === 'tuple' || expression.type === 'list' ? expression.items : [];
  const [comma, colon] = items.map((item) => readPlainText({ expression: item, scope }));
  if (comma === undefined || colon === undefined) {
    throw structureError(scope.sought, 'json.dumps is called with unknown separators');
  }
  return [comma, colon];
}
