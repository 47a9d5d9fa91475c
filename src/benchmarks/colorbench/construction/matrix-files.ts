import type { ActionMatrix } from '../../../domain/construction/action-matrix.js';
import { graphStatistics, type GraphStatistics } from '../../../domain/graph/graph-statistics.js';
import { isThere } from '../../../files/is-there.js';
import { readBytes } from '../../../files/read-bytes.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { decodeUtf8, parseJson } from '../../../formats/read-json-file.js';
import type {
  MatrixFile,
  MatrixForm,
  ReadMatrixOptions,
  ReadMatrixResult,
  WriteMatrixOptions,
} from '../../published-construction.js';
import { parseColorbenchGraph } from '../read-graph.js';
import { carriedConstructed } from './carried-constructed.js';
import { constructedOfMatrix, matrixOfConstructed } from './constructed-matrix.js';
import { graphText, parseGraphMatrix } from './graph-matrix.js';
import { isFields } from './is-fields.js';
import { decodeMatrix, matrixCsv, orderCsv, parseMatrixCsv, screenshotInfoCsv } from './matrix-csv.js';
import { constructedText, parseConstructed } from './read-constructed.js';

/** Largest file that is read: a matrix of twelve thousand screens. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * A world in any of the published forms, by what the file holds: a matrix (`.csv`), graph.json, or a constructed graph.
 *
 * @throws {DatasetError} with the place of what is wrong
 */
export async function readMatrix(
  file: string,
  { mode, repair, signal }: ReadMatrixOptions,
): Promise<ReadMatrixResult> {
  const bytes = await readBytes(file, { maxBytes: MAX_BYTES, signal });
  if (isCsv(file)) {
    const { text, encoding } = decodeMatrix(bytes, file);
    const [info, order] = await Promise.all(
      [infoFile(file), orderFile(file)].map(async (path) =>
        (await isThere(path))
          ? decodeUtf8(await readBytes(path, { maxBytes: MAX_BYTES, signal }), path)
          : undefined,
      ),
    );
    const { matrix, leftOut } = parseMatrixCsv(text, file, {
      ...(info === undefined ? {} : { info }),
      ...(order === undefined ? {} : { order }),
      repair,
    });
    const read = encoding === 'utf-8' ? [] : [`the file is ${encoding}; it is written as UTF-8`];
    const warnings = [...read, ...leftOut.map((cell) => `left out: ${cell}`)];
    return { form: 'matrix', matrix, constructed: null, leftOut: leftOut.length, warnings };
  }
  const text = decodeUtf8(bytes, file);
  const value = parseJson(text, file, { maxDepth: Infinity });
  if (isFields(value) && isFields(value['metadata']) && isFields(value['nodes'])) {
    const constructed = parseConstructed(text, file);
    const { matrix, pending } = matrixOfConstructed(constructed, mode);
    const warnings = pending === 0 ? [] : [`${pending} edges that nobody has followed are left out`];
    return { form: 'constructed', matrix, constructed, leftOut: 0, warnings };
  }
  if (isFields(value) && value['formatVersion'] !== undefined) {
    throw new FileSchemaError("this is a world of Touchstone's own form", {
      place: { file },
      hint: 'Matrices are of the published forms: graph.json as source → target → actions, a constructed graph, or a matrix.',
    });
  }
  return { form: 'graph', matrix: parseGraphMatrix(text, file), constructed: null, leftOut: 0, warnings: [] };
}

/** The files of a world in a form, the named one first. */
export function matrixTexts(
  file: string,
  matrix: ActionMatrix,
  { form, mode, app, now, origin = null, merged = new Map() }: WriteMatrixOptions,
): readonly MatrixFile[] {
  switch (form) {
    case 'graph':
      return [{ file, text: graphText(matrix, mode) }];
    case 'constructed':
      return [
        {
          file,
          text: constructedText(
            origin === null
              ? constructedOfMatrix(matrix, { app, now })
              : carriedConstructed(matrix, { origin, merged, app, now }),
          ),
        },
      ];
    case 'matrix':
      return [
        { file, text: matrixCsv(matrix) },
        ...(matrix.pages.size === 0 ? [] : [{ file: infoFile(file), text: screenshotInfoCsv(matrix) }]),
        ...(mode === 'reference' ? [] : [{ file: orderFile(file), text: orderCsv(matrix) }]),
      ];
    default:
      return form satisfies never;
  }
}

/** Form of a file by its name: a matrix where it is a CSV file, else a graph. */
export function formOfName(file: string): MatrixForm {
  return isCsv(file) ? 'matrix' : 'graph';
}

/** Counts of a world; null where it has no screen of that name to begin at, or none at all. */
export function matrixStatistics(matrix: ActionMatrix, root: string | null): GraphStatistics | null {
  const start = root ?? matrix.rows.keys().next().value;
  if (start === undefined || !matrix.rows.has(start)) return null;
  return graphStatistics(parseColorbenchGraph(graphText(matrix, 'corrected'), 'the matrix', { root: start }));
}

function isCsv(file: string): boolean {
  return file.toLowerCase().endsWith('.csv');
}

function infoFile(file: string): string {
  return file.replace(/\.csv$/i, '_screenshot_info.csv');
}

function orderFile(file: string): string {
  return file.replace(/\.csv$/i, '_order.csv');
}
