import { join } from 'node:path';
import { FileContentError } from '../../../formats/file-errors.js';
import { readTextFile } from '../../../formats/read-json-file.js';

/** An app of the benchmark. */
export interface SphinxApp {
  /** Name in the task files. */
  readonly name: string;
  /** Android package; some of the published ones are wrong. */
  readonly package: string;
  readonly category: string;
}

const HEADER = 'apk_name,package_name,username,password,category';

/**
 * The apps of `apk-info.csv` by name. Rows without a package are headings and are left out; credentials are not read.
 *
 * @throws {DatasetError} naming file and line
 */
export async function readApps(
  dataDirectory: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ReadonlyMap<string, SphinxApp>> {
  const file = join(dataDirectory, 'apk-info.csv');
  const text = await readTextFile(file, { ...options, maxBytes: 4 * 1024 * 1024 });
  const [header = '', ...rows] = text.split(/\r?\n/);
  const broken = (message: string, line: number): FileContentError =>
    new FileContentError(message, { place: { file, line }, hint: `Rows are ${HEADER}, without quotes.` });
  if (header.trim() !== HEADER) throw broken(`the header is not "${HEADER}"`, 1);
  const apps = new Map<string, SphinxApp>();
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const fields = row.split(',').map((field) => field.trim());
    if (fields.length !== 5) throw broken(`${fields.length} fields instead of 5`, index + 2);
    const [name = '', packageName = '', , , category = ''] = fields;
    if (packageName === '') continue;
    if (apps.has(name)) throw broken(`the app "${name}" twice`, index + 2);
    apps.set(name, { name, package: packageName, category });
  }
  return apps;
}
