import { strategyText, type HistoryStrategy } from '../../agents/prompting/history-strategy.js';
import { chosenObservation, type ObservationChoice } from '../../agents/observation-choice.js';
import { UserError } from '../../errors.js';
import type { Dialect, HistoryRule } from '../../models/dialects/dialect.js';

/** Latest steps that are shown where the family has no number of its own. Source: GUIOdyssey paper, δ. */
const WINDOW = 4;

/**
 * How many of the latest steps are shown in words and how many as screenshots, where the user has chosen what is shown: as many as asked for (a
 * number of steps is also one of screenshots), else as many as the family shows, else four.
 *
 * @throws {UserError} for numbers of what is not to be shown, or none of what is
 */
export function historyRule(
  strategy: HistoryStrategy,
  asked: Partial<HistoryRule>,
  standard: HistoryRule,
): Partial<HistoryRule> {
  const { actions, screenshots } = strategy;
  const steps = asked.steps === undefined ? (standard.steps === 0 ? WINDOW : standard.steps) : asked.steps;
  const usual = standard.pictures === 0 ? WINDOW : standard.pictures;
  const pictures = asked.pictures ?? asked.steps ?? usual;
  refuse('length', asked.steps, { isShown: actions || screenshots, strategy });
  refuse('pictures', asked.pictures, { isShown: screenshots, strategy });
  // Where neither is shown, the prompt is that of a first step, in its family's own form.
  if (!actions && !screenshots) return {};
  return { steps: actions ? steps : pictures, pictures: screenshots ? pictures : 0 };
}

function refuse(
  flag: 'length' | 'pictures',
  number: number | null | undefined,
  { isShown, strategy }: { readonly isShown: boolean; readonly strategy: HistoryStrategy },
): void {
  if (number === undefined || (number !== 0) === isShown) return;
  const what = flag === 'length' ? 'step' : 'screenshot';
  const said = `--history ${strategyText(strategy)}`;
  throw new UserError(
    isShown
      ? `${said} shows earlier ${what}s, and --history-${flag} says 0`
      : `${said} shows no earlier ${what}, and --history-${flag} says ${number ?? 'all'}`,
    { hint: 'Leave one of them out.' },
  );
}

/**
 * @throws {UserError} for screenshots of earlier steps where the acting model is shown no screenshot, or its family takes
 * fewer pictures
 */
export function requireRoom(
  strategy: HistoryStrategy,
  dialect: Dialect,
  observation: ObservationChoice,
): void {
  if (!strategy.screenshots) return;
  const rule = chosenObservation(dialect.observation, observation);
  const { family, mostPictures = Infinity, history } = dialect;
  const said = `--history ${strategyText(strategy)}`;
  if (!rule.screenshot && rule.marked === null) {
    throw new UserError(`${said}: the model is shown no screenshot, and so none of earlier steps`, {
      hint: 'Leave screenshots out, or show the screen as a picture (--observation, --dialect).',
    });
  }
  const wanted = 1 + history.pictures;
  if (wanted <= mostPictures) return;
  const takes = mostPictures === 1 ? 'one picture' : `${mostPictures} pictures`;
  throw new UserError(`${said}: models of the family ${family} take ${takes} in a request, not ${wanted}`, {
    hint:
      mostPictures === 1
        ? 'Leave screenshots out, or name another --dialect.'
        : `--history-pictures ${mostPictures - 1} is the most.`,
  });
}
