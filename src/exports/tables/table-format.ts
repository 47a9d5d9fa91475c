/** Types of columns; JSON is text, since readers differ in what they make of Parquet's own. */
export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP';

/** A value of a cell; null where there is none. */
export type ColumnValue = string | number | boolean | Date | null;

/** A column: what it is called, what it holds, and how it is got from a row. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Meaning, with the unit where there is one. */
  readonly does: string;
  of(row: Row): ColumnValue | undefined;
}

/** A file of rows, written as they come. It appears under its name when finished, or not at all. */
export interface TableFile<Row> extends AsyncDisposable {
  readonly rows: number;
  add(row: Row): void;
  finish(): Promise<void>;
}

/** A kind of file that tables are written as. */
export interface TableFormat {
  /** Without the dot. */
  readonly extension: string;
  /** @param about what else the file's own metadata say, where it has any */
  open<Row>(
    file: string,
    columns: readonly TableColumn<Row>[],
    about: Readonly<Record<string, string>>,
  ): Promise<TableFile<Row>>;
}
