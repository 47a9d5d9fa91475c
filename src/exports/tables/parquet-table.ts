import { rename, rm } from 'node:fs/promises';
import { ParquetWriter, fileWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnValue, TableColumn, TableFile, TableFormat } from './table-format.js';

/** Tables as Parquet files. */
export const PARQUET_FORMAT: TableFormat = {
  extension: 'parquet',
  open: async (file, columns, about) => new ParquetTable(file, columns, about),
};

/** Rows that are held before they are written together: the larger, the smaller the file. */
const GROUP_ROWS = 20_000;

/** A Parquet file written row by row in groups. It appears under its name when finished, or not at all. */
export class ParquetTable<Row> implements TableFile<Row> {
  readonly #file: string;
  readonly #partial: string;
  readonly #columns: readonly TableColumn<Row>[];
  readonly #writer: ParquetWriter;
  #held: ColumnValue[][];
  #rows = 0;
  #isFinished = false;

  /** @param about what else the file's own metadata say */
  constructor(
    file: string,
    columns: readonly TableColumn<Row>[],
    about: Readonly<Record<string, string>> = {},
  ) {
    this.#file = file;
    this.#partial = `${file}.${process.pid}.partial`;
    this.#columns = columns;
    this.#held = columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: fileWriter(this.#partial),
      // Types are given: groups without a value in a column could not tell.
      schema: schemaFromColumnData({
        columnData: columns.map(({ name, type }) => ({ name, type, data: [] })),
      }),
      createdBy: 'touchstone',
      kvMetadata: [
        ...columns.map(({ name, does }) => ({ key: `column:${name}`, value: does })),
        ...Object.entries(about).map(([key, value]) => ({ key, value })),
      ],
    });
  }

  get rows(): number {
    return this.#rows;
  }

  add(row: Row): void {
    for (const [index, column] of this.#columns.entries()) this.#held[index]?.push(column.of(row) ?? null);
    this.#rows += 1;
    if (this.#rows % GROUP_ROWS === 0) this.#flush();
  }

  async finish(): Promise<void> {
    this.#flush();
    await this.#writer.finish();
    await rename(this.#partial, this.#file);
    this.#isFinished = true;
  }

  /** Removes the file unless it is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isFinished) await rm(this.#partial, { force: true });
  }

  #flush(): void {
    if ((this.#held[0]?.length ?? 0) === 0) return;
    const columnData = this.#columns.map(({ name, type }, index) => ({
      name,
      type,
      data: this.#held[index] ?? [],
    }));
    this.#held = this.#columns.map(() => []);
    // The writer of files writes at once, so nothing is left to wait for.
    void this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
}
