import { z } from 'zod';
import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';

const NotebookSchema = z.object({
  cells: z.array(z.object({ source: z.union([z.string(), z.array(z.string())]) })),
});

/**
 * The code of a notebook's cell, counted from 0 over cells of all kinds; lines that speak to the notebook or to a shell (`%`,
 * `!`) are empty.
 *
 * @throws {PromptStructureError} where there is no such cell
 */
export function notebookCell(text: string, cell: number, sought: SoughtPrompt): string {
  const { cells } = parseWith(NotebookSchema, text, sought, 'the file is no notebook');
  const found = cells[cell];
  if (found === undefined) throw structureError(sought, `there is no cell ${cell} (from 0)`);
  const source = typeof found.source === 'string' ? found.source : found.source.join('');
  return source.replaceAll('\r\n', '\n').replaceAll(/^[!%].*$/gm, '');
}

/** JSON of the shape that is asked for. @throws {PromptStructureError} */
export function parseWith<T>(schema: z.ZodType<T>, text: string, sought: SoughtPrompt, fault: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw structureError(sought, `${fault}: it is not JSON`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw structureError(sought, fault);
  return parsed.data;
}
