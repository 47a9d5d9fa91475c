import { UserError } from '../../errors.js';
import { didYouMean } from '../text/nearest-name.js';
import { unitedActions, type ActionMatrix, type MatrixAction } from './action-matrix.js';

/** An edge as seen from one of its ends. */
export interface MatrixEdge {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly MatrixAction[];
}

type Row = ReadonlyMap<string, readonly MatrixAction[]>;

/** What leads to a screen and away from it. @throws {UserError} where there is no such screen */
export function edgesAround(
  matrix: ActionMatrix,
  name: string,
): { readonly predecessors: readonly MatrixEdge[]; readonly successors: readonly MatrixEdge[] } {
  requireScreen(matrix, name);
  const successors = [...(matrix.rows.get(name) ?? [])].map(([to, actions]) => ({ from: name, to, actions }));
  const predecessors: MatrixEdge[] = [];
  for (const [from, row] of matrix.rows) {
    const actions = row.get(name);
    if (actions !== undefined) predecessors.push({ from, to: name, actions });
  }
  return { predecessors, successors };
}

/** Actions that lead from one screen to another; empty where there is no edge. @throws {UserError} */
export function edgeBetween(matrix: ActionMatrix, from: string, to: string): readonly MatrixAction[] {
  requireScreen(matrix, from);
  requireScreen(matrix, to);
  return matrix.rows.get(from)?.get(to) ?? [];
}

/**
 * Makes one screen of several: the first survives, with every edge that led to any of them or away from any, each action once. Edges
 * among them become one from the screen to itself.
 *
 * @throws {UserError} for a screen that there is not, and for fewer than two
 */
export function mergeScreens(matrix: ActionMatrix, names: readonly string[]): ActionMatrix {
  const merged = new Set(names);
  const [first] = names;
  if (first === undefined || merged.size < 2)
    throw new UserError('at least two screens are needed to merge any');
  for (const name of merged) requireScreen(matrix, name);
  const nameOf = (name: string): string => (merged.has(name) ? first : name);
  const rows = new Map<string, Row>();
  for (const [from, row] of matrix.rows) {
    const cells = new Map<string, readonly MatrixAction[]>(rows.get(nameOf(from)));
    for (const [to, actions] of row) {
      const known = cells.get(nameOf(to));
      // Cells of other screens stay as they are, equal actions included.
      cells.set(
        nameOf(to),
        known === undefined && !merged.has(from) && !merged.has(to)
          ? actions
          : unitedActions(known ?? [], actions),
      );
    }
    rows.set(nameOf(from), cells);
  }
  return {
    names: matrix.names.filter((name) => name === first || !merged.has(name)),
    rows,
    pages: new Map([...matrix.pages].filter(([name]) => name === first || !merged.has(name))),
  };
}

/** Takes a screen out, with every edge to it and from it. @throws {UserError} */
export function deleteScreen(matrix: ActionMatrix, name: string): ActionMatrix {
  requireScreen(matrix, name);
  const rows = new Map<string, Row>();
  for (const [from, row] of matrix.rows) {
    if (from !== name) rows.set(from, row.has(name) ? without(row, name) : row);
  }
  return { names: matrix.names.filter((one) => one !== name), rows, pages: without(matrix.pages, name) };
}

/** An edge of a screen that is added: its other end, and what leads there. */
export interface GivenEdge {
  readonly screen: string;
  readonly actions: readonly MatrixAction[];
}

/** Adds a screen with edges from others and to others. @throws {UserError} where there is one of that name, or an end is missing */
export function addScreen(
  matrix: ActionMatrix,
  name: string,
  { from, to }: { readonly from: readonly GivenEdge[]; readonly to: readonly GivenEdge[] },
): ActionMatrix {
  if (matrix.names.includes(name)) throw new UserError(`there is a screen ${JSON.stringify(name)} already`);
  if (name === '') throw new UserError('a screen needs a name');
  let added: ActionMatrix = {
    ...matrix,
    names: [...matrix.names, name],
    rows: new Map<string, Row>([...matrix.rows, [name, new Map()]]),
  };
  for (const { screen, actions } of from) added = addActions(added, screen, name, actions);
  for (const { screen, actions } of to) added = addActions(added, name, screen, actions);
  return added;
}

/** Adds actions to the edge between two screens; those that it has already change nothing. @throws {UserError} */
export function addActions(
  matrix: ActionMatrix,
  from: string,
  to: string,
  actions: readonly MatrixAction[],
): ActionMatrix {
  return withEdge(matrix, from, to, unitedActions(edgeBetween(matrix, from, to), actions));
}

/**
 * Takes one action of an edge away, and the edge with the last of them; the whole edge where no number is given.
 *
 * @param number from 0, as `edgeBetween` lists them
 * @throws {UserError}
 */
export function deleteActions(
  matrix: ActionMatrix,
  from: string,
  to: string,
  number: number | null,
): ActionMatrix {
  const actions = edgeBetween(matrix, from, to);
  if (matrix.rows.get(from)?.has(to) !== true) throw new UserError(`there is no edge from ${from} to ${to}`);
  if (number !== null && actions[number] === undefined) {
    throw new UserError(`the edge has no action ${number}`, {
      hint: `It has ${actions.length}, counted from 0.`,
    });
  }
  const rest = number === null ? [] : actions.filter((_, index) => index !== number);
  return withEdge(matrix, from, to, rest.length === 0 ? null : rest);
}

function withEdge(
  matrix: ActionMatrix,
  from: string,
  to: string,
  actions: readonly MatrixAction[] | null,
): ActionMatrix {
  const row: Row = matrix.rows.get(from) ?? new Map();
  const cells = actions === null ? without(row, to) : new Map([...row, [to, actions] as const]);
  return { ...matrix, rows: new Map<string, Row>([...matrix.rows, [from, cells]]) };
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...map].filter(([one]) => one !== key));
}

/** @throws {UserError} */
function requireScreen(matrix: ActionMatrix, name: string): void {
  if (matrix.names.includes(name)) return;
  throw new UserError(`there is no screen ${JSON.stringify(name)}`, {
    hint: `${didYouMean(name, matrix.names)}List them with --list.`,
  });
}
