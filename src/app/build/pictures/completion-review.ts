import { readCompletedAction } from '../../../builder/complete/read-completed-action.js';
import type { Action } from '../../../domain/action.js';
import { isThere } from '../../../files/is-there.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { readJsonRecords } from '../../../formats/json-records.js';
import { canonicalJson, sha256 } from '../../../formats/run/canonical-json.js';
import {
  CompletionReviewLineSchema,
  type CompletionReviewLine,
} from '../../../formats/stage/completion-review.js';

/** Name of the file in the folder of the survey. */
export const COMPLETION_REVIEW = 'complete-review.jsonl';

/** What somebody decided about a pair. */
export type CompletionDecision =
  | { readonly type: 'accept' }
  | { readonly type: 'reject' }
  /** The action that it was. Points are pixels of the screenshot. */
  | { readonly type: 'action'; readonly action: Action; readonly written: string };

/** The review of completed actions: what people decided in an earlier call, and the lines of this one. */
export class CompletionReview {
  readonly #file: string;
  readonly #earlier: ReadonlyMap<string, CompletionReviewLine>;
  readonly #lines = new Map<string, CompletionReviewLine>();

  private constructor(file: string, earlier: ReadonlyMap<string, CompletionReviewLine>) {
    this.#file = file;
    this.#earlier = earlier;
  }

  /** @throws {DatasetError} naming file and line, for a decision that is none */
  static async open(file: string, signal: AbortSignal): Promise<CompletionReview> {
    const earlier = new Map<string, CompletionReviewLine>();
    if (!(await isThere(file))) return new CompletionReview(file, earlier);
    for await (const { value, line } of readJsonRecords(file, { signal })) {
      const read = CompletionReviewLineSchema.safeParse(value);
      const [issue] = read.error?.issues ?? [];
      if (!read.success) {
        const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
        throw new FileSchemaError(`not a line of the review: ${issue?.message ?? ''}`, {
          place: { file, line, path },
        });
      }
      const { id, written, decision } = read.data;
      if (!isCompletionDecision(decision, written)) {
        throw new FileSchemaError(`the decision ${JSON.stringify(decision)} is none`, {
          place: { file, line, path: ['decision'] },
          hint: 'It is "", "accept" (where there is an action), "reject", or an action such as CLICK[10,20], TYPE[text], SWIPE[up], AWAKE[app], WAIT, system_button[Back].',
        });
      }
      earlier.set(id, read.data);
    }
    return new CompletionReview(file, earlier);
  }

  /** Hash of all that was decided; null where nothing was. */
  get decisions(): string | null {
    const decided = [...this.#earlier.values()]
      .filter(({ decision }) => decision !== '')
      .map(({ id, written, decision }) => [id, written, decision])
      .toSorted(([a = ''], [b = '']) => ((a ?? '') < (b ?? '') ? -1 : 1));
    return decided.length === 0 ? null : sha256(canonicalJson(decided));
  }

  /** Adds a line, with what was decided about the same answer; null for nothing. */
  add(line: Omit<CompletionReviewLine, 'formatVersion' | 'decision'>): CompletionDecision | null {
    const before = this.#earlier.get(line.id);
    const decision = before?.written === line.written ? before.decision : '';
    this.#lines.set(line.id, { formatVersion: 1, ...line, decision });
    const decided = decisionOf(decision, line.written);
    return decided === 'none' ? null : decided;
  }

  /** Lines of pairs that were not reached stay. */
  async write(): Promise<void> {
    const lines = new Map([...this.#earlier, ...this.#lines]);
    await writeWholeFile(this.#file, [...lines.values()].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/**
 * Whether somebody may decide so about an answer.
 *
 * @param written the action of the answer; null where it gave none
 */
export function isCompletionDecision(decision: string, written: string | null): boolean {
  return decisionOf(decision, written) !== 'none';
}

function decisionOf(decision: string, written: string | null): CompletionDecision | null | 'none' {
  if (decision === '') return null;
  if (decision === 'reject') return { type: 'reject' };
  if (decision === 'accept') return written === null ? 'none' : { type: 'accept' };
  const read = readCompletedAction(decision, 'corrected');
  if (read.type !== 'value' || read.value.action === null) return 'none';
  return { type: 'action', action: read.value.action, written: read.value.written };
}
