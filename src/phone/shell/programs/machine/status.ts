import { localTime } from '../../../../domain/clock/local-time.js';
import { Complaint, Failure } from '../../answer.js';
import { readOptions } from '../read-options.js';
import type { Program, ProgramCall } from '../../program.js';
import { MEMORY, PROCESSORS } from './memory.js';

/** What the phone is said to be busy with: nothing. */
const LOAD = 'load average: 0.00, 0.00, 0.00';

/** `uptime [-ps]`: how long the phone is on. Source: toybox `uptime`. */
export const uptime: Program = (call) => {
  const options = readOptions(call, 'ps');
  const { clock } = call.system;
  const zone = clock.timeZone ?? 'UTC';
  const at = (time: number): string => localTime(time, zone).fields.toISOString();
  if (options.has('s'))
    return `${at(clock.now - clock.uptime)
      .slice(0, 19)
      .replace('T', ' ')}\n`;
  const all = Math.floor(clock.uptime / 60_000);
  const [minutes, hours, days] = [all % 60, Math.floor(all / 60) % 24, Math.floor(all / 1440)];
  const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  if (options.has('p')) {
    const parts = [
      several(Math.floor(days / 7), 'week'),
      several(days % 7, 'day'),
      several(hours, 'hour'),
      several(minutes, 'minute'),
    ];
    return `up ${parts.join(', ')},  ${LOAD}\n`;
  }
  const since =
    (days > 0 ? `${several(days, 'day')}, ` : '') +
    (hours > 0 ? `${String(hours).padStart(2)}:${String(minutes).padStart(2, '0')}, ` : `${minutes} min, `);
  return ` ${at(clock.now).slice(11, 19)} up ${since} 0 users,  ${LOAD}\n`;
};

export const getenforce: Program = () => 'Enforcing\n';

export const setenforce: Program = (call) => {
  throw new Complaint(`Couldn't set enforcing status to '${call.words[1] ?? ''}': Permission denied`);
};

/** Fields of `top`, with their widths; those below zero are to the left. */
const FIELDS = [
  ['PID', 5],
  ['USER', -12],
  ['PR', 3],
  ['NI', 3],
  ['VIRT', 4],
  ['RES', 4],
  ['SHR', 4],
  ['S', 1],
  ['%CPU', 4],
  ['%MEM', 4],
  ['TIME+', 9],
] as const;

/**
 * `top [-b] [-n TIMES] [-m LINES]`: what runs, none of it busy; without `-n` it stays until it is interrupted.
 *
 * Source: toybox `top`.
 */
export const top: Program = async (call) => {
  const options = readOptions(call, 'O:Hk:o:p:u:s:d:m:n:bqh');
  const pids = options.value('p')?.split(',').map(Number);
  const rows = call.system.processes.list().filter(({ pid }) => pids === undefined || pids.includes(pid));
  const most = Number(options.value('m') ?? rows.length);
  const isBatch = options.has('b');
  const cell = (text: string, width: number): string =>
    width < 0 ? text.padEnd(-width) : text.padStart(width);
  const titles = FIELDS.map(([name, width]) => cell(name, width));
  // The column that is sorted by is in brackets, in place of the blanks around it.
  const head = `${titles.slice(0, 8).join(' ')}[${titles.slice(8, 9).join('')}]${titles.slice(9).join(' ')} ARGS`;
  const lines = rows.slice(0, most).map(({ pid, user, args, name }) =>
    [
      String(pid),
      user.slice(0, 12),
      '20',
      '0',
      '10G',
      '4.0M',
      '3.0M',
      name === 'top' ? 'R' : 'S',
      '0.0',
      '0.1',
      '0:00.00',
    ]
      .map((text, index) => cell(text, FIELDS[index]?.[1] ?? 0))
      .concat(args)
      .join(' '),
  );
  const header = options.has('q') ? [] : [...summary(rows.length), head];
  const text = [...header, ...lines].map((line) => `${line}\n`).join('');
  const times = options.has('n') ? Math.max(1, Number(options.value('n')) || 1) : null;
  const pause = 1000 * (Number(options.value('d')) || 3);
  for (let shown = 0; times === null ? shown < 1 : shown < Math.min(times, 1000); shown += 1) {
    if (shown > 0) await call.system.clock.pass(pause, { signal: call.signal });
    if (call.signal.aborted) return 0;
    await call.stdout((isBatch ? '' : '\u001b[H\u001b[J') + text);
  }
  if (times === null) await leftAlone(call);
  return 0;
};

