import { randomBytes } from 'node:crypto';
import { wholeNumber } from '../domain/text/parse-option.js';
import { UserError } from '../errors.js';
import { reachableHost } from '../app/hosts.js';
import type { CommandContext } from './command-context.js';

/** @throws {UserError} for what is no port */
export function portNumber(value: unknown, flag = '--port'): number {
  const port = wholeNumber(value, flag);
  if (port <= 65_535) return port;
  throw new UserError(`${flag}: ${port} is no port`, { hint: 'Ports go to 65535; 0 takes any free one.' });
}

/** `[HOST:]PORT`; loopback where no host is named. @throws {UserError} */
export function hostAndPort(value: string, flag: string): { readonly host: string; readonly port: number } {
  const colon = value.lastIndexOf(':');
  const host = colon === -1 ? '127.0.0.1' : value.slice(0, colon);
  if (host === '')
    throw new UserError(`${flag}: no host before the colon`, { hint: 'Write HOST:PORT, or PORT.' });
  const port = value.slice(colon + 1);
  if (!/^\d+$/.test(port)) {
    throw new UserError(`${flag}: ${JSON.stringify(port)} is no port`, {
      hint: `Write ${flag} 9090, or ${flag} HOST:9090 where other machines ask.`,
    });
  }
  return { host, port: portNumber(port, flag) };
}

/** What callers from other machines must show. @throws {UserError} where there is none */
export function phoneToken({ environment }: CommandContext): string {
  const token = environment['TOUCHSTONE_PHONE_TOKEN'];
  if (token !== undefined && token.length >= 16) return token;
  throw new UserError('whoever reaches this address could drive the phones, so a token is needed', {
    hint: `Set TOUCHSTONE_PHONE_TOKEN to 16 characters or more, such as ${randomBytes(16).toString('hex')}; or leave --host out.`,
  });
}

/** A host as addresses have it, and so that it can be dialled. */
export function urlHost(host: string): string {
  const reachable = reachableHost(host);
  return reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable;
}
