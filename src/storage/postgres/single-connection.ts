import type { Client } from 'pg';
import type { PostgresPoolClient } from 'kysely';
import { exactTexts } from './postgres-server.js';

/**
 * One connection, used by one at a time. It is never replaced by another: what it holds (a lock) is what gives the right to
 * write, and both end together.
 */
export class SingleConnection {
  readonly #client: Client;
  #isBroken = false;
  #busy: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
    const broken = (): void => void (this.#isBroken = true);
    client.on('error', broken);
    client.on('end', broken);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async connect(): Promise<PostgresPoolClient> {
    const before = this.#busy;
    let release = (): void => undefined;
    this.#busy = new Promise((resolve) => (release = resolve));
    await before;
    return exactTexts({ query: this.#client.query.bind(this.#client), release });
  }
}