function summary(count: number): string[] {
  const size = (kilobytes: number, width: number): string => `${kilobytes}K`.padStart(width);
  const { MemTotal, MemFree, Buffers, SwapTotal, SwapFree, Cached } = MEMORY;
  const line = (name: string, total: number, free: number, rest: string): string =>
    ` ${name}:${size(total, 10)} total,${size(total - free, 10)} used,${size(free, 10)} free,${rest}`;
  return [
    `Tasks: ${count} total,   1 running, ${String(count - 1).padStart(3)} sleeping,   0 stopped,   0 zombie`,
    line(' Mem', MemTotal, MemFree, `${size(Buffers, 10)} buffers`),
    line('Swap', SwapTotal, SwapFree, `${size(Cached, 10)} cached`),
    `${PROCESSORS * 100}%cpu   0%user   0%nice   0%sys ${PROCESSORS * 100}%idle   0%iow   0%irq   0%sirq   0%host`,
  ];
}

/** Until somebody ends the program. */
function leftAlone({ signal }: ProgramCall): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The phone's own addresses, which answer. */
const OWN = /^(?:localhost|127(?:\.\d+){3}|10\.0\.2\.16)$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * `ping [-c COUNT] [-i SECONDS] [-W SECONDS] HOST`: names are not known, other addresses do not answer, as behind a network that leads
 * nowhere.
 *
 * Source: iputils `ping`, which Android has.
 */
export const ping: Program = async (call) => {
  const options = readOptions(call, 'c:i:W:w:s:I:t:4nqv', 2);
  const host = options.arguments.at(-1);
  if (host === undefined) throw new Failure('ping: usage error: Destination address required\n', 1);
  const isOwn = OWN.test(host);
  if (!isOwn && !ADDRESS.test(host)) throw new Failure(`ping: unknown host ${host.slice(0, 80)}\n`, 2);
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const size = Number(options.value('s') ?? 56);
  await call.stdout(`PING ${host} (${address}) ${size}(${size + 28}) bytes of data.\n`);
  const count = options.has('c') ? Math.max(1, Number(options.value('c')) || 1) : null;
  // Nobody counts what goes on until it is ended.
  if (count === null) await leftAlone(call);
  const sent = Math.min(count ?? 1, 10_000);
  for (let number = 1; number <= sent && !call.signal.aborted; number += 1) {
    if (number > 1 || !isOwn) await call.system.clock.pass(1000, { signal: call.signal });
    if (isOwn && !options.has('q'))
      await call.stdout(`${size + 8} bytes from ${address}: icmp_seq=${number} ttl=64 time=0.040 ms\n`);
  }
  const [received, loss] = isOwn ? [sent, 0] : [0, 100];
  await call.stdout(
    `\n--- ${host} ping statistics ---\n` +
      `${sent} packets transmitted, ${received} received, ${loss}% packet loss, time ${(sent - 1) * 1000}ms\n` +
      (isOwn ? 'rtt min/avg/max/mdev = 0.040/0.040/0.040/0.000 ms\n' : '\n'),
  );
  return isOwn ? 0 : 1;
};

/** `netstat`: no connection, but for adb's own, which clients do not see here. Source: toybox `netstat`. */
export const netstat: Program = (call) => {
  const options = readOptions(call, 'pWrxwutneal');
  if (options.has('r')) {
    return (
      'Kernel IP routing table\n' +
      'Destination     Gateway         Genmask         Flags   MSS Window  irtt Iface\n' +
      '10.0.2.0        0.0.0.0         255.255.255.0   U         0 0          0 wlan0\n'
    );
  }
  const which = options.has('a')
    ? 'servers and established'
    : options.has('l')
      ? 'only servers'
      : 'w/o servers';
  const isChosen = ['t', 'u', 'w', 'x'].some((letter) => options.has(letter));
  const internet =
    !isChosen || options.has('t') || options.has('u') || options.has('w')
      ? `Active Internet connections (${which})\n` +
        'Proto Recv-Q Send-Q Local Address           Foreign Address         State      \n'
      : '';
  const unix =
    !isChosen || options.has('x')
      ? `Active UNIX domain sockets (${which})\n` +
        'Proto RefCnt Flags       Type       State           I-Node Path\n'
      : '';
  return internet + unix;
};
