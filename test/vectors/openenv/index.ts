import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { serveGym, type ServeGymOptions } from '../../../src/gym/serve-gym.js';
import { FrameClient } from '../../../src/testing/frame-client.js';
import { playOf } from '../../../src/testing/play-of.js';
import type { VectorContext, VectorSuite } from '../vector-suite.js';
import { darkThemeWorld } from './dark-theme-world.js';

const SYSTEM = 'interchange';

/** Words of the server's own, which only have to be there. */
const FREE: ReadonlySet<string> = new Set(['.description', '.version']);

const Json = z.record(z.string(), z.unknown());

const SessionSchema = z.object({
  endpoint: z.string(),
  frames: z.array(z.object({ from: z.enum(['client', 'server']), message: Json })),
});

const ErrorsSchema = z.object({
  frames: z.array(
    z.object({
      sent: z.union([z.string(), Json, z.null()]),
      closes: z.boolean(),
      reply: z.object({ data: z.looseObject({ code: z.string() }) }),
      compare: z.literal('code'),
    }),
  ),
});

const HttpSchema = z.object({
  exchanges: z.array(
    z.object({
      request: z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
      status: z.number(),
      body: z.unknown().optional(),
      body_shape: z.unknown().optional(),
    }),
  ),
});

function read<T extends z.ZodType>(shared: string, file: string, schema: T): z.infer<T> {
  return schema.parse(JSON.parse(readFileSync(join(shared, 'vectors', SYSTEM, 'openenv', file), 'utf8')));
}

/** The pictures of the samples' three screens, in the order of its session. */
function pictures(shared: string): readonly string[] {
  const { frames } = read(shared, 'websocket-session.json', SessionSchema);
  const found = frames.flatMap(({ message }) => {
    const observation = Json.safeParse(Json.safeParse(message['data']).data?.['observation']).data;
    return typeof observation?.['screenshot'] === 'string' ? [observation['screenshot']] : [];
  });
  return [...new Set(found)];
}

async function withGym(
  { shared }: VectorContext,
  work: (host: string) => Promise<void>,
  { maxSessions = 5, ...options }: Partial<ServeGymOptions> & { readonly maxSessions?: number } = {},
): Promise<void> {
  await using play = await playOf(darkThemeWorld(pictures(shared)), { maxSessions });
  await using gym = await serveGym(play, {
    host: '127.0.0.1',
    port: 0,
    token: null,
    pictures: 'inline',
    coordinates: 'pixel',
    timeoutSeconds: null,
    keepsHttpEpisode: false,
    ...options,
  });
  await work(`127.0.0.1:${gym.port}`);
}

/** Where a value differs from what is expected; with `least` it may have more. */
function difference(actual: unknown, expected: unknown, { least = false, path = '' } = {}): string | null {
  if (FREE.has(path)) return typeof actual === 'string' ? null : `${path} is no text`;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (!least && actual.length !== expected.length) return `${path} has ${actual.length} entries`;
    for (const [index, entry] of expected.entries()) {
      const problem = difference(actual[index], entry, { least, path: `${path}[${index}]` });
      if (problem !== null) return problem;
    }
    return null;
  }
  const [a, b] = [Json.safeParse(actual).data, Json.safeParse(expected).data];
  if (a !== undefined && b !== undefined && !Array.isArray(expected)) {
    const stranger = Object.keys(a).find((key) => !Object.hasOwn(b, key));
    if (!least && stranger !== undefined) return `${path}.${stranger} is not expected`;
    for (const [key, value] of Object.entries(b)) {
      const problem = difference(a[key], value, { least, path: `${path}.${key}` });
      if (problem !== null) return problem;
    }
    return null;
  }
  if (isDeepStrictEqual(actual, expected)) return null;
  return `${path} is ${JSON.stringify(actual ?? null).slice(0, 80)}, not ${JSON.stringify(expected ?? null).slice(0, 80)}`;
}

/** The list of tools is longer than the sample's, which has one. */
function isToolList(message: unknown): boolean {
  return JSON.stringify(message).includes('"tools":');
}

