import { AUDIT_LIMITS, type AuditLimits } from '../../formats/access/access-file.js';
import { AuditLineSchema, type AuditEntry, type AuditLine } from '../../formats/access/audit-line.js';
import { appendSideLine } from '../../formats/side-files/append-side-line.js';
import { TouchstoneError } from '../../errors.js';
import { FileUnreadableError, whyUnreadable } from '../../files/file-errors.js';
import { openPlainFile } from '../../files/open-plain-file.js';
import { auditParts, rotateAudit } from './rotate-audit.js';

/** Bytes from the end that are read: tens of thousands of lines. */
const MOST_READ = 8 * 1024 * 1024;

/** The audit log does not take a line; what was to be written down in it is not done. */
export class AuditLogError extends TouchstoneError {
  readonly code = 'AUDIT_LOG';
  readonly fault = 'environment';

  constructor(file: string, cause: unknown) {
    super('the audit log cannot be written, so nothing is changed', {
      place: { file },
      cause,
      hint: 'Whoever runs the server makes room, or lets it write the file.',
    });
  }
}

export interface AuditLogOptions {
  readonly now?: () => Date;
  /** How much of it is kept, asked for with each line. */
  readonly limits?: () => AuditLimits;
  /** Hears why the log takes no line, or cannot be set aside and so grows; once until it works again. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Who changed what, and who was refused: lines that are added, and never changed. Only their owner may read the file. What is full
 * or old is set aside, in files next to it, and the oldest of these go.
 */
export class AuditLog {
  readonly file: string;
  readonly #now: () => Date;
  readonly #limits: () => AuditLimits;
  readonly #onProblem: (problem: string) => void;
  #problem = '';

  constructor(file: string, options: AuditLogOptions = {}) {
    const { now = () => new Date(), limits = () => AUDIT_LIMITS, onProblem = () => undefined } = options;
    this.file = file;
    this.#now = now;
    this.#limits = limits;
    this.#onProblem = onProblem;
  }

  /** Adds a line; on disk when it resolves. @throws {AuditLogError} */
  async write(entry: AuditEntry): Promise<void> {
    const now = this.#now();
    const line: AuditLine = { formatVersion: 1, at: now.toISOString(), ...entry };
    try {
      await appendSideLine(this.file, line, { mode: 0o600 });
    } catch (error) {
      const problem = new AuditLogError(this.file, error);
      this.#tell(`${problem.message} (${causeOf(error)})`);
      throw problem;
    }
    // After the line: it is kept, whatever comes of this.
    try {
      await rotateAudit(this.file, this.#limits(), now);
      this.#problem = '';
    } catch (error) {
      this.#tell(`${this.file}: the audit log cannot be set aside, so it grows (${causeOf(error)})`);
    }
  }

  /** The last lines, oldest first, also of parts that were set aside; lines that cannot be read are left out. @throws {DatasetError} */
  async last(count: number): Promise<readonly AuditLine[]> {
    const lines: AuditLine[] = [];
    const seen = new Set<string>();
    let room = MOST_READ;
    // The parts after the log: one that is set aside in between is read under either name, and once.
    for (const next of [
      async () => [this.file],
      async () => (await auditParts(this.file)).map((part) => part.file),
    ]) {
      for (const file of await next()) {
        if (lines.length >= count || room <= 0) break;
        const { texts, bytes, print } = await lastTexts(file, room, seen);
        seen.add(print);
        room -= bytes;
        for (const text of texts.toReversed()) {
          if (lines.length >= count) break;
          const line = lineOf(text);
          if (line !== null) lines.push(line);
        }
      }
    }
    return lines.toReversed();
  }

  #tell(problem: string): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#onProblem(problem);
  }
}

/** The end of a file in lines; nothing of one that is not there, or was seen under another name. */
async function lastTexts(
  file: string,
  most: number,
  seen: ReadonlySet<string>,
): Promise<{ readonly texts: readonly string[]; readonly bytes: number; readonly print: string }> {
  await using opened = await openPlainFile(file, { maxBytes: Infinity }).catch((error: unknown) => {
    if (error instanceof FileUnreadableError && whyUnreadable(error) === 'ENOENT') return null;
    throw error;
  });
  if (opened === null) return { texts: [], bytes: 0, print: '' };
  const { dev, ino } = await opened.handle.stat({ bigint: true });
  const print = `${dev} ${ino}`;
  if (seen.has(print)) return { texts: [], bytes: 0, print };
  const from = Math.max(0, opened.size - most);
  const bytes = Buffer.alloc(opened.size - from);
  const { bytesRead } = await opened.handle.read(bytes, 0, bytes.length, from);
  return { texts: bytes.toString('utf8', 0, bytesRead).split('\n'), bytes: bytes.length, print };
}

/** The log that belongs to an access file lies beside it. */
export function auditFile(accessFile: string): string {
  return `${accessFile}.audit.jsonl`;
}

/** What the system says, below what is said of it: by its code, since texts name files that are others each time. */
function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}

function lineOf(text: string): AuditLine | null {
  try {
    return AuditLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Half a line: the beginning was not read, or whoever wrote it was killed.
    return null;
  }
}
