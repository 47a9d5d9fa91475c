import type { PythonPlace } from '../catalogue/extractor.js';
import { joinPieces } from '../fill/prompt-piece.js';
import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';
import {
  assignmentsAnywhere,
  assignmentsTo,
  findDefinitions,
  localNames,
  returnsOf,
  type FoundAssignment,
} from '../python/find-statements.js';
import { parseExpression } from '../python/parse-expression.js';
import type { Expression, PythonModule, Statement, TokenRange } from '../python/syntax.js';
import type { ExtractedFragment, TakenText } from './extracted-prompt.js';
import { readPieces, readText } from './read-text.js';
import { dumpJson, readLiteral } from './read-value.js';
import { TEXT_BUDGET, walk, wayThrough, type Placed, type TextScope } from './text-scope.js';

type Definition = Extract<Statement, { type: 'definition' }>;

/** A module with the prompt that is looked for in it. */
export interface PythonSource {
  readonly module: PythonModule;
  readonly sought: SoughtPrompt;
  /** Modules that it imports from, by the name as written. */
  readonly imports?: ReadonlyMap<string, PythonModule>;
}

/** As `json.dumps` prints by default, and characters beyond ASCII as they are. */
const PLAIN_JSON = { separators: [', ', ': '], isAscii: false } as const;

/** The text of a constant, an assignment or a returned value. @throws {PromptStructureError | PythonSourceError} */
export function pythonText(source: PythonSource, place: PythonPlace): TakenText {
  return takenText(placeOf(source, place));
}

/** A dict or a list as JSON. @throws as `pythonText` */
export function pythonJson(source: PythonSource, place: PythonPlace): TakenText {
  const placed = placeOf(source, place);
  const { type } = placed.expression;
  if (type !== 'dict' && type !== 'list') {
    throw structureError(source.sought, 'no dict or list stands where it should', placed.expression.line);
  }
  const pieces = [dumpJson(readLiteral(placed), PLAIN_JSON)];
  return { pieces, line: placed.expression.line, fragments: null };
}

/** Everything that a function puts into the name, in order. @throws as `pythonText` */
export function pythonFragments(source: PythonSource, scope: string, name: string): TakenText {
  const found = assignmentsIn(source, scope, name);
  // One scope for all of them: names of a large function are collected once.
  const around = scopeOf(source, found[0]?.owner ?? null);
  const fragments = found.map(({ operator, guards, value, line }): ExtractedFragment => {
    const pieces = readPieces({ expression: parseExpression(source.module, value), scope: around });
    return { operator, guards, pieces, line };
  });
  const pieces = joinPieces(fragments.flatMap((fragment) => fragment.pieces));
  return { pieces, line: fragments[0]?.line ?? null, fragments };
}

/** What an attribute is set to, by the way through the literal. @throws as `pythonText` */
export function pythonAttribute(
  source: PythonSource,
  { scope, attribute, path }: { scope: string; attribute: string; path: readonly (string | number)[] },
): TakenText {
  const found = assignmentsIn(source, scope, attribute).flatMap(({ value, owner }) => {
    const member = wayThrough(placedIn(source, value, owner), path);
    return member === null ? [] : [member];
  });
  return takenText(onlyOne(source.sought, found, `${attribute} with ${JSON.stringify(path)}`));
}

/** What stands left of `+ name` in `name = … + name`. @throws as `pythonText` */
export function pythonLeftOperand(source: PythonSource, scope: string, name: string): TakenText {
  const left = assignmentsIn(source, scope, name).flatMap(({ value, owner }) => {
    const { expression, scope: around } = placedIn(source, value, owner);
    if (expression.type !== 'sum') return [];
    const last = expression.operands.at(-1);
    const [first, ...more] = expression.operands.slice(0, -1);
    const isMeant = last?.type === 'name' && last.name === name && first !== undefined && more.length === 0;
    return isMeant ? [{ expression: first, scope: around }] : [];
  });
  return takenText(onlyOne(source.sought, left, `${name} = … + ${name}`));
}

