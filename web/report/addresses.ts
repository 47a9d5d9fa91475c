import { addressPart } from '../../src/domain/text/portable-name.js';
import { formatListQuery, type ListQuery } from './list-query.js';
import type { EpisodeRow } from './model.js';

export type ListKind = 'tasks' | 'episodes';

/**
 * Addresses of the pages on a set of runs, each from `#` on. They are those of report files written before, and the same on a
 * server, which names the runs as well. A list holds thousands of links, so they are texts and no components of the router.
 */
export class Addresses {
  readonly #runs: readonly string[];

  /** @param runs ids, as a server is asked for them; none in a file, which holds one set */
  constructor(runs: readonly string[]) {
    this.#runs = runs;
  }

  overview(): string {
    // On a server the page of runs is at the root.
    return this.#runs.length === 0 ? '#/' : this.#address('overview');
  }

  compare(): string {
    return this.#address('compare');
  }

  list(kind: ListKind, query: ListQuery): string {
    return this.#address(kind, formatListQuery(query));
  }

  /** @param step from 0; addresses count from 1, as people do */
  episode(row: Pick<EpisodeRow, 'run' | 'item' | 'repeat'>, step = 0): string {
    const repeat = row.repeat === 0 ? '' : `/repeat/${row.repeat}`;
    const item = `run/${encodeURIComponent(row.run.run.id)}/item/${addressPart(row.item)}`;
    return this.#address(`${item}${repeat}/step/${step + 1}`);
  }

  #address(path: string, query = new URLSearchParams()): string {
    for (const run of this.#runs) query.append('runs', run);
    const text = query.toString();
    return text === '' ? `#/${path}` : `#/${path}?${text}`;
  }
}
