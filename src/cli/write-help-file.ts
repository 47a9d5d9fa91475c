import { writeFile } from 'node:fs/promises';
import type { CommandContext } from './command-context.js';
import { outlineOf } from './help/command-outline.js';
import { HELP_FILE } from './help/help-file.js';
import { buildProgram } from './program.js';

// Run by the build, from the folder of the built program: help is then printed without loading what the commands need.
const silent = { write: () => true };
const context = { stdout: silent, stderr: silent, workingDirectory: '.' } as unknown as CommandContext;
const program = await buildProgram(context, ['--help']);
await writeFile(new URL(HELP_FILE, import.meta.url), JSON.stringify(outlineOf(program)));
