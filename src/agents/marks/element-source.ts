import type { Detections } from '../../domain/detections/detected-element.js';
import type { Screen } from '../../domain/screen.js';
import type { ModelRoles } from '../../models/model.js';

/** Where the elements of screens without a UI hierarchy come from. */
export interface ElementSource {
  /** What of it can change a score; part of the run's identity. JSON. */
  readonly identity: Readonly<Record<string, unknown>>;
  /**
   * The elements of a screen; null where it has nothing of this one.
   *
   * @throws {TouchstoneError} for what it has and cannot be used
   */
  detect(
    screen: Screen,
    options: { readonly models: ModelRoles; readonly signal: AbortSignal },
  ): Promise<Detections | null>;
}
