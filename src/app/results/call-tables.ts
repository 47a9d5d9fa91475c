import type { RunIdentity } from '../../domain/run.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { callsTable } from '../../metrics/tables/calls-table.js';
import type { Table } from '../../metrics/tables/table.js';

/** The role that acts, in an agent of several. */
const ACTOR = 'actor';

/** How fast a run's models answered, and what pictures cost them; no table where nothing was measured. */
export function callTables({ measures, start }: RunIndex, agent: string): readonly Table[] {
  const acting = measures.size === 1 ? [...measures.keys()][0] : ACTOR;
  const roles = [...measures].map(([role, measured]) => ({
    role,
    history: role === acting ? shownHistory(start.identity) : null,
    ...measured,
  }));
  const table = callsTable(roles, agent);
  return table === null ? [] : [table];
}

/** What of earlier steps the acting model is shown, such as `actions+screenshots, last 4`. */
function shownHistory({ history: { kind, length } }: RunIdentity): string {
  return length === null || length === 0 ? kind : `${kind}, last ${length}`;
}
