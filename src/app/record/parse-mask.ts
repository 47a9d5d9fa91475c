import { UnitBoxSchema, type UnitBox } from '../../domain/recordings/recorded-milestone.js';
import { UserError } from '../../errors.js';

/** An area as the command line has it: `0,0.9,1,1`. @throws {UserError} for what is none */
export function parseMask(text: string): UnitBox {
  const box = UnitBoxSchema.safeParse(
    text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))),
  );
  if (box.success) return box.data;
  throw new UserError(`--mask: ${JSON.stringify(text)} is no area`, {
    hint: 'Write left,top,right,bottom as shares of the screen from 0 to 1: --mask 0,0.9,1,1.',
  });
}
