import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import type {
  MatrixForm,
  PublishedConstruction,
  ReadMatrixResult,
} from '../../benchmarks/published-construction.js';
import type { ActionMatrix } from '../../domain/construction/action-matrix.js';
import {
  addActions,
  addScreen,
  deleteActions,
  deleteScreen,
  edgeBetween,
  edgesAround,
  mergeScreens,
  type MatrixEdge,
} from '../../domain/construction/matrix-operations.js';
import type { ConstructedGraph } from '../../domain/construction/constructed-graph.js';
import type { GraphStatistics } from '../../domain/graph/graph-statistics.js';
import type { Mode } from '../../domain/mode.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { publishedConstruction } from './published-construction.js';

/** One change of a world, in the words of the command. */
export type MatrixChange =
  | { readonly type: 'merge'; readonly screens: readonly string[] }
  | { readonly type: 'delete'; readonly screens: readonly string[] }
  | { readonly type: 'add'; readonly screen: string; readonly from: string; readonly to: string }
  | { readonly type: 'add-edge'; readonly from: string; readonly to: string; readonly edge: string }
  | {
      readonly type: 'delete-edge';
      readonly from: string;
      readonly to: string;
      /** From 0; null for the whole edge. */
      readonly number: number | null;
    };

/** Ends the names of copies of what files held before. */
const BEFORE = '_before';

/** What is looked at in place of a change. */
export type MatrixQuestion =
  | { readonly type: 'list' }
  | { readonly type: 'screen'; readonly screen: string }
  | { readonly type: 'edge'; readonly from: string; readonly to: string };

export interface EditMatrixOptions {
  readonly mode: Mode;
  readonly repair: boolean;
  readonly changes: readonly MatrixChange[];
  readonly question: MatrixQuestion | null;
  /** File that the result is written to, absolute; the one that was read unless given. */
  readonly out: string | null;
  /** Form of the result; that of the name of `out` unless given. */
  readonly form: MatrixForm | null;
  readonly app: string;
  /** Screen that counting begins at. */
  readonly root: string | null;
  readonly signal: AbortSignal;
}

