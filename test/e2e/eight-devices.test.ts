import { describe, expect, it } from 'vitest';
import { AdbServer as DriverServer } from '../../src/environments/android/adb/adb-server.js';
import { phoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { NO_ADB, startAdbServer } from '../fixtures/adb/adb-server.js';
import { smallPhone } from '../fixtures/adb/small-phone.js';

if (NO_ADB !== null) console.log(NO_ADB);

const DEVICES = 8;
/** Over all devices; 10,000 is the whole proof. */
const COMMANDS = Number(process.env['TOUCHSTONE_DEVICE_COMMANDS'] ?? 200);
const { signal } = new AbortController();

describe.skipIf(NO_ADB !== null)('eight devices of one adb server at once', () => {
  it(
    `takes ${COMMANDS} commands, not one of them on another device than it was for`,
    { timeout: 1_200_000 },
    async () => {
      await using adb = await startAdbServer();
      const server = new DriverServer({ port: adb.port });
      const done = await Promise.all(
        Array.from({ length: DEVICES }, async (_, index) => {
          const serial = `of-eight-${index}`;
          const phone = await smallPhone({ serial });
          const daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
          const asked: string[] = [];
          phone.log.listen((event) => {
            if (event.kind === 'command') asked.push(event.service);
          });
          await adb.run(['connect', `127.0.0.1:${daemon.port}`]);
          const device = await server.open(`127.0.0.1:${daemon.port}`, signal);
          const wrong: string[] = [];
          for (let count = 0; count < COMMANDS / DEVICES; count += 1) {
            const mark = `${index}-${count}`;
            const line = `getprop ro.serialno; echo ${mark}; input tap ${count % 270} ${count % 600}`;
            const { stdout, exitCode } = await device.run(line, { deadlineMs: 30_000, signal });
            const said = new TextDecoder().decode(stdout);
            if (said !== `${serial}\n${mark}\n` || exitCode !== 0) wrong.push(`${mark}: ${said}`);
          }
          await device[Symbol.asyncDispose]();
          const own = asked.filter((service) => service.includes('getprop'));
          const strangers = own.filter((service) => !service.includes(`echo ${index}-`));
          await daemon[Symbol.asyncDispose]();
          await phone[Symbol.asyncDispose]();
          return { wrong, strangers, count: own.length };
        }),
      );
      expect(done).toEqual(
        Array.from({ length: DEVICES }, () => ({
          wrong: [],
          strangers: [],
          count: Math.ceil(COMMANDS / DEVICES),
        })),
      );
    },
  );
});
