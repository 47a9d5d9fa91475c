/** Whether a reply is right. */
export interface QuestionMatch {
  readonly isRight: boolean;
  /** Whether the reply has the form that was asked for. */
  readonly isReadable: boolean;
  /** The answer, in a sentence. */
  readonly explanation: string;
}

/** A reply that does not have the form that was asked for. */
export function unreadableReply(why: string): QuestionMatch {
  return { isRight: false, isReadable: false, explanation: `unreadable: ${why}` };
}
