import { UserError } from '../../errors.js';

/** A plug-in, or a module in place of a name, cannot be used. */
export class PluginError extends UserError {
  override readonly code = 'PLUGIN';
}
