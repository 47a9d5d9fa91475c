/** A position that a text writes: which of its characters, and where that is in the picture before it. */
export interface TextPlace {
  readonly from: number;
  readonly to: number;
  /** Pixels of the picture as the record names it; not rounded. */
  readonly x: number;
  readonly y: number;
}

/** Part of a message: words, or a picture by the path that the record is to name. */
export type TrainingPart =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Positions of an answer's action, in order; where they are known and to be learned. */
      readonly places?: readonly TextPlace[];
    }
  | { readonly type: 'image'; readonly path: string };

export interface TrainingMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly TrainingPart[];
}

/** One sample for training, before a format gives it its shape. The last message is the assistant's: what is to be learned. */
export interface TrainingRecord {
  /** Source, episode and step; unique within an export. */
  readonly id: string;
  readonly source: string;
  /** Who acted, and which models it asked, in the run that the sample is from; null for recordings and worlds. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly messages: readonly TrainingMessage[];
}

/** The text of a message, each picture as the given words. */
export function messageText({ parts }: TrainingMessage, picture: string): string {
  return parts.map((part) => (part.type === 'text' ? part.text : picture)).join('');
}

/** Paths of all pictures, in the order in which messages show them. */
export function picturePaths(messages: readonly TrainingMessage[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'image' ? [part.path] : [])));
}

/**
 * The messages with neighbours of one role put together, as trainers want them that take turns of user and assistant only.
 * Texts that meet are divided by a blank line, a text and a picture by a line break.
 */
export function takingTurns(messages: readonly TrainingMessage[]): TrainingMessage[] {
  const turns: TrainingMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role !== message.role) turns.push(message);
    else
      turns[turns.length - 1] = {
        role: last.role,
        parts: [...last.parts, ...between(last, message), ...message.parts],
      };
  }
  return turns;
}

function between(first: TrainingMessage, second: TrainingMessage): TrainingPart[] {
  const kinds = [first.parts.at(-1)?.type, second.parts[0]?.type];
  if (!kinds.includes('text')) return [];
  return [{ type: 'text', text: kinds.includes('image') ? '\n' : '\n\n' }];
}
