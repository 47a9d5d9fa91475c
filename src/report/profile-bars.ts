import type { Cell, Table } from '../metrics/tables/table.js';
import { renderBars, type Bar } from './terminal-bar.js';
import type { TerminalOptions } from './terminal-options.js';
import { displayWidth, padDisplay } from './terminal-text.js';

/** Column of the number in a profile's table; the interval follows it. */
const NUMBER_COLUMN = 3;

/** An agent and its table `dimension-profile`. */
export interface AgentProfile {
  readonly agent: string;
  readonly table: Table;
}

/** Profiles side by side as bars: a row for each dimension and agent. Ends without a line break. */
export function renderProfiles(
  title: string,
  profiles: readonly AgentProfile[],
  options: TerminalOptions,
): string {
  const dimensions = [
    ...new Set(profiles.flatMap(({ table }) => table.rows.map(([name]) => name?.text ?? ''))),
  ];
  const width = Math.max(0, ...dimensions.map(displayWidth));
  const bars = dimensions.flatMap((dimension) =>
    profiles.map(({ agent, table }, index): Bar => {
      const row = table.rows.find(([name]) => name?.text === dimension);
      const shown = index === 0 ? dimension : '';
      return { label: `${padDisplay(shown, width)}  ${agent}`, ...measured(row) };
    }),
  );
  return renderBars(title, bars, options);
}

function measured(row: readonly Cell[] | undefined): Pick<Bar, 'value' | 'interval' | 'text'> {
  const cell = row?.[NUMBER_COLUMN];
  const interval = row?.[NUMBER_COLUMN + 1]?.interval;
  return {
    value: cell?.value ?? null,
    interval: interval === undefined ? null : { low: interval[0], high: interval[1] },
    text: cell?.text ?? 'n/a',
  };
}