/** The text that a chain of `.replace` calls begins with. @throws as `pythonText` */
export function pythonReplaceBase(
  source: PythonSource,
  name: string,
  path: readonly (string | number)[],
): TakenText {
  const placed = placeOf(source, { name, path: [...path] });
  let expression: Expression = placed.expression;
  while (
    expression.type === 'call' &&
    expression.callee.type === 'attribute' &&
    expression.callee.name === 'replace'
  ) {
    expression = expression.callee.object;
  }
  return takenText({ ...placed, expression });
}

/** The expression that the place names, its way through the literal walked. */
export function placeOf(source: PythonSource, place: PythonPlace): Placed {
  return walk(rootOf(source, place), place.path ?? []);
}

export function takenText(placed: Placed): TakenText {
  return { pieces: readText(placed), line: placed.expression.line, fragments: null };
}

function rootOf(source: PythonSource, place: PythonPlace): Placed {
  const { name, scope } = place;
  if (place.return !== undefined) return returned(source, scope ?? '', place.return);
  if (name === undefined) throw structureError(source.sought, 'the catalogue names nothing to look for');
  const found = assignmentsIn(source, scope, name);
  if (place.index === undefined || scope === '*') {
    const { value, owner } = onlyOne(source.sought, found, name);
    return placedIn(source, value, owner);
  }
  const wanted = found[place.index];
  if (wanted !== undefined) return placedIn(source, wanted.value, wanted.owner);
  throw structureError(
    source.sought,
    `${name} is assigned ${found.length} times in ${scope ?? 'the module'}, and assignment ${place.index} (from 0) is looked for`,
  );
}

function returned(source: PythonSource, scope: string, index: number): Placed {
  const definition = onlyOne(source.sought, definitionsOf(source, scope), scope);
  const values = returnsOf(definition.body);
  const value = values[index];
  if (value !== undefined) return placedIn(source, value, definition);
  throw structureError(
    source.sought,
    `${scope} returns ${values.length} values, and value ${index} (from 0) is looked for`,
    definition.line,
  );
}

/** Assignments in one function or class, on the level of the module, or with `*` wherever they are. */
function assignmentsIn(source: PythonSource, scope: string | undefined, name: string): FoundAssignment[] {
  const { module, sought } = source;
  if (scope === '*') return someOf(source, assignmentsAnywhere(module, name), name);
  if (scope === undefined) return someOf(source, assignmentsTo(module, name, module.body), name);
  const found = definitionsOf(source, scope)
    .map((definition) => assignmentsTo(module, name, definition.body, definition))
    .filter((assignments) => assignments.length > 0);
  if (found.length === 0) throw structureError(sought, `${name} is not assigned in ${scope}`);
  return onlyOne(source.sought, found, scope);
}

function definitionsOf({ module, sought }: PythonSource, scope: string): Definition[] {
  const found = findDefinitions(module, scope);
  if (found.length === 0) throw structureError(sought, `there is no ${scope}`);
  return found;
}

/** What is looked for in all of a function's or class's tokens. @throws {PromptStructureError} */
export function onlyDefinition(source: PythonSource, scope: string): Definition {
  return onlyOne(source.sought, definitionsOf(source, scope), scope);
}

function someOf<T>({ sought }: PythonSource, found: T[], name: string): T[] {
  if (found.length === 0) throw structureError(sought, `${name} is not assigned`);
  return found;
}

/** @throws {PromptStructureError} where there is none, or more than one, of which nobody could say which is meant */
export function onlyOne<T>(sought: SoughtPrompt, found: readonly T[], name: string): T {
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  const count = found.length === 0 ? 'is not there' : `is there ${found.length} times`;
  throw structureError(sought, `${name} ${count}, and exactly once was expected`);
}

/** The expression of some tokens, its names those of the function around it. */
export function placedIn(source: PythonSource, range: TokenRange, owner: Definition | null): Placed {
  return {
    expression: parseExpression(source.module, range),
    scope: scopeOf(source, owner),
  };
}

export function scopeOf({ module, sought, imports }: PythonSource, owner: Definition | null): TextScope {
  const isFunction = owner?.kind === 'function';
  return {
    sought,
    module,
    locals: new Set([...sought.fields, ...(isFunction ? localNames(module, owner) : [])]),
    imports: imports ?? new Map(),
    bindings: new Map(),
    depth: 0,
    budget: { left: TEXT_BUDGET },
  };
}
