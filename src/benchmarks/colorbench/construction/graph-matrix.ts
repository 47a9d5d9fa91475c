import type { ActionMatrix, MatrixAction } from '../../../domain/construction/action-matrix.js';
import { pathDirection } from '../../../domain/geometry.js';
import type { Mode } from '../../../domain/mode.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { parseJson, placeOf } from '../../../formats/read-json-file.js';
import { isFields } from './is-fields.js';

/**
 * A graph.json with every field of its actions, as a matrix. Targets without an entry of their own come last, without a row.
 *
 * @throws {DatasetError} with line and path for what is no such graph
 */
export function parseGraphMatrix(text: string, file: string): ActionMatrix {
  const value = parseJson(text, file, { maxDepth: Infinity });
  const problem = (message: string, path: readonly (string | number)[]): FileSchemaError =>
    new FileSchemaError(message, {
      place: placeOf(file, text, path),
      hint: 'A graph is an object: source → target → list of actions.',
    });
  if (!isFields(value)) throw problem('expected an object', []);
  const rows = new Map<string, ReadonlyMap<string, readonly MatrixAction[]>>();
  const names = new Set(Object.keys(value));
  for (const [source, targets] of Object.entries(value)) {
    if (!isFields(targets)) throw problem('expected an object', [source]);
    const row = new Map<string, readonly MatrixAction[]>();
    for (const [target, actions] of Object.entries(targets)) {
      if (!Array.isArray(actions)) throw problem('expected a list of actions', [source, target]);
      const known = actions.filter(isFields);
      if (known.length < actions.length) {
        throw problem('expected an action object', [
          source,
          target,
          actions.findIndex((one) => !isFields(one)),
        ]);
      }
      row.set(target, known);
    }
    rows.set(source, row);
  }
  for (const row of rows.values()) for (const target of row.keys()) names.add(target);
  return { names: [...names], rows, pages: new Map() };
}

/** Pixels on both axes within which the published conversion takes clicks of a cell for one. */
const NEAR = 20;
const KNOWN_TYPES: ReadonlySet<unknown> = new Set(['click', 'long_press', 'swipe', 'type', 'open', 'wait']);

/**
 * The text of graph.json. `corrected` keeps everything as it is. `reference` does as the published conversion: edges from a screen to
 * itself are dropped, and so are system buttons (their edge stays, empty) and clicks near an earlier one of the cell; `input_text` is
 * called `type`; swipes get a direction; actions of other types are there twice, once as `custom`.
 *
 * Source: ColorBench reference code `matrix_to_json.py`; colorbench.md section 6.7. Its order of nodes is arbitrary; ours is that of
 * the matrix.
 */
export function graphText(matrix: ActionMatrix, mode: Mode): string {
  const graph = [...matrix.rows].map(([source, row]) => {
    const cells = [...row].filter(([target]) => mode === 'corrected' || target !== source);
    const actionsOf = (actions: readonly MatrixAction[]): readonly MatrixAction[] =>
      mode === 'corrected' ? actions : publishedActions(actions);
    return [source, Object.fromEntries(cells.map(([target, actions]) => [target, actionsOf(actions)]))];
  });
  return `${JSON.stringify(Object.fromEntries(graph), null, 2)}\n`;
}

function publishedActions(actions: readonly MatrixAction[]): readonly MatrixAction[] {
  const kept: MatrixAction[] = [];
  for (const action of actions) {
    const type = action['action_type'];
    if (type === 'system_button') continue;
    if (type === 'input_text' || type === 'input') kept.push({ ...action, action_type: 'type' });
    else if (type === 'click') {
      if (!kept.some((other) => other['action_type'] === 'click' && isNear(other, action, NEAR)))
        kept.push(action);
    } else if (type === 'swipe') kept.push(withDirection(action));
    else if (KNOWN_TYPES.has(type)) kept.push(action);
    else kept.push({ ...action, action_type: 'custom' }, action);
  }
  return kept;
}

/** Whether the points of two actions are at most so many pixels apart on both axes; those without points are not. */
export function isNear(a: MatrixAction, b: MatrixAction, pixels: number): boolean {
  const apart = (axis: 'x' | 'y'): number => Math.abs(Number(a[axis] ?? NaN) - Number(b[axis] ?? NaN));
  return apart('x') <= pixels && apart('y') <= pixels;
}

function withDirection(action: MatrixAction): MatrixAction {
  if (action['direction'] !== undefined) return action;
  const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((key) => Number(action[key] ?? NaN));
  const known = [x1, y1, x2, y2].every((value) => Number.isFinite(value));
  const direction = known ? pathDirection([x1 ?? 0, y1 ?? 0], [x2 ?? 0, y2 ?? 0]) : null;
  return { ...action, direction: direction ?? 'unknown' };
}
