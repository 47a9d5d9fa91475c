import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script, sent to Redis in full once and by its hash from then on. */
export class RedisScript {
  readonly #text: string;
  readonly #hash: string;

  constructor(text: string) {
    this.#text = text;
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  async run(redis: Redis, keys: readonly string[], words: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#hash, keys.length, ...keys, ...words);
    } catch (error) {
      // A Redis that was started anew.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    }
    return await redis.eval(this.#text, keys.length, ...keys, ...words);
  }
}
