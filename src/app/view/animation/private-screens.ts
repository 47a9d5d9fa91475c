import { UserError } from '../../../errors.js';

/** Why no animation is made of a run whose screens show people. */
export function privateScreens(file: string): UserError {
  return new UserError(
    'The screens of this run show, or may show, data of people: no animation is made of them',
    {
      place: { file },
      hint: 'Look at the episode with `touchstone view`; pictures that are passed on need the consent of those people.',
    },
  );
}
