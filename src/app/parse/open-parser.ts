import { UserError, type FilePlace } from '../../errors.js';
import { FileTooLargeError, whyUnreadable } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { MAX_ANSWER_LENGTH, type Dialect, type ParseProfile } from '../../models/dialects/dialect.js';
import { coordinateRuleText } from '../../models/dialects/reading/resolve-position.js';
import { chosenProfile, createDialect, namedDialect } from '../run/create-dialect.js';
import type { Settings } from '../settings/setting.js';

/** Most of an answer that is read in, bytes: a little over what any dialect reads. */
export const MAX_ANSWER_BYTES = 4 * MAX_ANSWER_LENGTH + 4096;

/** A dialect, and how strictly it reads. */
export interface AnswerParser {
  readonly dialect: Dialect;
  readonly profile: ParseProfile;
  /** What its numbers mean, in words. */
  readonly coordinates: string;
}

/**
 * The dialect that the settings name, `generic_call` where they name none.
 *
 * @throws {UserError} for a dialect, variant or switch that there is not
 */
export async function openParser(values: Settings, workingDirectory: string): Promise<AnswerParser> {
  const named = await namedDialect(values.dialect ?? 'generic_call', workingDirectory);
  const dialect = createDialect(named, {
    ...values,
    history: null,
    historyLength: null,
    historyPictures: null,
  });
  const profile = chosenProfile(values.parsing, named.family, { name: '', mode: 'corrected' });
  return { dialect, profile, coordinates: coordinateRuleText(dialect.coordinates) };
}

/** A model's answer from a plain file. @throws {UserError} with the place, for one that cannot be read or is too long */
export async function readAnswerFile(file: string): Promise<string> {
  const bytes = await readBytes(file, { maxBytes: MAX_ANSWER_BYTES }).catch((cause: unknown) => {
    if (cause instanceof FileTooLargeError) throw answerTooLong({ place: { file }, cause });
    throw new UserError(`the answer cannot be read (${whyUnreadable(cause)})`, {
      place: { file },
      hint: 'Name a plain file, or give the answer on standard input: `touchstone parse < FILE`.',
      cause,
    });
  });
  return bytes.toString('utf8');
}

/** The error for an answer of more than `MAX_ANSWER_BYTES`. */
export function answerTooLong(options: { readonly place?: FilePlace; readonly cause?: unknown }): UserError {
  return new UserError(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`, {
    ...options,
    hint: 'No answer of a model is that long; check what was given.',
  });
}
