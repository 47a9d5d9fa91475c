import { join } from 'node:path';
import type { ActionMatrix, MatrixAction } from '../../../domain/construction/action-matrix.js';
import { pythonJson } from '../../../domain/graph/python-values.js';
import type { Mode } from '../../../domain/mode.js';
import type { CompletedPair, CompletedRecording, MatrixFile } from '../../published-construction.js';
import { matrixCsv } from './matrix-csv.js';

/** Folder that the published script puts before the names of screenshots. */
const LABEL = String.raw`records\aiagent` + '\\';

type Cells = Map<string, readonly MatrixAction[]>;

/**
 * What the published script writes of completed actions: `trajectory_v0.txt`, a line for each pair that has an action, and a matrix
 * whose cells are lists as JSON.
 *
 * `reference` makes the matrix of those lines, as published: a screenshot stands for each line, so that the last one and those of
 * pairs without an action are missing; a cell stands in the row of the screen after and the column of the one before; actions that are
 * unknown close up, and are filled up at the end. The published script takes screenshots of another name than its first half does;
 * here every name is taken. `corrected` has all screenshots, rows are sources, and a pair without an action is `unknown`.
 *
 * Source: ColorBench reference code `pic2trajectory.py`; colorbench.md section 6.2.
 */
export function completionTexts(
  folder: string,
  recording: CompletedRecording,
  mode: Mode,
): readonly MatrixFile[] {
  const { query } = recording;
  const text = linesOf(recording);
  const matrix = mode === 'reference' ? matrixOfLines(text) : matrixOfPairs(recording.pairs);
  const trajectory = { file: join(folder, 'trajectory_v0.txt'), text };
  if (matrix.names.length === 0) return [trajectory];
  const csv = matrixCsv(matrix, pythonJson);
  return [trajectory, { file: join(folder, `${fileNameOf(query)}.csv`), text: `\uFEFF${csv}` }];
}

/** One line a step, under the number of its pair; the last says that the task is complete. */
function linesOf({ query, source, pairs }: CompletedRecording): string {
  const line = (number: number, action: string, image: string): string =>
    `query:${query} Step${number}: ${action} images:${source === '' ? '' : `${source}/`}${image}\n`;
  const steps = pairs.flatMap(({ before, answer }, index) =>
    answer === null ? [] : [line(index + 1, answer.trim(), before)],
  );
  const complete = `Complete###reasoning: 已完成用户任务「${query}」的所有操作###confidence: 1.0`;
  return [...steps, line(pairs.length + 1, complete, pairs.at(-1)?.after ?? '')].join('');
}

function matrixOfLines(text: string): ActionMatrix {
  const lines = text.split('\n').filter((line) => !line.includes('Complete'));
  const names = lines.flatMap((line) => {
    const [, name] = /.* images:(?:.*\/)?([^/]+)$/.exec(line) ?? [];
    return name === undefined ? [] : [LABEL + name];
  });
  const actions = lines.map(publishedAction).filter((action) => action !== null);
  while (actions.length < names.length - 1) actions.push({ action_type: 'unknown', reason: '未识别到动作' });
  const rows = new Map(names.map((name): [string, Cells] => [name, new Map()]));
  for (const [index, before] of names.slice(0, -1).entries()) {
    const action = actions[index];
    if (action !== undefined) rows.get(names[index + 1] ?? '')?.set(before, [action]);
  }
  return { names, rows, pages: new Map() };
}

/** What the published script finds in a line, wherever it stands there; null for nothing. */
function publishedAction(line: string): MatrixAction | null {
  const [, text] = /TYPE\[([^\]]+)\]/.exec(line) ?? [];
  if (text !== undefined) return { action_type: 'input_text', text };
  if (line.includes('WAIT###')) return { action_type: 'wait', reason: '页面加载/广告倒计时' };
  if (line.includes('system_button[Home]')) return { action_type: 'system_button', button_type: 'Home' };
  const [, x, y] = /CLICK\[(\d+),(\d+)\]/.exec(line) ?? [];
  if (x !== undefined && y !== undefined) return { action_type: 'click', x: Number(x), y: Number(y) };
  const [, details] = /AWAKE\[([^\]]+)\]/.exec(line) ?? [];
  return details === undefined ? null : { action_type: 'open', details };
}

function matrixOfPairs(pairs: readonly CompletedPair[]): ActionMatrix {
  const names = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))];
  const rows = new Map(names.map((name): [string, Cells] => [name, new Map()]));
  for (const { before, after, written, why } of pairs) {
    const action: MatrixAction = (written === null ? null : actionOf(written)) ?? {
      action_type: 'unknown',
      reason: why ?? written ?? '',
    };
    rows.get(before)?.set(after, [action]);
  }
  return { names, rows, pages: new Map() };
}

/** The first fifty characters of a query, without those that file names may not have. */
function fileNameOf(query: string): string {
  const name = query.replaceAll(/[/\\:*?"<>|]/g, '');
  return Array.from(name).slice(0, 50).join('').trim() || 'adjacency_matrix';
}

/** A written action in the words of a matrix; null where it is none. */
function actionOf(written: string): MatrixAction | null {
  const [, verb = '', inside = ''] = /^\s*(\w+)\s*(?:\[([^]*)\])?\s*$/.exec(written) ?? [];
  switch (verb) {
    case 'AWAKE':
      return { action_type: 'open', details: inside };
    case 'CLICK':
      return touchOf('click', inside);
    case 'LONG_PRESS':
      return touchOf('long_press', inside);
    case 'TYPE':
      return { action_type: 'input_text', text: inside };
    case 'SWIPE':
      return { action_type: 'swipe', direction: inside.trim() };
    case 'WAIT':
      return { action_type: 'wait' };
    case 'system_button':
      return { action_type: 'system_button', button_type: inside.trim() };
    default:
      return null;
  }
}

function touchOf(type: string, inside: string): MatrixAction | null {
  const [, x, y] = /^\s*(\d+(?:\.\d+)?)\s*[,，]\s*(\d+(?:\.\d+)?)\s*$/.exec(inside) ?? [];
  return x === undefined || y === undefined ? null : { action_type: type, x: Number(x), y: Number(y) };
}
