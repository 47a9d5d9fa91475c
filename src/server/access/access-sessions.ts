import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccessList } from '../../app/access/access-list.js';
import type { AccessUser } from '../../formats/access/access-file.js';
import type { ViewerSession } from '../viewer-session.js';

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
/** Clocks of machines that share a key differ by less. */
const CLOCK_SECONDS = 300;

/**
 * Cookies that stand for a token: user and time, signed with a key over these and the hash of the token. One is good after the
 * server was started again, ends with the token, and cannot be made from the file of the users.
 */
export class AccessSessions {
  readonly name: string;
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(key: Buffer, { now = () => new Date() }: { readonly now?: () => Date } = {}) {
    this.#key = key;
    this.#now = now;
    // Cookies are shared by all ports of a host: each server needs a name of its own.
    this.name = `touchstone-view-${this.#sign('name').slice(0, 12)}`;
  }

  /** A cookie for the user. */
  of(user: AccessUser): ViewerSession {
    const seconds = this.#seconds();
    const name = Buffer.from(user.name).toString('base64url');
    const value = `${name}.${seconds}.${this.#mark(user, seconds)}`;
    return { name: this.name, value, maxAgeSeconds: MAX_AGE_SECONDS };
  }

  /** Whose cookie it is; null for one that is forged, too old, or of a token that holds no more. @throws {DatasetError} */
  async userOf(cookie: string, users: Pick<AccessList, 'named'>): Promise<AccessUser | null> {
    const [, name = '', time = '', mark = ''] =
      /^([\w-]{1,200})\.(\d{1,12})\.([0-9a-f]{64})$/.exec(cookie) ?? [];
    if (mark === '') return null;
    const seconds = Number(time);
    const age = this.#seconds() - seconds;
    if (age > MAX_AGE_SECONDS || age < -CLOCK_SECONDS) return null;
    const user = await users.named(Buffer.from(name, 'base64url').toString('utf8'));
    if (user === null) return null;
    const wanted = Buffer.from(this.#mark(user, seconds));
    return timingSafeEqual(Buffer.from(mark), wanted) ? user : null;
  }

  #mark({ name, tokenSha256 }: AccessUser, seconds: number): string {
    return this.#sign(JSON.stringify(['session', name, tokenSha256, seconds]));
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }
}
