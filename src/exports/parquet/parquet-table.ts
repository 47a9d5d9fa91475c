import { rename, rm } from 'node:fs/promises';
import { ParquetWriter, fileWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';

/** Types of columns; JSON is text, since readers differ in what they make of Parquet's own. */
export type ParquetType = Extract<BasicType, 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP'>;

/** A value of a cell; null where there is none. */
export type ParquetValue = string | number | boolean | Date | null;

/** A column: what it is called, what it holds, and how it is got from a row. */
export interface ParquetColumn<Row> {
  readonly name: string;
  readonly type: ParquetType;
  /** Meaning, with the unit where there is one. */
  readonly does: string;
  of(row: Row): ParquetValue | undefined;
}

/** Rows that are held before they are written together: the larger, the smaller the file. */
const GROUP_ROWS = 20_000;

/** A Parquet file written row by row in groups. It appears under its name when finished, or not at all. */
export class ParquetTable<Row> implements AsyncDisposable {
  readonly #file: string;
  readonly #partial: string;
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #writer: ParquetWriter;
  #held: ParquetValue[][];
  #rows = 0;
  #isFinished = false;

  /** @param about what else the file's own metadata say */
  constructor(
    file: string,
    columns: readonly ParquetColumn<Row>[],
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