/** What a call of `touchstone build matrix` came to. */
export interface EditedMatrix {
  readonly form: MatrixForm;
  readonly screens: readonly string[];
  /** Edges of what was written, else of what was read and changed. */
  readonly edges: number;
  readonly statistics: GraphStatistics | null;
  readonly answer: {
    readonly predecessors: readonly MatrixEdge[];
    readonly successors: readonly MatrixEdge[];
  } | null;
  /** Absolute; empty where nothing was written. */
  readonly written: readonly string[];
  /** Copies by the time: of what files held before, and of what was written. */
  readonly backups: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Looks at a world in a published form, changes it, and writes it in the same form or another. What files held before is copied into
 * `backups/` next to them before the first is written, under the time, and so is what was written.
 *
 * A constructed graph has its edges between pages: an edge that is added or taken away there is one of all screenshots of its pages.
 *
 * @throws {UserError | DatasetError} for screens and edges that there are not, for files that cannot be read, and where a file would
 * lose what could not be read of it; nothing is written
 */
export async function editMatrix(file: string, options: EditMatrixOptions): Promise<EditedMatrix> {
  const { mode, repair, changes, question, signal } = options;
  const construction = await publishedConstruction();
  const read = await construction.readMatrix(file, { mode, repair, signal });
  const out = options.out ?? (changes.length > 0 ? file : null);
  const form = options.form ?? (out === null || out === file ? read.form : construction.formOfName(out));
  if (out === file) requireWhole(read, form, options);
  const isCarried = form === 'constructed' && read.constructed !== null && mode === 'corrected';
  const origin = isCarried ? read.constructed : null;
  const matrix = changes
    .flatMap((change) => (form === 'constructed' ? ofWholePages(change, read.matrix) : [change]))
    .reduce((before, change) => changed(before, change, construction), read.matrix);
  const saved =
    out === null
      ? { written: [], backups: [] }
      : await save(out, matrix, { ...options, form, construction, origin });
  // A published conversion leaves edges out: what was written is counted as it is.
  const shown =
    out === null || mode === 'corrected'
      ? matrix
      : (await construction.readMatrix(out, { mode: 'corrected', repair: true, signal })).matrix;
  return {
    form: read.form,
    screens: matrix.names,
    edges: [...shown.rows.values()].reduce((sum, row) => sum + row.size, 0),
    statistics: question === null ? construction.statistics(shown, options.root) : null,
    answer: answerOf(matrix, question),
    ...saved,
    // What a matrix does not hold is carried over.
    warnings: isCarried && out !== null ? [] : read.warnings,
  };
}

/** @throws {UserError} where the file would be written without a part of what it holds */
function requireWhole(read: ReadMatrixResult, form: MatrixForm, { mode }: EditMatrixOptions): void {
  const hint = 'Write the result to another file with --out.';
  if (read.leftOut > 0) {
    throw new UserError(`${plural(read.leftOut, 'cell')} that cannot be read would be lost in the file`, {
      hint,
    });
  }
  if (read.form !== 'constructed') return;
  if (form !== 'constructed')
    throw new UserError(`the constructed graph would be lost in its own file`, { hint });
  if (mode === 'reference') {
    throw new UserError('read as published, a constructed graph loses edges, and its own file would', {
      hint: 'Leave out --mode reference, or write the result to another file with --out.',
    });
  }
}

/** The change of an edge, for each pair of screenshots of its pages. */
function ofWholePages(change: MatrixChange, { names, pages, rows }: ActionMatrix): readonly MatrixChange[] {
  if (change.type !== 'add-edge' && change.type !== 'delete-edge') return [change];
  const sharing = (name: string): readonly string[] => {
    const page = pages.get(name);
    return page === undefined ? [name] : names.filter((other) => pages.get(other) === page);
  };
  const own: MatrixChange[] = [change];
  for (const from of sharing(change.from)) {
    for (const to of sharing(change.to)) {
      const isOwn = from === change.from && to === change.to;
      if (isOwn || (change.type === 'delete-edge' && rows.get(from)?.has(to) !== true)) continue;
      own.push({ ...change, from, to });
    }
  }
  return own;
}

function changed(
  matrix: ActionMatrix,
  change: MatrixChange,
  construction: PublishedConstruction,
): ActionMatrix {
  switch (change.type) {
    case 'merge':
      return mergeScreens(matrix, change.screens);
    case 'delete':
      return change.screens.reduce(deleteScreen, matrix);
    case 'add':
      return addScreen(matrix, change.screen, {
        from: construction.parseEdgeList(change.from),
        to: construction.parseEdgeList(change.to),
      });
    case 'add-edge':
      return addActions(matrix, change.from, change.to, construction.parseEdge(change.edge));
    case 'delete-edge':
      return deleteActions(matrix, change.from, change.to, change.number);
    default:
      return change satisfies never;
  }
}

function answerOf(matrix: ActionMatrix, question: MatrixQuestion | null): EditedMatrix['answer'] {
  if (question?.type === 'screen') return edgesAround(matrix, question.screen);
  if (question?.type !== 'edge') return null;
  const { from, to } = question;
  const actions = edgeBetween(matrix, from, to);
  return {
    predecessors: [],
    successors: matrix.rows.get(from)?.has(to) === true ? [{ from, to, actions }] : [],
  };
}

interface SaveOptions extends EditMatrixOptions {
  readonly form: MatrixForm;
  readonly construction: PublishedConstruction;
  readonly origin: ConstructedGraph | null;
}

async function save(
  out: string,
  matrix: ActionMatrix,
  { form, construction, origin, mode, app, changes }: SaveOptions,
): Promise<Pick<EditedMatrix, 'written' | 'backups'>> {
  if (form === 'matrix' && extname(out).toLowerCase() !== '.csv') {
    throw new UserError('a matrix is a CSV file', { hint: 'Name a file that ends with .csv.' });
  }
  const now = new Date();
  const merged = new Map(
    changes.flatMap((change) =>
      change.type === 'merge'
        ? change.screens.slice(1).map((name) => [name, change.screens[0] ?? name] as const)
        : [],
    ),
  );
  const files = construction.matrixTexts(out, matrix, {
    form,
    mode,
    app,
    now: now.toISOString(),
    origin,
    merged,
  });
  const folder = resolve(dirname(out), 'backups');
  await mkdir(folder, { recursive: true });
  const stamp = await freeStamp(
    folder,
    files.map(({ file }) => file),
    now,
  );
  const backups: string[] = [];
  for (const { file } of files) {
    if (!(await isThere(file))) continue;
    const before = join(folder, stamped(file, `${stamp}${BEFORE}`));
    await copyPlainFile(file, before, { maxBytes: FILE_LIMITS.recording });
    backups.push(before);
  }
  for (const { file, text } of files) {
    const backup = join(folder, stamped(file, stamp));
    await writeWholeFile(backup, text);
    backups.push(backup);
  }
  for (const { file, text } of files) await writeWholeFile(file, text);
  return { written: files.map(({ file }) => file), backups };
}

/** A time that no copy has yet: two saves may fall into one second. */
async function freeStamp(folder: string, files: readonly string[], now: Date): Promise<string> {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_');
  for (let number = 1; ; number += 1) {
    const stamp = number === 1 ? time : `${time}_${number}`;
    const taken = await Promise.all(
      files.flatMap((file) =>
        [stamp, `${stamp}${BEFORE}`].map((one) => isThere(join(folder, stamped(file, one)))),
      ),
    );
    if (!taken.includes(true)) return stamp;
  }
}

function stamped(file: string, stamp: string): string {
  const ending = extname(file);
  return `${basename(file, ending)}_${stamp}${ending}`;
}
