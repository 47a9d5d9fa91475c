/** A served phone as the control API tells of it, as far as the page shows it. */
export interface ServedPhone {
  readonly id: string;
  readonly serial: string;
  readonly task: string;
  readonly instruction: string;
  /** `running`, or how the episode ended. */
  readonly status: string;
  readonly actions: number;
  readonly maxActions: number;
  /** Variables with which a client reaches it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Something that happened on a phone; what it tells depends on its kind. */
export type PhoneHappening = Readonly<Record<string, unknown>> & { readonly kind: string };

/** What is done to a phone by hand, in pixels of the screen on display. */
export type PhoneInput =
  | { readonly type: 'tap'; readonly x: number; readonly y: number }
  | {
      readonly type: 'swipe';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly durationMs: number;
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'key'; readonly code: number };

/** The control API of the server that the page came from. Everything throws with the words of the server. */
export class PhoneClient {
  readonly #headers: Readonly<Record<string, string>>;

  constructor(token: string | null) {
    this.#headers = token === null ? {} : { authorization: `Bearer ${token}` };
  }

  async phones(): Promise<readonly ServedPhone[]> {
    const answer = await this.#ask('phones');
    return ((await answer.json()) as { readonly phones: readonly ServedPhone[] }).phones;
  }

  async phone(id: string): Promise<ServedPhone> {
    return (await (await this.#ask(`phones/${id}`)).json()) as ServedPhone;
  }

  async screen(id: string): Promise<Blob> {
    return (await this.#ask(`phones/${id}/screen`)).blob();
  }

  async input(id: string, what: PhoneInput): Promise<void> {
    await this.#ask(`phones/${id}/input`, what);
  }

  async reset(id: string): Promise<void> {
    await this.#ask(`phones/${id}/reset`, {});
  }

  /** Tells of everything that happens on a phone, from its beginning, until it is aborted or the phone is gone. */
  async watch(id: string, signal: AbortSignal, onHappening: (what: PhoneHappening) => void): Promise<void> {
    const { body } = await this.#ask(`phones/${id}/events`, undefined, signal);
    if (body === null) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let held = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (held + value).split('\n\n');
      held = parts.pop() ?? '';
      for (const part of parts) {
        const data = part
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice('data:'.length).trim())
          .join('');
        if (data !== '') onHappening(JSON.parse(data) as PhoneHappening);
      }
    }
  }

  async #ask(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const answer = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? this.#headers : { ...this.#headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.ok) return answer;
    const said = (await answer.json().catch(() => ({}))) as { readonly error?: string };
    throw new Error(said.error ?? answer.statusText);
  }
}
