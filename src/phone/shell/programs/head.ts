import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** The first lines or bytes. What is not shown stays for who reads next. */
export const head: Program = async (call) => {
  const words = call.words.flatMap((word, index) =>
    /^-[0-9]+$/.test(word) && !/^-[nc]$/.test(call.words[index - 1] ?? '') ? ['-n', word.slice(1)] : [word],
  );
  const options = readOptions({ words }, 'n:c:qv lines=n bytes=c');
  const isBytes = options.has('c');
  const count = Math.max(0, Number(options.value(isBytes ? 'c' : 'n') ?? 10) || 0);
  const names = options.arguments;
  let isFirst = true;
  for await (const { name, input } of openInputs(call, names)) {
    if ((names.length > 1 && !options.has('q')) || options.has('v'))
      await call.stdout(`${isFirst ? '' : '\n'}==> ${name} <==\n`);
    isFirst = false;
    let left = count;
    while (left > 0) {
      const chunk = await input.next();
      if (!chunk) break;
      let end = 0;
      if (isBytes) {
        end = Math.min(left, chunk.length);
        left -= end;
      } else {
        for (; left > 0 && end < chunk.length; left -= 1) {
          const newline = chunk.indexOf(10, end);
          end = newline < 0 ? chunk.length : newline + 1;
          if (newline < 0) break;
        }
      }
      await call.stdout(chunk.subarray(0, end));
      input.unread(chunk.subarray(end));
    }
  }
};
