import { isModule } from '../../registry/plugins/load-module.js';
import type { Settings } from '../settings/setting.js';

/** What of the settings may name modules in which parts lie. */
export type NamedPlugins = Pick<Settings, 'plugins'> &
  Partial<Pick<Settings, 'agent'>> & {
    readonly evaluator?: string;
    readonly importer?: string;
    readonly judge?: string;
  };

/** The plug-ins that are named: those of the list, and modules that stand in place of a name. */
export function namedPlugins(
  { plugins, agent = '', evaluator = '', importer = '', judge = '' }: NamedPlugins,
  benchmark: string | null,
): readonly string[] {
  return [...new Set([...plugins, ...[agent, benchmark ?? '', evaluator, importer, judge].filter(isModule)])];
}