type Exchange = z.infer<typeof HttpSchema>['exchanges'][number];

const SessionNameSchema = z.object({ result: z.object({ session_id: z.string() }) });

/** Sessions are called as the server says, not as in the samples. */
function withNames(exchange: Exchange, named: ReadonlyMap<string, string>): Exchange {
  const names = [...named];
  const rename = (_key: string, value: unknown): unknown =>
    names.find(([from]) => from === value)?.[1] ?? value;
  return HttpSchema.shape.exchanges.element.parse(JSON.parse(JSON.stringify(exchange), rename));
}

const http: VectorSuite = {
  system: SYSTEM,
  file: 'openenv/http.json',
  run: async (context) => {
    const { exchanges } = read(context.shared, 'http.json', HttpSchema);
    await withGym(context, async (host) => {
      /** Names of sessions as the server gave them, by those of the samples. */
      const named = new Map<string, string>();
      for (const [index, exchange] of exchanges.entries()) {
        const { request, status, body_shape: shape } = withNames(exchange, named);
        const response = await fetch(`http://${host}${request.path}`, {
          method: request.method,
          ...(request.body === undefined
            ? {}
            : { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
        });
        const answered: unknown = await response.json();
        const [asked, given] = [exchange.body, answered].map(
          (one) => SessionNameSchema.safeParse(one).data?.result.session_id,
        );
        if (asked !== undefined && given !== undefined && !named.has(asked)) named.set(asked, given);
        const { body } = withNames(exchange, named);
        const problem =
          body === undefined ? difference(answered, shape, { least: true }) : difference(answered, body);
        const wrong = response.status === status ? problem : `status ${response.status}, not ${status}`;
        context.report(`${index} ${request.method} ${request.path}`, wrong);
      }
    });
  },
};

const schema: VectorSuite = {
  system: SYSTEM,
  file: 'openenv/schema.json',
  run: async (context) => {
    const expected = read(context.shared, 'schema.json', Json);
    await withGym(context, async (host) => {
      const served = Json.parse(await (await fetch(`http://${host}/schema`)).json());
      for (const [name, one] of Object.entries(expected)) {
        const { description: _, ...rest } = Json.parse(served[name]);
        context.report(name, difference(rest, one));
      }
    });
  },
};

const session: VectorSuite = {
  system: SYSTEM,
  file: 'openenv/websocket-session.json',
  run: async (context) => {
    const { endpoint, frames } = read(context.shared, 'websocket-session.json', SessionSchema);
    await withGym(context, async (host) => {
      await using client = await FrameClient.connect(`ws://${host}${endpoint}`);
      for (const [index, { from, message }] of frames.entries()) {
        if (from === 'client') client.send(message);
        else {
          const answered = await client.next();
          context.report(`frame ${index}`, difference(answered, message, { least: isToolList(message) }));
        }
      }
      const after = await client.next();
      context.report('the server closes', after === null ? null : 'a frame came after close');
    });
  },
};

const errors: VectorSuite = {
  system: SYSTEM,
  file: 'openenv/websocket-errors.json',
  run: async (context) => {
    const { frames } = read(context.shared, 'websocket-errors.json', ErrorsSchema);
    const run = async (host: string): Promise<void> => {
      await using client = await FrameClient.connect(`ws://${host}/ws`);
      for (const { sent, closes, reply } of frames) {
        await using second = sent === null ? await FrameClient.connect(`ws://${host}/ws`) : null;
        const asked = second ?? client;
        const answered = sent === null ? await asked.next() : await asked.ask(sent);
        const problem = difference(Json.parse(Json.parse(answered)['data'])['code'], reply.data.code);
        const state = closes ? await asked.next() : await asked.ask({ type: 'state' });
        const stays =
          (state !== null) === !closes ? null : `the connection ${closes ? 'stays' : 'is closed'}`;
        context.report(reply.data.code, problem ?? stays);
      }
    };
    await withGym(context, run, { maxSessions: 1 });
  },
};

export const suites: readonly VectorSuite[] = [http, schema, session, errors];
