import { compareText } from '../../../domain/collections/compare-text.js';
import { Complaint } from '../answer.js';
import { FAULT_TEXT } from '../../files/fault-text.js';
import { allLinesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Sorts lines by their bytes, as numbers, or by a field. */
export const sort: Program = async (call) => {
  const options = readOptions(
    call,
    'rnuk:t:fbdgsVo: reverse=r numeric-sort=n unique=u key=k field-separator=t',
  );
  const lines: string[] = [];
  for await (const { input } of openInputs(call, options.arguments)) {
    const some = await allLinesOf(input);
    if (!some) throw new Complaint('too much to sort', 2);
    for (const line of some) lines.push(line);
  }
  const key = /^([0-9]+)(?:\.[0-9]+)?([a-zA-Z]*)(?:,([0-9]+)[.0-9]*([a-zA-Z]*))?$/.exec(
    options.value('k') ?? '',
  );
  const flags = `${key?.[2] ?? ''}${key?.[4] ?? ''}`;
  const isNumeric = ['n', 'g', 'V'].some((letter) => options.has(letter) || flags.includes(letter));
  const foldsCase = options.has('f') || flags.includes('f');
  const isReverse = options.has('r') || flags.includes('r');
  const separator = options.value('t');
  const keyed = lines.map((line) => {
    let text = line;
    if (key) {
      const fields = separator === undefined ? line.trim().split(/[ \t]+/) : line.split(separator);
      text = fields.slice(Number(key[1]) - 1, key[3] ? Number(key[3]) : undefined).join(separator ?? ' ');
    }
    if (foldsCase) text = text.toUpperCase();
    return { line, text, number: isNumeric ? Number.parseFloat(text) || 0 : 0 };
  });
  const compare = (a: { text: string; number: number }, b: { text: string; number: number }): number =>
    isNumeric ? a.number - b.number : compareText(a.text, b.text);
  keyed.sort(
    (a, b) =>
      (compare(a, b) || (options.has('u') || options.has('s') ? 0 : compareText(a.line, b.line))) *
      (isReverse ? -1 : 1),
  );
  const unique = options.has('u')
    ? keyed.filter((entry, index) => !index || compare(keyed[index - 1]!, entry) !== 0)
    : keyed;
  const text = unique.map(({ line }) => `${line}\n`).join('');
  const target = options.value('o');
  if (target === undefined) await call.stdout(text);
  else {
    const fault = call.system.files.write(call.system.files.resolve(target, call.folder), Buffer.from(text));
    if (fault) throw new Complaint(`${target}: ${FAULT_TEXT[fault]}`);
  }
};
