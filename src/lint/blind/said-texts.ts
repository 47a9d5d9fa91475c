import { quotedTexts } from '../../domain/text/quoted-texts.js';

/** Texts that an instruction says to type, for all a blind script can tell: what it quotes; itself where it quotes nothing. */
export function saidTexts(instruction: string): readonly string[] {
  const quoted = quotedTexts(instruction);
  return quoted.length === 0 ? [instruction] : quoted;
}
