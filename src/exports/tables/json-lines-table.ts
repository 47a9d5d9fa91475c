import { BufferedFile } from '../../formats/record-files/buffered-file.js';
import { byteText } from '../../formats/record-files/byte-text.js';
import type { TableColumn, TableFile, TableFormat } from './table-format.js';

/** Tables as JSON, an object a line; null where there is no value. */
export const JSON_LINES_FORMAT: TableFormat = {
  extension: 'jsonl',
  open: async (file, columns) => new JsonLinesTable(await BufferedFile.create(file), columns),
};

class JsonLinesTable<Row> implements TableFile<Row> {
  readonly #file: BufferedFile;
  readonly #columns: readonly TableColumn<Row>[];
  #rows = 0;

  constructor(file: BufferedFile, columns: readonly TableColumn<Row>[]) {
    this.#file = file;
    this.#columns = columns;
  }

  get rows(): number {
    return this.#rows;
  }

  add(row: Row): void {
    const values = Object.fromEntries(this.#columns.map((column) => [column.name, column.of(row) ?? null]));
    this.#file.add(byteText(`${JSON.stringify(values)}\n`));
    this.#rows += 1;
  }

  async finish(): Promise<void> {
    await this.#file.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }
}
