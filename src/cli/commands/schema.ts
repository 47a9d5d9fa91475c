import type { Command } from 'commander';
import { fileSchemas } from '../../app/schemas/file-schemas.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';

/** `touchstone schema NAME`: the JSON Schema of a file format, for editors and readers in other languages. */
export function addSchemaCommand(program: Command, context: CommandContext): void {
  const schemas = fileSchemas();
  const names = Object.keys(schemas).join(', ');
  introduce(program.command('schema'), 'Print the JSON Schema of a file format.', [
    'touchstone schema graph.json > graph.schema.json',
  ])
    .argument('<file>', names)
    .action((name: string) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (schema === undefined) {
        throw new UserError(`there is no format "${name}"`, {
          hint: `${didYouMean(name, Object.keys(schemas))}Formats: ${names}.`,
        });
      }
      context.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
