import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { Size } from '../../domain/geometry.js';
import { resizedSize } from '../../domain/coordinates/resize-rule.js';
import { chosenProfile, createDialect, namedDialect } from '../run/create-dialect.js';
import type { Settings } from '../settings/setting.js';

/**
 * Reads raw answers that were given elsewhere, to a screen of this size, in the dialect that is set; null where none is.
 *
 * @throws {UserError} for a dialect or a way of parsing that there is not
 */
export async function answerReader(
  settings: Settings,
  benchmark: { readonly name: string; readonly mode: string },
  workingDirectory: string,
): Promise<((answer: string, screen: Size | null) => Action | FormatError) | null> {
  if (settings.dialect === null) return null;
  const named = await namedDialect(settings.dialect, workingDirectory);
  const dialect = createDialect(named, { ...settings, history: null });
  const profile = chosenProfile(settings.parsing, named.family, benchmark);
  const { resize } = dialect.observation.picture;
  return (answer, screen) => {
    const resized = screen === null || resize === null ? null : resizedSize(screen, resize);
    const sent = resized?.type === 'size' ? resized.size : screen;
    const result = dialect.parse(answer, { profile, screen, sent });
    if (result.type === 'format_error') return result.error;
    const [action] = result.actions;
    return action ?? { kind: 'no_action', message: 'the answer has no action', excerpt: '' };
  };
}
