import type { Expression, PythonModule, Statement, TokenRange } from './syntax.js';

type Definition = Extract<Statement, { type: 'definition' }>;

/** One assignment to a name or an attribute. */
export interface FoundAssignment {
  readonly operator: '=' | '+=';
  readonly value: TokenRange;
  /** Conditions and loops around it within its function, outermost first. */
  readonly guards: readonly string[];
  readonly line: number;
  /** Function or class that it stands in; null on the level of the module. */
  readonly owner: Definition | null;
}

/** Functions and classes of that way from the outermost, `Agent.step`; conditions around them do not count. */
export function findDefinitions(module: PythonModule, scope: string): Definition[] {
  const [first = '', ...rest] = scope.split('.');
  let found = definitionsIn(module.body).filter(({ name }) => name === first);
  for (const wanted of rest) {
    found = found.flatMap(({ body }) => definitionsIn(body)).filter(({ name }) => name === wanted);
  }
  return found;
}

/** Functions and classes of the block itself, those in conditions and loops with it. */
export function definitionsIn(body: readonly Statement[]): Definition[] {
  return body.flatMap((statement) => {
    if (statement.type === 'definition') return [statement];
    return statement.type === 'block' ? definitionsIn(statement.body) : [];
  });
}

/**
 * Assignments to the target, as written without blanks (`name`, `self.name`), in the order of the source; functions and
 * classes within are not looked into.
 */
export function assignmentsTo(
  module: PythonModule,
  target: string,
  body: readonly Statement[],
  owner: Definition | null = null,
): FoundAssignment[] {
  const collect = (statements: readonly Statement[], guards: readonly string[]): FoundAssignment[] =>
    statements.flatMap((statement) => {
      if (statement.type === 'block') return collect(statement.body, [...guards, ...statement.guards]);
      if (statement.type !== 'assignment') return [];
      const isMeant = statement.targets.some((range) => sourceOf(module, range) === target);
      const { operator, value, line } = statement;
      return isMeant ? [{ operator, value, guards, line, owner }] : [];
    });
  return collect(body, []);
}

/** The same in the whole file: in every function and class, and on the level of the module. */
export function assignmentsAnywhere(module: PythonModule, target: string): FoundAssignment[] {
  const inside = (definition: Definition): FoundAssignment[] => [
    ...assignmentsTo(module, target, definition.body, definition),
    ...definitionsIn(definition.body).flatMap(inside),
  ];
  const found = [
    ...assignmentsTo(module, target, module.body),
    ...definitionsIn(module.body).flatMap(inside),
  ];
  return found.toSorted((a, b) => a.value.from - b.value.from);
}

/** What the function gives back, in the order of the source; a bare `return` gives nothing and is not counted. */
export function returnsOf(body: readonly Statement[]): TokenRange[] {
  return body.flatMap((statement) => {
    if (statement.type === 'block') return returnsOf(statement.body);
    return statement.type === 'return' && statement.value !== null ? [statement.value] : [];
  });
}

/** Names that belong to the function itself: a constant of the module with such a name is not meant there. */
export function localNames(module: PythonModule, definition: Definition): ReadonlySet<string> {
  const names = new Set(definition.parameters);
  const collect = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.type === 'assignment') {
        for (const { from, to } of statement.targets) {
          for (let at = from; at < to; at += 1) names.add(sourceOf(module, { from: at, to: at + 1 }));
        }
      } else if (statement.type === 'block') {
        for (const name of statement.targets) names.add(name);
        collect(statement.body);
      } else if (statement.type === 'import') {
        for (const { as } of statement.names) names.add(as);
      } else if (statement.type === 'definition') names.add(statement.name);
    }
  };
  collect(definition.body);
  return names;
}

/** What the tokens spell, without the blanks between them. */
function sourceOf({ text, tokens }: PythonModule, { from, to }: TokenRange): string {
  let source = '';
  for (const { start, end } of tokens.slice(from, to)) source += text.slice(start, end);
  return source;
}

/** The expression's own source. */
export function expressionSource({ text }: Pick<PythonModule, 'text'>, expression: Expression): string {
  return text.slice(expression.start, expression.end);
}
