import { relative } from 'node:path';
import { megabytes } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import type { SingleFileOptions, SingleFileSize } from '../../report/html/write-report.js';
import type { CommandContext } from '../command-context.js';

/** Flags of a report that is one file. */
export interface SingleFileFlags {
  readonly singleFile?: boolean;
  readonly maxSize?: string;
  readonly pictures: string | false;
}

/** What mail servers commonly take, once a file is packed for them. */
export const SINGLE_FILE_MB = 18;
const MB = 1_000_000;

/** What `--single-file` and `--max-size` ask for. @throws {UserError} for flags that do not go together */
export function singleFile(
  { singleFile: isWanted = false, maxSize, pictures }: SingleFileFlags,
  output: string,
  { stderr, workingDirectory }: CommandContext,
): Pick<SingleFileOptions, 'maxBytes' | 'onSize'> | undefined {
  if (!isWanted) {
    if (maxSize === undefined) return undefined;
    throw new UserError('--max-size is the limit of --single-file', { hint: 'Add --single-file.' });
  }
  if (pictures === 'link') {
    throw new UserError('--single-file holds its pictures, --pictures link leaves them where they are', {
      hint: 'Leave one of the two out.',
    });
  }
  const shown = relative(workingDirectory, output);
  return {
    maxBytes: megabytes(maxSize ?? SINGLE_FILE_MB, '--max-size'),
    onSize: (size) => stderr.write(`note: ${shown} takes ${sizeSentence(size)}\n`),
  };
}

/** How large a report of one file is, what it lacks, and what to do about that. */
function sizeSentence({ bytes, maxBytes, wholeBytes, embedded, leftOut }: SingleFileSize): string {
  const size = `${megabytesText(bytes)} MB with ${plural(embedded, 'picture')}`;
  if (leftOut === 0) {
    return bytes <= maxBytes ? size : `${size}: its steps alone are more than --max-size ${maxBytes / MB}`;
  }
  const enough = Math.ceil((wholeBytes / MB) * 1.1);
  return (
    `${size}; ${leftOut} more did not fit into ${maxBytes / MB} MB (failed episodes come first). ` +
    `All of them take about ${megabytesText(wholeBytes)} MB: --max-size ${enough}, or a folder next to the report without --single-file`
  );
}

function megabytesText(bytes: number): string {
  return (bytes / MB).toFixed(1);
}
