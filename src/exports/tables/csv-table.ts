import { BufferedFile } from '../../formats/record-files/buffered-file.js';
import { byteText } from '../../formats/record-files/byte-text.js';
import { csvLine } from '../../formats/csv-line.js';
import type { ColumnValue, TableColumn, TableFile, TableFormat } from './table-format.js';

/** Tables as CSV files, with a line of column names first. */
export const CSV_FORMAT: TableFormat = {
  extension: 'csv',
  open: (file, columns) => CsvTable.create(file, columns),
};

/** A CSV file written row by row; UTF-8, times as ISO 8601, nothing where there is no value. */
class CsvTable<Row> implements TableFile<Row> {
  readonly #file: BufferedFile;
  readonly #columns: readonly TableColumn<Row>[];
  #rows = 0;

  private constructor(file: BufferedFile, columns: readonly TableColumn<Row>[]) {
    this.#file = file;
    this.#columns = columns;
  }

  static async create<Row>(file: string, columns: readonly TableColumn<Row>[]): Promise<CsvTable<Row>> {
    const table = new CsvTable<Row>(await BufferedFile.create(file), columns);
    table.#write(columns.map(({ name }) => name));
    return table;
  }

  get rows(): number {
    return this.#rows;
  }

  add(row: Row): void {
    this.#write(this.#columns.map((column) => textOf(column.of(row) ?? null)));
    this.#rows += 1;
  }

  async finish(): Promise<void> {
    await this.#file.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  #write(cells: readonly string[]): void {
    this.#file.add(byteText(csvLine(cells)));
  }
}

function textOf(value: ColumnValue): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}
