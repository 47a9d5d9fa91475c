import { Failure } from '../../shell/answer.js';
import type { FileFault } from '../../files/virtual-files.js';
import { displaySize } from '../../screens/display-size.js';
import { rawScreencap } from '../../screens/raw-screen.js';
import type { AndroidProgram } from '../system/android-system.js';
import { FAULT_TEXT } from '../../files/fault-text.js';

const USAGE = `usage: screencap [-ahp] [-d display-id] [FILENAME]
   -h: this message
   -a: captures all the active physical displays. This appends an integer to the FILENAME.
       e.g., FILENAME_0.png, FILENAME_1.png, etc. If both -a and -d are given, it ignores -d.
   -d: specify the display ID to capture
   -p: outputs in png format.
   --hint-for-seamless If set will use the hintForSeamless path in SF
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
`;

/**
 * `screencap [-p] [-d DISPLAY] [FILE]`: the screen on display as PNG, or as raw pixels behind a header. There is one
 * display; any id names it.
 *
 * Source: AOSP `cmds/screencap/screencap.cpp`.
 */
export const screencap: AndroidProgram = async (args, call, { controls, pictures }) => {
  let isPng = false;
  let file: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '-d') index += 1;
    else if (argument === '-h' || argument === '-?') {
      throw new Failure(USAGE);
    } else if (/^-[ap]+$/.test(argument)) isPng ||= argument.includes('p');
    else if (!argument.startsWith('-')) file ??= argument;
  }
  const observation = await controls.look('screenshot');
  const size = displaySize(controls);
  const pieces =
    isPng || file?.endsWith('.png') === true
      ? [await pictures.png(observation, size, controls.options.screenshots)]
      : rawScreencap(await pictures.pixels(observation, size, { signal: call.signal }));
  if (file === undefined) {
    for (const piece of pieces) await call.stdout(piece);
    return;
  }
  const [only, ...others] = pieces;
  const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(pieces);
  const fault: FileFault | null = controls.files.write(controls.files.resolve(file, call.folder), bytes);
  if (fault === null) return;
  throw new Failure(`Error opening file: ${file} (${FAULT_TEXT[fault]})\n`);
};
