import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { randomStream } from '../../../src/domain/random.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import type { Held, SoakedPhone } from './phones.js';
import { RequestRow } from './request-row.js';
import type { SoakClient } from './soak-clients.js';
import { drawRequest, type SoakRequest } from './soak-request.js';
import { startPhones } from './start-phones.js';

/** A client with a phone of its own. */
export interface SoakLane {
  readonly name: string;
  /** Requests at once. */
  readonly lanes: number;
  /** Milliseconds between two requests of a lane. */
  readonly restMs: number;
  open(phone: SoakedPhone): Promise<SoakClient>;
}

export interface SoakPlan {
  readonly clients: readonly SoakLane[];
  /** Of all clients together. */
  readonly requests: number;
  /** The requests are spread over as many seconds, or take longer. */
  readonly seconds: number;
  /** How many of the requests are done whenever memory is measured, 0–1, rising. */
  readonly marks: readonly number[];
}

export interface Soaked {
  /** Of each client, in their order. */
  readonly requests: readonly number[];
  /** At each mark. */
  readonly held: readonly Held[];
  /** After the last request, the clients being gone. */
  readonly left: Held;
}

/** Requests of one connection; then the client comes anew. */
const CONNECTION_REQUESTS = 5000;
/** How often what clients left is looked at, until it is cleared away. */
const CLEAR_LOOKS = 50;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Has clients ask phones of one process for what agents ask, each phone being one client's.
 *
 * @throws when an answer is wrong
 */
export async function soakPhones(plan: SoakPlan, note: (text: string) => void): Promise<Soaked> {
  await using folder = await temporaryFolder({ onDisk: true });
  await using server = await startPhones(folder.path, plan.clients.length);
  using row = new RequestRow(plan.requests, plan.seconds);
  const done = plan.clients.map(() => 0);
  const work = async (lane: SoakLane, index: number, part: number): Promise<void> => {
    const phone = server.phones[index];
    ok(phone !== undefined);
    const random = randomStream('soak', lane.name, part);
    for (;;) {
      await using client = await lane.open(phone);
      for (let count = 0; count < CONNECTION_REQUESTS;) {
        const request = drawRequest(random, part);
        const places = request.kind === 'file' ? 2 : 1;
        if (!(await row.take(places))) return;
        await ask(client, request, `${lane.name}, part ${part}, after ${done[index]} requests`);
        count += places;
        done[index] = (done[index] ?? 0) + places;
        note(`${done.join(' + ')} requests`);
        if (lane.restMs > 0) await delay(lane.restMs);
      }
    }
  };
  const working = Promise.all(
    plan.clients.flatMap((lane, index) =>
      Array.from({ length: lane.lanes }, (_, part) => work(lane, index, part)),
    ),
  );
  const measured = (async (): Promise<Held[]> => {
    const held: Held[] = [];
    for (const mark of plan.marks) {
      while (row.taken < mark) await Promise.race([delay(100), working]);
      held.push(await server.held());
    }
    return held;
  })();
  const [held] = await Promise.all([measured, working]);
  const left = await cleared(() => server.held());
  return { requests: done, held, left };
}

/** What is held once nothing is open, or as soon as it has to be. */
async function cleared(held: () => Promise<Held>): Promise<Held> {
  for (let look = 1; ; look += 1) {
    const left = await held();
    if ((left.streams === 0 && left.sockets === 0) || look === CLEAR_LOOKS) return left;
    await delay(100);
  }
}

/** @throws when what comes back is wrong; `where` names it */
async function ask(client: SoakClient, request: SoakRequest, where: string): Promise<void> {
  switch (request.kind) {
    case 'shell':
      return match(await client.shell(request.line), request.answer, `${where}: ${request.line}`);
    case 'picture': {
      const picture = await client.picture();
      deepStrictEqual(Buffer.from(picture.subarray(0, PNG.length)), PNG, where);
      return;
    }
    case 'file':
      await client.push(request.path, request.bytes);
      ok(Buffer.from(await client.pull(request.path)).equals(request.bytes), `${where}: ${request.path}`);
      return;
    case 'leave':
      return client.leave(request.line);
    default:
      return request satisfies never;
  }
}
