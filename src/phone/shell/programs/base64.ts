import { Complaint } from '../answer.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Characters of a line, unless `-w` says otherwise. */
const LINE = 76;

/** Writes bytes as Base64, or reads them from it. */
export const base64: Program = async (call) => {
  const options = readOptions(call, 'diw: decode=d ignore-garbage=i wrap=w');
  for await (const { input } of openInputs(call, options.arguments)) {
    if (options.has('d')) {
      let left = '';
      for (let bytes = await input.next(); bytes; bytes = await input.next()) {
        const text = left + Buffer.from(bytes).toString('latin1').replace(/\s/g, '');
        if (!options.has('i') && /[^A-Za-z0-9+/=]/.test(text)) throw new Complaint('invalid input');
        const end = text.length - (text.length % 4);
        await call.stdout(Buffer.from(text.slice(0, end), 'base64'));
        left = text.slice(end);
      }
      if (left) await call.stdout(Buffer.from(left, 'base64'));
      continue;
    }
    const width = Number(options.value('w') ?? LINE) || Infinity;
    let rest: Uint8Array = new Uint8Array();
    let line = '';
    for (let bytes = await input.next(); bytes; bytes = await input.next()) {
      const whole = Buffer.concat([rest, bytes]);
      const end = whole.length - (whole.length % 3);
      line += whole.toString('base64', 0, end);
      rest = whole.subarray(end);
      line = await wrap(line, width, call.stdout);
    }
    line = await wrap(line + Buffer.from(rest).toString('base64'), width, call.stdout);
    if (line) await call.stdout(width === Infinity ? line : `${line}\n`);
  }
};

/** Prints all whole lines; gives what is left. */
async function wrap(text: string, width: number, write: (text: string) => Promise<void>): Promise<string> {
  if (width === Infinity) {
    await write(text);
    return '';
  }
  let start = 0;
  let lines = '';
  for (; start + width <= text.length; start += width) lines += `${text.slice(start, start + width)}\n`;
  if (lines) await write(lines);
  return text.slice(start);
}
