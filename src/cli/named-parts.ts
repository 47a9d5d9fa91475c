import type { CommandContext } from './command-context.js';

const FLAG = '--plugin';

/**
 * Parts of plug-ins that the command line itself needs before it is read: benchmarks, whose examples help shows, and formats,
 * which `export` has commands for. The modules run as code, as they do in the command itself.
 *
 * @param args what follows the program's name
 * @throws {UserError} for a plug-in that cannot be used
 */
export async function namedParts(
  args: readonly string[],
  { workingDirectory }: { readonly workingDirectory: string },
): Promise<Pick<CommandContext, 'namedBenchmarks' | 'namedExporters'>> {
  // What follows `--` is the command line of somebody else's program.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const needsParts = own.includes('--help') || own.includes('-h') || own[0] === 'export';
  if (!needsParts) return {};
  const named = own.flatMap((arg, index) => {
    if (arg.startsWith(`${FLAG}=`)) return [arg.slice(FLAG.length + 1)];
    return arg === FLAG ? own.slice(index + 1, index + 2) : [];
  });
  if (named.length === 0) return {};
  const { openRegistry } = await import('../app/run/open-registry.js');
  const registry = await openRegistry(named, { workingDirectory });
  return { namedBenchmarks: registry.pluginBenchmarks(), namedExporters: registry.pluginExporters() };
}
