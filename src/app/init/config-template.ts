import { resolveSettings } from '../settings/resolve-settings.js';
import { jsonText } from './world-schemas.js';
import type { InitFile } from './write-init-files.js';

/** A model and who asks it, in the words of a configuration; what is null is left to its default. */
export interface ConfigRequest {
  readonly agent: string;
  readonly model: string;
  readonly provider: string | null;
  readonly baseUrl: string | null;
  readonly dialect: string | null;
  readonly apiKeyVariable: string | null;
}

/**
 * A configuration for a model.
 *
 * @throws {UserError} naming the value that does not fit
 */
export function configTemplate(file: string, request: ConfigRequest): InitFile {
  const values = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  resolveSettings({ flags: {}, environment: {}, config: { file, values } });
  return { path: file, content: jsonText(values) };
}
