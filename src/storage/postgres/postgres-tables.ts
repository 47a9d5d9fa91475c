import type { Generated } from 'kysely';
import type { Tables } from '../tables/tables.js';

/** What is in a PostgreSQL: the index, and phones with who holds them. */
export interface PostgresTables extends Tables {
  devices: {
    name: string;
    server: string;
    serial: string;
    model: string;
    android: string;
    seen_at: Generated<string>;
    fence: Generated<number>;
    holder: string | null;
    /** By the clock of the database alone. */
    expires_at: string | null;
  };
}
