import type { RunIdentity } from '../../domain/run.js';
import { RunDiffersError } from '../../engine/run-identity.js';
import { loadPlugin, type LoadedPlugin } from '../../registry/plugins/load-plugin.js';
import { Registry } from '../../registry/registry.js';

/** Touchstone's own parts. */
const OWN = new Registry();

/**
 * What there is by name where these plug-ins are loaded. They run as code: the caller has made sure that the user named
 * them.
 *
 * @param recorded what the run wrote down of itself that they are loaded for: nothing else than its own is loaded
 * @throws {UserError} for a plug-in that cannot be used
 * @throws {RunDiffersError} for one that is not the recorded run's
 */
export async function openRegistry(
  named: readonly string[],
  { workingDirectory, recorded }: { readonly workingDirectory: string; readonly recorded?: RunIdentity },
): Promise<Registry> {
  if (named.length === 0) return OWN;
  const plugins: LoadedPlugin[] = [];
  for (const name of named) {
    const loaded = await loadPlugin(name, workingDirectory, (hash) => {
      if (recorded === undefined) return;
      if (Object.values(recorded.plugins ?? {}).some((known) => known.hash === hash)) return;
      throw new RunDiffersError(
        `the plug-in ${name} is not the one that the run began with, and is not loaded`,
        { hint: 'Bring it back as it was, or start a new run.' },
      );
    });
    plugins.push(loaded);
  }
  return new Registry(plugins);
}
