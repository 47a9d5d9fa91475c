import { z } from 'zod';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, placeOf } from '../read-json-file.js';

const name = z.string().regex(/^[\p{L}\p{N}_ -]{1,60}$/u, {
  error: 'it must be a name of letters, digits, blanks, _ and -',
});
const text = z.string().trim().min(1);

/** A template of tasks. Source: GUIOdyssey paper, proposal of tasks. */
export const TemplateSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/, { error: 'it must be of letters, digits, ., _ and -' }),
  category: text,
  /** With holes `{name}` or `{name: default}`, each the name of a slot or a role. */
  text,
  slots: z
    .array(z.strictObject({ name, default: text.optional(), items: z.array(text).default([]) }))
    .default([]),
  roles: z.array(z.strictObject({ name, apps: z.array(text).min(1) })).default([]),
});
export type Template = z.infer<typeof TemplateSchema>;

/** A file of templates, format version 1. Described in docs/building/templates.md. */
export const TemplatesFileSchema = z.strictObject({
  formatVersion: z.literal(1),
  language: z.string().min(1).default('en'),
  templates: z.array(TemplateSchema).min(1),
});
export type TemplatesFile = z.infer<typeof TemplatesFileSchema>;

const HOLE = /\{([^{}:]*)(?::([^{}]*))?\}/g;

/** A hole of a template's text. */
export interface TemplateHole {
  readonly name: string;
  /** What is written into it unless an item is. */
  readonly default: string | null;
}

/** The holes of a text in their order. */
export function holesOf(template: string): readonly TemplateHole[] {
  return [...template.matchAll(HOLE)].map(([, hole = '', value]) => ({
    name: hole.trim(),
    default: value === undefined || value.trim() === '' ? null : value.trim(),
  }));
}

/** The text with something in place of each hole. */
export function filledText(template: string, fill: (hole: string) => string): string {
  return template.replaceAll(HOLE, (_, hole: string) => fill(hole.trim()));
}

/**
 * Templates, each with an id of its own, holes that are slots or roles, and something to put into each.
 *
 * @throws {DatasetError} with file, line and what is wrong
 */
export function parseTemplates(content: string, file: string): TemplatesFile {
  const value = upgradeFormat(parseJson(content, file), { name: 'templates', steps: [] }, { file });
  const read = checkSchema(value, TemplatesFileSchema, { file, text: content });
  const ids = new Set<string>();
  for (const [index, { id, text: words, slots, roles }] of read.templates.entries()) {
    const refuse = (message: string, ...path: (string | number)[]): never => {
      throw new FileContentError(message, {
        place: placeOf(file, content, ['templates', index, ...path]),
        hint: 'Templates are described in docs/building/templates.md.',
      });
    };
    if (ids.has(id)) refuse(`template id "${id}" is given twice`, 'id');
    ids.add(id);
    const names = [...slots, ...roles].map((one) => one.name);
    const twice = names.find((one, at) => names.indexOf(one) !== at);
    if (twice !== undefined) refuse(`"${twice}" names two slots or roles`, 'slots');
    const holes = holesOf(words);
    const stranger = holes.find((hole) => !names.includes(hole.name));
    if (stranger !== undefined) refuse(`the hole {${stranger.name}} is neither a slot nor a role`, 'text');
    if (/[{}]/.test(filledText(words, () => ''))) refuse('a brace is not closed', 'text');
    for (const [at, slot] of slots.entries()) {
      const hole = holes.find((one) => one.name === slot.name);
      if (hole === undefined) refuse(`the slot "${slot.name}" has no hole in the text`, 'slots', at);
      if (slot.items.length === 0 && slot.default === undefined && hole?.default == null) {
        refuse(`the slot "${slot.name}" has neither items nor a default`, 'slots', at, 'items');
      }
    }
  }
  return read;
}
