import { tallyPhoneUse } from '../../formats/phone/tally-phone-use.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { phoneTables, silentPhones } from '../../metrics/tables/phone-tables.js';
import type { Table } from '../../metrics/tables/table.js';

/** Whether a run's agent drove recorded worlds as phones. */
export function isOnPhone({ start }: Pick<RunIndex, 'start'>): boolean {
  return 'phone' in start.identity.agent.settings;
}

/** How a run used its phones, and a warning where its agent never spoke to them; nothing for a run without phones. */
export async function phoneUseTables(
  index: RunIndex,
  options: { readonly signal: AbortSignal },
): Promise<{ readonly tables: readonly Table[]; readonly warning: string | null }> {
  if (!isOnPhone(index)) return { tables: [], warning: null };
  const use = await tallyPhoneUse(index, options);
  return {
    tables: phoneTables(use, { agent: index.start.identity.agent.name }),
    warning: silentPhones(use),
  };
}
