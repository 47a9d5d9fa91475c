import { decodeString, UnreadableEscape, type StringPart } from '../python/decode-string.js';
import { parseExpression } from '../python/parse-expression.js';
import { pythonError } from '../python/python-source-error.js';
import type { Expression, PythonModule } from '../python/syntax.js';
import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';

/** Where an expression stands: what its names mean. */
export interface TextScope {
  readonly sought: SoughtPrompt;
  readonly module: PythonModule;
  /** Names of the function around it, which no constant of the module is meant by. */
  readonly locals: ReadonlySet<string>;
  /** Modules that the source imports from, by the name as written. */
  readonly imports: ReadonlyMap<string, PythonModule>;
  /** Texts of names in a loop over literals. */
  readonly bindings: ReadonlyMap<string, string>;
  /** Constants followed to come here. */
  readonly depth: number;
  /** Steps and characters that reading one prompt may still take: constants may name each other over and over. */
  readonly budget: { left: number };
}

/** Constants that name constants. */
const MAX_CONSTANTS = 10;
/** What one prompt may take, in characters; a step counts as some of them. */
export const TEXT_BUDGET = 20_000_000;
const STEP_COST = 1000;

/** Takes a step, and the characters that it reads. @throws {PromptStructureError} when there are too many */
export function spend({ budget, sought }: TextScope, line: number, characters = 0): void {
  budget.left -= STEP_COST + characters;
  if (budget.left < 0) throw structureError(sought, 'the text is too large', line);
}

/** An expression with the scope that its names belong to. */
export interface Placed {
  readonly expression: Expression;
  readonly scope: TextScope;
}

/** Names that stand for names, and members of members. */
const MAX_STEPS = 50;

/** What a name, or a member of a literal by a literal key, stands for; the expression itself where nothing is known of it. */
export function follow(placed: Placed, steps = 0): Placed {
  const { expression, scope } = placed;
  if (steps > MAX_STEPS) return placed;
  if (expression.type === 'name') {
    const meant = constantOf(expression.name, scope);
    return meant === null ? placed : follow(meant, steps + 1);
  }
  if (expression.type === 'subscript') {
    const object = follow({ expression: expression.object, scope }, steps + 1);
    const member = memberOf(object, keyOf(follow({ expression: expression.index, scope }, steps + 1)));
    return member === null ? placed : follow(member, steps + 1);
  }
  return placed;
}

/** What the module sets the name to, once and for all; null for names of the function and for unknown ones. */
function constantOf(name: string, scope: TextScope): Placed | null {
  const { module, locals, imports } = scope;
  if (locals.has(name) || scope.bindings.has(name) || scope.depth >= MAX_CONSTANTS) return null;
  const [found, ...more] = module.constants.get(name) ?? [];
  if (found !== undefined) {
    if (more.length > 0 || found.operator !== '=') return null;
    return {
      expression: parseExpression(module, found.value),
      scope: outside(scope, module),
    };
  }
  for (const statement of module.body) {
    if (statement.type !== 'import') continue;
    const imported = statement.names.find(({ as }) => as === name);
    const from = imports.get(statement.module);
    if (imported === undefined || from === undefined) continue;
    return constantOf(imported.name, outside(scope, from));
  }
  return null;
}

/** The level of a module, where no function's names are known. */
function outside(scope: TextScope, module: PythonModule): TextScope {
  return { ...scope, module, locals: new Set(), bindings: new Map(), depth: scope.depth + 1 };
}

/** The text or whole number that a literal says; null for whatever else. */
function keyOf({ expression, scope }: Placed): string | number | null {
  if (expression.type === 'number' && /^\d+$/.test(expression.digits) && !expression.isNegative) {
    return Number(expression.digits);
  }
  return expression.type === 'string' ? plainString(expression, scope) : null;
}

/**
 * The member of a dict by its key, or by the name that stands for it; of a list by its position; of a call by the name of a
 * keyword argument.
 */
export function memberOf({ expression, scope }: Placed, key: string | number | null): Placed | null {
  let found: Expression | undefined;
  if (expression.type === 'dict' && typeof key === 'string') {
    found = expression.entries.find(
      ({ key: own }) =>
        (own.type === 'string' && plainString(own, scope) === key) ||
        (own.type === 'name' && own.name === key),
    )?.value;
  } else if (expression.type === 'list' || expression.type === 'tuple') {
    found = typeof key === 'number' ? expression.items[key] : undefined;
  } else if (expression.type === 'call') {
    found = expression.arguments.find(({ name }) => name !== null && name === key)?.value;
  }
  return found === undefined ? null : { expression: found, scope };
}

/** The way through a literal. @throws {PromptStructureError} where it ends */
export function walk(placed: Placed, path: readonly (string | number)[]): Placed {
  const found = wayThrough(placed, path);
  if (found !== null) return found;
  const message = `there is no way ${JSON.stringify(path)} through what stands here`;
  throw structureError(placed.scope.sought, message, placed.expression.line);
}

/** The same; null where the way ends. */
export function wayThrough(placed: Placed, path: readonly (string | number)[]): Placed | null {
  let at: Placed | null = follow(placed);
  for (const key of path) {
    at = at === null ? null : memberOf(at, key);
    if (at !== null) at = follow(at);
  }
  return at;
}

/**
 * What neighbouring literals say together; each keeps its own prefix, so that braces are fields in f-strings alone.
 *
 * @throws {PythonSourceError | PromptStructureError}
 */
export function decodeLiterals(
  expression: Extract<Expression, { type: 'string' }>,
  scope: TextScope,
): StringPart[] {
  const { module, sought } = scope;
  spend(scope, expression.line, expression.end - expression.start);
  return expression.literals.flatMap((form) => {
    if (!form.isText) throw structureError(sought, 'bytes or a template stand for the text', expression.line);
    try {
      return decodeString(module.text, form);
    } catch (error) {
      if (error instanceof UnreadableEscape) throw pythonError(module.file, expression.line, error.message);
      throw error;
    }
  });
}

/** What literals without fields say; null with fields. */
function plainString(expression: Extract<Expression, { type: 'string' }>, scope: TextScope): string | null {
  const parts = decodeLiterals(expression, scope);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : null;
}
