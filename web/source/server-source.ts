import { addressPart } from '../../src/domain/text/portable-name.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { EpisodeView } from '../../src/report/view/episode-view.js';
import type { ViewerAbout } from '../../src/report/view/viewer-about.js';
import type { RunCard } from '../../src/report/view/run-card.js';
import type { ViewerEvent } from '../../src/report/view/viewer-event.js';
import { EventStream } from './event-stream.js';
import { FEATURES, SourceError, type Feature, type ViewerSource } from './viewer-source.js';

/** The application over the server that it came from. The server of the same version checks what it sends. */
export class ServerSource implements ViewerSource {
  readonly features: ReadonlySet<Feature>;
  readonly facts: ViewerAbout;
  readonly #events = new EventStream('api/events');

  private constructor(facts: ViewerAbout) {
    this.facts = facts;
    this.features = new Set(FEATURES.filter((feature) => facts.features.includes(feature)));
  }

  /** @throws {SourceError} where the server does not answer, or wants a token */
  static async open(): Promise<ServerSource> {
    return new ServerSource((await askServer('about')) as ViewerAbout);
  }

  async runs(): Promise<readonly RunCard[]> {
    return (await askServer('runs')) as readonly RunCard[];
  }

  async index(runs: readonly string[], signal?: AbortSignal): Promise<ReportIndex> {
    const query = new URLSearchParams(runs.map((run) => ['runs', run]));
    return (await askServer(`index?${query}`, { signal })) as ReportIndex;
  }

  async episode(run: string, item: string, repeat: number): Promise<EpisodeView> {
    const place = [run, 'episodes', item].map(addressPart).join('/');
    return (await askServer(`runs/${place}/${repeat}`)) as EpisodeView;
  }

  picture(address: string, width: number | null): string {
    // A blind case's picture has a query of its own.
    return width === null ? address : `${address}${address.includes('?') ? '&' : '?'}width=${width}`;
  }

  listen(onEvent: (event: ViewerEvent) => void, onHeard?: () => void): () => void {
    return this.#events.listen(onEvent, onHeard);
  }

  ask(route: string, body?: unknown, method: 'POST' | 'PUT' = 'POST'): Promise<unknown> {
    return askServer(route, body === undefined ? {} : sending(body, method));
  }
}

async function askServer(
  route: string,
  request: Omit<RequestInit, 'signal'> & { readonly signal?: AbortSignal | undefined } = {},
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`api/${route}`, { ...request, signal: request.signal ?? null });
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new SourceError('The server cannot be reached', { status: 0, known: 'unreachable' });
  }
  const answer = (await response.json().catch(() => null)) as {
    readonly error?: string;
    readonly hint?: string;
  } | null;
  if (response.ok) return answer;
  throw new SourceError(answer?.error ?? `The server answers ${response.status}`, {
    status: response.status,
    hint: answer?.hint ?? null,
    known: response.status === 401 ? 'lockedOut' : null,
  });
}

function sending(body: unknown, method: string): Omit<RequestInit, 'signal'> {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
