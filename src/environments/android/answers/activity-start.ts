import { answerFault, type AnswerReading } from './device-answer.js';

/** Reads what `am start` said, on either stream: any line that begins with `Error` is a failure, whatever the exit code. */
export function readActivityStart(said: string): AnswerReading {
  if (/does not exist|unable to resolve Intent|No activity found|does not match any activities/i.test(said)) {
    return answerFault('activity-not-found', said);
  }
  if (/do not have permission to access|Permission Denial: starting/i.test(said)) {
    return answerFault('activity-not-exported', said);
  }
  if (/^[ \t]*Error\b/im.test(said) || /unknown error code/i.test(said))
    return answerFault('launch-failed', said);
  if (/^Status: timeout/im.test(said)) return answerFault('launch-timeout', said);
  if (!/^(?:Starting: |Status: ok|Warning: )/im.test(said)) {
    return answerFault(said === '' ? 'launch-failed' : 'output-unreadable', said);
  }
  const [, landedOn] = /^Activity: (\S+)$/im.exec(said) ?? [];
  const how = howOf(said);
  return {
    started: true,
    ...(how === null ? {} : { how }),
    ...(landedOn === undefined ? {} : { landedOn }),
  };
}

/** How the activity came up; null where it does not say. The last two did not start the app anew. */
function howOf(said: string): string | null {
  if (/current task has been brought to the front/i.test(said)) return 'brought-to-front';
  if (/delivered to currently running top-most instance/i.test(said)) return 'already-on-top';
  const [, state] = /^LaunchState: (COLD|WARM|HOT)\b/im.exec(said) ?? [];
  return state?.toLowerCase() ?? null;
}
