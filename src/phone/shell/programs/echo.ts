import { ESCAPES } from '../syntax/escapes.js';
import type { Program } from '../program.js';

/** Prints its arguments. Escapes are made unless `-E` says otherwise, as mksh does. */
export const echo: Program = async ({ words, stdout }) => {
  let index = 1;
  let isLine = true;
  let escapes = true;
  for (; /^-[neE]+$/.test(words[index] ?? ''); index += 1) {
    for (const flag of words[index]!.slice(1)) {
      if (flag === 'n') isLine = false;
      else escapes = flag === 'e';
    }
  }
  const text = words.slice(index).join(' ');
  if (!escapes || !text.includes('\\')) await stdout(isLine ? `${text}\n` : text);
  else {
    const { bytes, isCut } = escaped(text);
    await stdout(isLine && !isCut ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes);
  }
};

/** The bytes that a text with escapes stands for; `\c` cuts it. */
export function escaped(text: string): { bytes: Uint8Array; isCut: boolean } {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const match of text.matchAll(
    /\\(x[0-9A-Fa-f]{1,2}|0[0-7]{0,3}|[1-7][0-7]{0,2}|u[0-9A-Fa-f]{1,4}|[abefnrtv\\c])/g,
  )) {
    pieces.push(Buffer.from(text.slice(start, match.index)));
    const code = match[1] ?? '';
    if (code === 'c') return { bytes: Buffer.concat(pieces), isCut: true };
    start = match.index + match[0].length;
    if (code[0] === 'x') pieces.push(Uint8Array.of(Number.parseInt(code.slice(1), 16)));
    else if (code[0] === 'u')
      pieces.push(Buffer.from(String.fromCodePoint(Number.parseInt(code.slice(1), 16))));
    else if (/[0-7]/.test(code[0]!)) pieces.push(Uint8Array.of(Number.parseInt(code, 8) & 0xff));
    else pieces.push(Buffer.from(ESCAPES[code] ?? ''));
  }
  pieces.push(Buffer.from(text.slice(start)));
  return { bytes: Buffer.concat(pieces), isCut: false };
}
