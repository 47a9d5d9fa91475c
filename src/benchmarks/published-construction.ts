import type { ActionMatrix, MatrixAction } from '../domain/construction/action-matrix.js';
import type { ConstructedGraph } from '../domain/construction/constructed-graph.js';
import type { GivenEdge } from '../domain/construction/matrix-operations.js';
import type { GraphStatistics } from '../domain/graph/graph-statistics.js';
import type { Mode } from '../domain/mode.js';

/** Forms of a world between construction and use: pages with their screenshots, a table of screens, a graph of screens. */
export const MATRIX_FORMS = ['constructed', 'matrix', 'graph'] as const;
export type MatrixForm = (typeof MATRIX_FORMS)[number];

export interface ReadMatrixOptions {
  readonly mode: Mode;
  /** Leave out what cannot be read, and say so, where the rest can be used. */
  readonly repair: boolean;
  readonly signal: AbortSignal;
}

export interface ReadMatrixResult {
  readonly form: MatrixForm;
  readonly matrix: ActionMatrix;
  /** The graph as it stands, where it is a constructed one: a matrix does not hold all of it. */
  readonly constructed: ConstructedGraph | null;
  /** Cells that could not be read and were left out. */
  readonly leftOut: number;
  readonly warnings: readonly string[];
}

export interface WriteMatrixOptions {
  readonly form: MatrixForm;
  readonly mode: Mode;
  /** App of a constructed graph's pages. */
  readonly app: string;
  /** ISO 8601. */
  readonly now: string;
  /** The constructed graph that the matrix is from: what a matrix does not hold is taken from it. */
  readonly origin?: ConstructedGraph | null;
  /** Screens that were merged into others, by their names. */
  readonly merged?: ReadonlyMap<string, string>;
}

export interface MatrixFile {
  readonly file: string;
  readonly text: string;
}

/** A trajectory as merging takes it. */
export interface CollectedSteps {
  readonly task: string;
  readonly steps: readonly {
    /** Path of the screenshot within the folder, forward slashes. */
    readonly screenshot: string;
    readonly action: Readonly<Record<string, unknown>>;
  }[];
}

/** What a model made out between two screenshots, in the published words. */
export interface CompletedPair {
  /** Names of the screenshots before and after. */
  readonly before: string;
  readonly after: string;
  /** The whole answer of the model; null where the pair was skipped. */
  readonly answer: string | null;
  /** The action that counts: `CLICK[10,20]`; null for none. */
  readonly written: string | null;
  /** Why there is no action; null where there is one. */
  readonly why: string | null;
}

/** All pairs of a recording in their order. */
export interface CompletedRecording {
  readonly query: string;
  /** Folder of the screenshots as somebody named it, forward slashes; empty for the present one. */
  readonly source: string;
  readonly pairs: readonly CompletedPair[];
}

/** A touch with the box that was drawn around it. */
export interface BoxedTouch {
  readonly image: string;
  readonly target: string;
  readonly type: 'click' | 'long_press';
  readonly x: number;
  readonly y: number;
  readonly box: readonly [number, number, number, number];
}

/** How a benchmark's authors built it: the forms of their files, on the way from trajectories to a graph. */
export interface PublishedConstruction {
  /** @throws {DatasetError} */
  collected(folder: string, options: { readonly signal: AbortSignal }): AsyncIterable<CollectedSteps>;
  /** A constructed graph that was saved. @throws {DatasetError} */
  parseConstructed(text: string, file: string): ConstructedGraph;
  constructedText(graph: ConstructedGraph): string;
  /** A world in any of the forms. @throws {DatasetError} */
  readMatrix(file: string, options: ReadMatrixOptions): Promise<ReadMatrixResult>;
  /** The files of a world in a form, the named one first. */
  matrixTexts(file: string, matrix: ActionMatrix, options: WriteMatrixOptions): readonly MatrixFile[];
  formOfName(file: string): MatrixForm;
  statistics(matrix: ActionMatrix, root: string | null): GraphStatistics | null;
  /** `node:edge,node:edge`. @throws {UserError} */
  parseEdgeList(text: string): readonly GivenEdge[];
  /** One edge. @throws {UserError} */
  parseEdge(text: string): readonly MatrixAction[];
  /** Files of completed actions, in reference mode with their defects. */
  completionTexts(folder: string, recording: CompletedRecording, mode: Mode): readonly MatrixFile[];
  /** The file of drawn boxes. */
  boxesText(touches: readonly BoxedTouch[]): string;
  /** Files and log lines of actions counted by screen. */
  preferenceTexts(
    folder: string,
    counts: ReadonlyMap<string, number>,
  ): { readonly files: readonly MatrixFile[]; readonly log: readonly string[] };
}
