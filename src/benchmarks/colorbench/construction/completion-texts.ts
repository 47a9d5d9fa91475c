import { join } from 'node:path';
import type { ActionMatrix, MatrixAction } from '../../../domain/construction/action-matrix.js';
import type { CompletedStep, MatrixFile } from '../../published-construction.js';
import { matrixCsv } from './matrix-csv.js';

/** Folder that the published script puts before the names of screenshots. */
const LABEL = String.raw`records\aiagent` + '\\';

/**
 * What the published script writes of completed actions: `trajectory_v0.txt`, and a matrix. A cell stands in the row of the screen
 * that comes after and the column of the one before: the other way round from every other matrix.
 *
 * Source: ColorBench reference code `pic2trajectory.py`; colorbench.md section 6.2.
 */
export function completionTexts(
  folder: string,
  query: string,
  steps: readonly CompletedStep[],
): readonly MatrixFile[] {
  const names = [...new Set(steps.flatMap(({ before, after }) => [before, after]))];
  const rows = new Map<string, Map<string, readonly MatrixAction[]>>(
    names.map((name) => [LABEL + name, new Map()]),
  );
  for (const { before, after, written } of steps) {
    const action = actionOf(written);
    if (action !== null) rows.get(LABEL + after)?.set(LABEL + before, [action]);
  }
  const matrix: ActionMatrix = { names: [...rows.keys()], rows, pages: new Map() };
  const lines = steps.map(
    ({ before, written }, index) => `query:${query} Step${index + 1}: ${written} images:${before}`,
  );
  const last = steps.at(-1)?.after ?? '';
  return [
    {
      file: join(folder, 'trajectory_v0.txt'),
      text: `${[...lines, `query:${query} Step${steps.length + 1}: Complete images:${last}`].join('\n')}\n`,
    },
    { file: join(folder, `${fileNameOf(query)}.csv`), text: `\uFEFF${matrixCsv(matrix)}` },
  ];
}

/** The first fifty characters of a query, without those that file names may not have. */
function fileNameOf(query: string): string {
  return query.slice(0, 50).replaceAll(/[/\\:*?"<>|]/g, '') || 'trajectory';
}

/** A written action in the words of that matrix; null where it is none. */
function actionOf(written: string): MatrixAction | null {
  const [, verb = '', inside = ''] = /^\s*(\w+)\s*(?:\[([^]*)\])?\s*$/.exec(written) ?? [];
  switch (verb) {
    case 'AWAKE':
      return { action_type: 'open', details: inside };
    case 'CLICK': {
      const [, x, y] = /^\s*(\d+(?:\.\d+)?)\s*[,，]\s*(\d+(?:\.\d+)?)\s*$/.exec(inside) ?? [];
      // A table holds no number that is none.
      if (x === undefined || y === undefined) return { action_type: 'unknown' };
      return { action_type: 'click', x: Number(x), y: Number(y) };
    }
    case 'TYPE':
      return { action_type: 'input_text', text: inside };
    case 'WAIT':
      return { action_type: 'wait', reason: '等待操作' };
    case 'system_button':
      return { action_type: 'system_button', button_type: inside };
    case '':
      return null;
    default:
      return { action_type: 'unknown' };
  }
}
