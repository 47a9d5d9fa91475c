import type { Action } from '../../domain/action.js';
import type { RecordedEpisode, RecordingOddity } from '../../domain/recordings/recorded-episode.js';
import type { RuleId } from '../rules.js';
import type { EpisodeFindings } from './episode-findings.js';

const ODDITIES: Readonly<Record<RecordingOddity['kind'], RuleId>> = {
  'step-numbers': 'recording/step-numbers',
  'step-count': 'recording/step-count',
  'unknown-label': 'recording/unknown-label',
  'broken-box': 'recording/broken-box',
  'foreign-word': 'recording/foreign-word',
};

/** A hole that a template was to be filled at: `{}`, `{item}`. */
const HOLE = /\{[^{}\n]{0,60}\}/;

/** Checks an episode as a whole, but for what shows only in comparison with others. */
export function lintEpisode(episode: RecordedEpisode, findings: EpisodeFindings): void {
  for (const { kind, message, place } of episode.oddities ?? []) {
    findings.add(ODDITIES[kind], message, place);
  }
  for (const [language, text] of Object.entries(episode.instructions)) {
    if (text.trim() === '')
      findings.add('recording/no-instruction', `its instruction (${language}) is empty`);
    const hole = HOLE.exec(text);
    if (hole !== null) {
      findings.add('recording/unfilled-instruction', `its instruction (${language}) has a hole ${hole[0]}`);
    }
  }
  const last = episode.steps.length - 1;
  for (const [index, { action }] of episode.steps.entries()) {
    if (index < last && isEnd(action)) {
      findings.atStep(
        'recording/early-end',
        index,
        `the episode ends here, and goes on for ${last - index} more`,
      );
    }
  }
}

/** Whether the last step declares the end of the episode. */
export function hasEnd({ steps }: RecordedEpisode): boolean {
  const last = steps.at(-1);
  return last !== undefined && isEnd(last.action);
}

function isEnd(action: Action): boolean {
  return action.type === 'stop' || (action.type === 'answer' && action.terminal);
}
