import { sql, type Kysely } from 'kysely';
import { DatabaseUnfitError } from '../database-error.js';
import { CONTENT_VERSION } from '../tables/content-version.js';
import type { PostgresTables } from './postgres-tables.js';

/** What the index is made of; what people left out of it stays left out. */
const DERIVED = ['runs', 'versions', 'tasks', 'episodes', 'listings', 'verdicts'] as const;
const KEY = 'content';

/**
 * Sees that the rows of the index are of this version. Those of an older one are removed, under a lock: whoever keeps the index of
 * a folder makes them once more from its journals.
 *
 * @throws {DatabaseUnfitError} where they are of a newer one, and stay
 */
export async function requireContent(database: Kysely<PostgresTables>, shown: string): Promise<void> {
  // Without a lock first: most who open it find it as it should be, and some may only read.
  if (isOwn(await markOf(database), shown)) return;
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('touchstone content', 0))`.execute(transaction);
    // Another one that began at the same time has done it.
    if (isOwn(await markOf(transaction), shown)) return;
    await sql`truncate ${sql.join(DERIVED.map((name) => sql.table(`touchstone.${name}`)))}`.execute(
      transaction,
    );
    const value = String(CONTENT_VERSION);
    await transaction
      .insertInto('meta')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
}

/** The mark, for a statement that asks for more. */
export const CONTENT_MARK = sql<string | null>`(select value from touchstone.meta where key = ${KEY})`;

/** @throws {DatabaseUnfitError} where the rows have become another version's since this process opened them */
export function requireSameContent(mark: string | null | undefined, shown: string): void {
  if (isOwn(mark ?? null, shown)) return;
  throw new DatabaseUnfitError(`${shown}: the index there is of an older version again`, {
    hint: 'Start this program once more.',
  });
}

async function markOf(database: Kysely<PostgresTables>): Promise<string | null> {
  const { rows } = await sql<{ mark: string | null }>`select ${CONTENT_MARK} as mark`.execute(database);
  return rows[0]?.mark ?? null;
}

/** @throws {DatabaseUnfitError} */
function isOwn(mark: string | null, shown: string): boolean {
  const found = Number(mark ?? 0);
  if (found <= CONTENT_VERSION) return found === CONTENT_VERSION;
  throw new DatabaseUnfitError(
    `${shown}: the index there is of format ${found}, and this version of Touchstone knows formats to ${CONTENT_VERSION}`,
    { hint: 'Use the newer version, or another database.' },
  );
}
