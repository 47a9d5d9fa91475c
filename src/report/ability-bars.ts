import { abilityRate, type AbilityCount } from '../metrics/abilities/ability-rate.js';
import { percent } from '../metrics/tables/percent.js';
import { renderBars } from './terminal-bar.js';
import type { TerminalOptions } from './terminal-options.js';

/** An agent's capability profile: one bar per ability, its interval in shades. */
export function renderAbilities(
  agent: string,
  abilities: readonly AbilityCount[],
  options: TerminalOptions,
): string {
  const bars = abilities.map((count) => {
    const { ability, value, interval, hit, total } = abilityRate(count);
    const text = value === null ? 'never called for' : `${percent(value)} (${hit}/${total})`;
    return { label: ability, value, interval, text };
  });
  return renderBars(`Atomic capabilities of ${agent} (%)`, bars, options);
}
