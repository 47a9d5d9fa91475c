import { AuditLineSchema, type AuditEntry, type AuditLine } from '../../formats/access/audit-line.js';
import { appendSideLine } from '../../formats/side-files/append-side-line.js';
import { TouchstoneError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { openPlainFile } from '../../files/open-plain-file.js';

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

/** Who changed what, and who was refused: lines that are added, and never changed. Only their owner may read the file. */
export class AuditLog {
  readonly file: string;
  readonly #now: () => Date;

  constructor(file: string, { now = () => new Date() }: { readonly now?: () => Date } = {}) {
    this.file = file;
    this.#now = now;
  }

  /** Adds a line; on disk when it resolves. @throws {AuditLogError} */
  async write(entry: AuditEntry): Promise<void> {
    const line: AuditLine = { formatVersion: 1, at: this.#now().toISOString(), ...entry };
    try {
      await appendSideLine(this.file, line, { mode: 0o600 });
    } catch (error) {
      throw new AuditLogError(this.file, error);
    }
  }

  /** The last lines, oldest first; lines that cannot be read are left out. @throws {DatasetError} */
  async last(count: number): Promise<readonly AuditLine[]> {
    if (!(await isThere(this.file))) return [];
    await using opened = await openPlainFile(this.file, { maxBytes: Infinity });
    const from = Math.max(0, opened.size - MOST_READ);
    const bytes = Buffer.alloc(opened.size - from);
    const { bytesRead } = await opened.handle.read(bytes, 0, bytes.length, from);
    const texts = bytes.toString('utf8', 0, bytesRead).split('\n');
    const lines: AuditLine[] = [];
    for (const text of texts.toReversed()) {
      if (lines.length >= count) break;
      const line = lineOf(text);
      if (line !== null) lines.push(line);
    }
    return lines.toReversed();
  }
}

/** The log that belongs to an access file lies beside it. */
export function auditFile(accessFile: string): string {
  return `${accessFile}.audit.jsonl`;
}

function lineOf(text: string): AuditLine | null {
  try {
    return AuditLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Half a line: the beginning was not read, or whoever wrote it was killed.
    return null;
  }
}
