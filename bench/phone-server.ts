import { smartSocketServer, type SmartSocketServer } from '../src/phone/server/smart-socket-server.js';
import { benchPhone, benchWorld } from './bench-phone.js';
import { collectGarbage } from './collect-garbage.js';

/**
 * Phones in a process of their own, so that their work is not counted as the client's. `phone-server.ts N` opens N of them,
 * each behind a server of its own, and prints one line of JSON: the ports, what each cost to open, and memory. Ends with its
 * parent.
 */
export interface PhoneServerReport {
  readonly ports: readonly number[];
  /** Milliseconds that each phone took from nothing to its port listening. */
  readonly startMs: readonly number[];
  /** Bytes resident before the first phone and with all of them, garbage collected. */
  readonly residentBefore: number;
  readonly residentAfter: number;
}

const count = Number(process.argv[2] ?? 1);
const servers: SmartSocketServer[] = [];
const startMs: number[] = [];
const world = await benchWorld();
collectGarbage();
const residentBefore = process.memoryUsage.rss();
for (let index = 0; index < count; index += 1) {
  const start = performance.now();
  const phone = await benchPhone(world, `bench-${index}`);
  servers.push(await smartSocketServer({ phones: [phone] }));
  startMs.push(performance.now() - start);
}
collectGarbage();
const report: PhoneServerReport = {
  ports: servers.map(({ port }) => port),
  startMs,
  residentBefore,
  residentAfter: process.memoryUsage.rss(),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
