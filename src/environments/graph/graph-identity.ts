import type { Mode } from '../../domain/mode.js';
import type { EnvironmentIdentity } from '../../domain/run.js';

/**
 * What of a recorded phone can change a score, for a run's identity. In `corrected` mode it says how typed texts are
 * compared, since runs from before 0.1 compared them as `reference` mode does; the latter has nothing to say.
 */
export function graphIdentity(mode: Mode): EnvironmentIdentity {
  return mode === 'reference'
    ? { kind: 'graph' }
    : { kind: 'graph', settings: { typedTexts: 'carry all that is asked for' } };
}
