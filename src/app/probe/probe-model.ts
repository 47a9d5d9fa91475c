import type { Size } from '../../domain/geometry.js';
import { runProbe, type ProbeReport } from '../../models/probe/probe.js';
import type { AppContext } from '../app-context.js';
import { bindModel } from '../run/bind-models.js';
import { readRoleProfiles } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

/**
 * Asks a model where discs are on pictures of `size` pixels, and returns what its numbers mean.
 *
 * @throws {UserError} for a model that the settings do not name whole
 */
export async function probeModel(
  values: Settings,
  { size, targets }: { readonly size: Size; readonly targets: number },
  { workingDirectory, environment, interrupted: signal }: AppContext,
): Promise<ProbeReport> {
  const surroundings = { workingDirectory, environment, signal };
  const asker = { name: 'the probe', roles: [{ name: 'actor', does: 'finds the disc' }] };
  const { acting } = await readRoleProfiles(asker, { ...values, roleProfiles: {} }, surroundings);
  const model = await bindModel(values, { ...surroundings, profile: acting, asker: asker.name });
  return runProbe(model, { size, targets, signal });
}
