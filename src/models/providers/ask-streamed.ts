import { ModelOutageError, ModelReplayMissError } from '../model-errors.js';
import { nothingReceived, type Received } from './transport/exchange.js';

/** Whether a model is asked for streams, where the user leaves that open; shared by all who ask the model. */
export interface StreamChoice {
  /** Its endpoint cannot stream, or says less when it does. */
  isOff: boolean;
}

/** Statuses by which an endpoint refuses what it does not know or cannot do. */
const REFUSALS: readonly number[] = [400, 403, 404, 405, 406, 415, 422, 501];

/**
 * Asks for a stream, so that the time to the first token is known, and for the answer in one piece where the endpoint cannot
 * stream: it says so, it ends without saying how the answer ended, or a recording was made without. What streams does not
 * report (tokens) counts more than speed: an endpoint that leaves it out is asked for whole answers from then on.
 *
 * @param stream what the user wants; undefined leaves it to this
 * @param ask throws as `EndpointModel.ask` does, and fills in what it received
 */
export async function askStreamed<T extends { readonly usage: unknown }>(
  stream: boolean | undefined,
  choice: StreamChoice,
  ask: (isStream: boolean, received: Received) => Promise<T>,
): Promise<{ readonly answer: T; readonly received: Received }> {
  const asked = async (
    isStream: boolean,
    received: Received,
  ): Promise<{ answer: T; received: Received }> => ({
    answer: await ask(isStream, received),
    received,
  });
  if (stream !== undefined || choice.isOff) return asked(stream ?? false, nothingReceived());
  const received = nothingReceived();
  try {
    const found = await asked(true, received);
    if (found.answer.usage === null || received.isObject) choice.isOff = true;
    return found;
  } catch (error) {
    if (!isAboutStreams(error, received)) throw error;
    const whole = await asked(false, nothingReceived());
    // Of a recording other answers may be streams.
    choice.isOff = !(error instanceof ModelReplayMissError);
    return whole;
  }
}

function isAboutStreams(error: unknown, { status, text }: Received): boolean {
  if (error instanceof ModelReplayMissError) return true;
  if (status !== null && status >= 300) return REFUSALS.includes(status) && /stream/i.test(text);
  return error instanceof ModelOutageError && /^data:\s*\[DONE\]/m.test(text);
}
