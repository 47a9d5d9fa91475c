/** Why a stream ends that its client left. One for all: making an error for each costs more than a tap does. */
export const CLIENT_GONE: Error = new DOMException('The client of the stream is gone', 'AbortError');
