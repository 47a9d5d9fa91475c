import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';

/**
 * Benchmarks of the plug-ins that help is asked with, for their examples: `touchstone run --help --plugin ./mine.mjs`. The
 * modules run as code, as they do in the command itself.
 *
 * @param args what follows the program's name
 * @throws {UserError} for a plug-in that cannot be used
 */
export async function namedBenchmarks(
  args: readonly string[],
  { workingDirectory }: { readonly workingDirectory: string },
): Promise<readonly BenchmarkDefinition[]> {
  // What follows `--` is the command line of somebody else's program.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (!own.includes('--help') && !own.includes('-h')) return [];
  const named = own.flatMap((arg, index) => {
    if (arg.startsWith(`${FLAG}=`)) return [arg.slice(FLAG.length + 1)];
    return arg === FLAG ? own.slice(index + 1, index + 2) : [];
  });
  if (named.length === 0) return [];
  const { openRegistry } = await import('../app/run/open-registry.js');
  return (await openRegistry(named, { workingDirectory })).pluginBenchmarks();
}

const FLAG = '--plugin';
