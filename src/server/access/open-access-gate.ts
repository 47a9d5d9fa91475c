import type { OpenAPIHono } from '@hono/zod-openapi';
import { AccessList } from '../../app/access/access-list.js';
import { auditFile, AuditLog } from '../../app/access/audit-log.js';
import { sessionKey } from '../../app/access/session-key.js';
import { RequestRates } from '../../http/request-rates.js';
import { servedHosts } from '../../http/served-hosts.js';
import { WrongTokens } from '../../http/wrong-tokens.js';
import type { ViewerServices } from '../viewer-services.js';
import { accessGate, type AccessGateOptions } from './access-gate.js';
import { AccessSessions } from './access-sessions.js';
import { OfTeams, teamFolder } from './team-folders.js';

export interface OpenAccessGateOptions extends Pick<AccessGateOptions, 'page'> {
  /** That is listened on. */
  readonly host: string;
  /** Absolute: the folder of the folders of teams. */
  readonly folder: string;
  /** Opens the folder of a team. */
  readonly open: (folder: string) => Promise<ViewerServices & AsyncDisposable>;
  readonly rates?: RequestRates;
  readonly wrong?: WrongTokens;
}

/**
 * Opens a server for the people of an access file. Disposing closes what was opened for their teams.
 *
 * @param file absolute
 * @throws {DatasetError} where the file cannot be read
 * @throws {UserError} where the key for cookies cannot be kept
 */
export async function openAccessGate(
  file: string,
  { folder, open, host, page, rates = new RequestRates(), wrong = new WrongTokens() }: OpenAccessGateOptions,
): Promise<AsyncDisposable & { readonly app: OpenAPIHono }> {
  const users = await AccessList.open(file);
  const teams = new OfTeams(async (team) => open(await teamFolder(folder, team)));
  const app = accessGate({
    users,
    sessions: new AccessSessions(await sessionKey(file)),
    audit: new AuditLog(auditFile(file)),
    servicesOf: (team) => teams.of(team),
    hosts: servedHosts(host),
    page,
    rates,
    wrong,
  });
  return {
    app,
    [Symbol.asyncDispose]: async () => {
      users[Symbol.dispose]();
      await teams[Symbol.asyncDispose]();
    },
  };
}
