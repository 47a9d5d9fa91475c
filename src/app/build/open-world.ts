import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { UserError } from '../../errors.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';

/** A recorded world that something is built from. */
export interface OpenWorld {
  /** Absolute. */
  readonly folder: string;
  readonly world: GraphWorld;
  /** Its tasks; null where it has no `suite.json`. */
  readonly suiteFile: string | null;
}

/**
 * Opens a world by its folder, or one that comes with Touchstone by its name.
 *
 * @throws {UserError} where there is none, or it was not recorded
 */
export async function openRecordedWorld(
  name: string,
  { workingDirectory, signal }: { readonly workingDirectory: string; readonly signal: AbortSignal },
): Promise<OpenWorld> {
  const registry = await openRegistry(namedPlugins({ plugins: [] }, name), { workingDirectory });
  const { folder } = registry.benchmark(name, workingDirectory);
  if (folder === undefined || !existsSync(join(folder, 'graph.json'))) {
    throw new UserError(`${name} is no recorded world: it has no graph.json`, {
      hint: 'Name the folder of a world, such as one that `touchstone record world` has made.',
    });
  }
  const graph = await readGraph(join(folder, 'graph.json'), { signal });
  const suite = join(folder, 'suite.json');
  return {
    folder,
    world: new GraphWorld(graph, { content: await openFolderContent(folder, { signal }) }),
    suiteFile: existsSync(suite) ? suite : null,
  };
}
