import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { RecordedCall } from '../../formats/run/calls/recorded-call.js';
import type { JudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import type { JudgeContext } from '../../judges/judge.js';
import type { ModelRoles } from '../../models/model.js';
import { recordedAsk } from '../asking/recorded-ask.js';

export interface JudgeContextOptions {
  readonly judge: string;
  readonly key: ItemKey;
  readonly models: ModelRoles;
  readonly log: JudgeCallLog;
  readonly signal: AbortSignal;
  /** Callback after each answer that was not in the log. */
  readonly onCall: (call: RecordedCall) => void;
}

/** What a judge asks through while it judges one episode: every call is in the log before its answer is used. */
export function judgeContext({ judge, key, models, log, signal, onCall }: JudgeContextOptions): JudgeContext {
  const ask = recordedAsk({
    asker: `The judge ${judge}`,
    subject: itemKeyText(key),
    models,
    log: {
      find: (call) => log.find(call),
      add: (call) => log.add({ ...call, ...key, type: 'judge-call' }),
    },
    signal,
    onCall,
  });
  return { ask };
}
