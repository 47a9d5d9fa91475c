import { Complaint } from '../answer.js';
import { linesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

type Ranges = readonly (readonly [first: number, last: number])[];

/** Parts of each line: fields, characters or bytes. */
export const cut: Program = async (call) => {
  const options = readOptions(
    call,
    'f:d:c:b:snDO: delimiter=d fields=f characters=c bytes=b output-delimiter=O only-delimited=s',
  );
  const list = options.value('f') ?? options.value('c') ?? options.value('b');
  const ranges = rangesOf(list ?? '');
  if (!ranges) throw new Complaint(list === undefined ? 'no -cbfF' : `bad list '${list.slice(0, 40)}'`);
  const separator = options.value('d') ?? '\t';
  const joiner = options.value('O') ?? separator;
  for await (const { input } of openInputs(call, options.arguments)) {
    for await (const { lines } of linesOf(input)) {
      let text = '';
      for (const line of lines) {
        if (options.has('f')) {
          const fields = line.split(separator);
          if (fields.length === 1) text += options.has('s') ? '' : `${line}\n`;
          else text += `${fields.filter((_, index) => isIn(ranges, index + 1)).join(joiner)}\n`;
        } else if (options.has('c'))
          text += `${Array.from(line)
            .filter((_, index) => isIn(ranges, index + 1))
            .join('')}\n`;
        else
          text += `${Buffer.from(Buffer.from(line).filter((_, index) => isIn(ranges, index + 1))).toString()}\n`;
      }
      await call.stdout(text);
    }
  }
};

function rangesOf(list: string): Ranges | null {
  const ranges: (readonly [number, number])[] = [];
  for (const part of list.split(',').slice(0, 1000)) {
    const match = /^([0-9]*)(-?)([0-9]*)$/.exec(part);
    if (!match || (!match[1] && !match[3])) return null;
    const first = Number(match[1] || 1);
    ranges.push([first, match[2] ? Number(match[3] || Infinity) : first]);
  }
  return ranges;
}

function isIn(ranges: Ranges, position: number): boolean {
  return ranges.some(([first, last]) => first <= position && position <= last);
}
