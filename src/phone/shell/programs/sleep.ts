import { Complaint } from '../answer.js';
import type { Program } from '../program.js';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Lets the phone's time pass. */
export const sleep: Program = async (call) => {
  let seconds = 0;
  for (const word of call.words.slice(1)) {
    const match = /^([0-9]*\.?[0-9]+|[0-9]+\.)([smhd]?)$/.exec(word);
    if (!match) throw new Complaint(`not integer: ${word.slice(0, 40)}`);
    seconds += Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1);
  }
  if (call.words.length < 2) throw new Complaint('Needs 1 argument (see "sleep --help")');
  await call.system.clock.pass(seconds * 1000, { signal: call.signal });
};
