import { z } from 'zod';
import { FileSchemaError } from '../file-errors.js';
import { readJsonFile, readTextFile } from '../read-json-file.js';

const ClassesSchema = z.record(z.string(), z.string());

/**
 * Class of each app, from a JSON object `{"app": "class"}` or a CSV file of two columns, app and class. A first row that says
 * `app,class` is a heading; fields may be quoted.
 *
 * @throws {FileSchemaError} naming file and line
 */
export async function readAppClasses(
  file: string,
  options: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  if (!file.toLowerCase().endsWith('.csv')) {
    return new Map(Object.entries(await readJsonFile(file, ClassesSchema, options)));
  }
  const classes = new Map<string, string>();
  for (const [index, line] of (await readTextFile(file, options)).split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [app, name, ...more] = fieldsOf(line);
    if (app === undefined || name === undefined || app === '' || name === '' || more.length > 0) {
      throw new FileSchemaError('a row is not an app and its class', {
        place: { file, line: index + 1 },
        hint: 'Write two columns: app,class. Put quotes around a field that holds a comma.',
      });
    }
    if (index === 0 && app.toLowerCase() === 'app') continue;
    classes.set(app, name);
  }
  return classes;
}

/** The fields of a line of CSV; quotes within a quoted field are doubled. Source: RFC 4180. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const sign = line.charAt(index);
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (line.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      fields.push(field.trim());
      field = '';
    } else field += sign;
  }
  return [...fields, field.trim()];
}
