import { answerFault, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Reads `am instrument -w`, whose exit code is always 0. */
export function readInstrument(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (/INSTRUMENTATION_RESULT: shortMsg=|Process crashed/i.test(said)) {
    return answerFault('instrumentation-crashed', said);
  }
  if (/INSTRUMENTATION_FAILED:|FAILURES!!!|INSTRUMENTATION_STATUS: Error=/i.test(said)) {
    return answerFault('instrumentation-failed', said);
  }
  const isGood = /^OK \(\d+ tests?\)/m.test(said) && /INSTRUMENTATION_CODE: -1/.test(said);
  return isGood ? { instrumentation: 'ok' } : answerFault('output-unreadable', said);
}
