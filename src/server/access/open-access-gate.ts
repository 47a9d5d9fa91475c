import type { OpenAPIHono } from '@hono/zod-openapi';
import { AccessList } from '../../app/access/access-list.js';
import { usersNotes } from '../../app/access/users-notes.js';
import { auditFile, AuditLog } from '../../app/access/audit-log.js';
import { sessionKey } from '../../app/access/session-key.js';
import { RequestRates } from '../../http/request-rates.js';
import { servedHosts } from '../../http/served-hosts.js';
import { WrongTokens } from '../../http/wrong-tokens.js';
import type { Readiness } from '../../http/health-routes.js';
import type { ServerMetrics } from '../../http/metrics/server-metrics.js';
import { viewerHealth } from '../viewer-health.js';
import type { ViewerServices } from '../viewer-services.js';
import { accessGate, type AccessGateOptions } from './access-gate.js';
import { AccessSessions } from './access-sessions.js';
import { OfTeams, teamFolder } from './team-folders.js';
import { TeamsReadiness, type TeamsReadinessOptions } from './teams-readiness.js';

export interface OpenAccessGateOptions extends Pick<AccessGateOptions, 'page'> {
  /** That is listened on. */
  readonly host: string;
  /** Further names that requests may be addressed to. */
  readonly servedAs?: readonly string[];
  /** Absolute: the folder of the folders of teams. */
  readonly folder: string;
  /** Opens the folder of a team. */
  readonly open: (folder: string) => Promise<ViewerServices & AsyncDisposable>;
  /** What the program says to whoever runs it: of users, audit log and teams. */
  readonly onNote: (note: string) => void;
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
  {
    folder,
    open,
    host,
    servedAs,
    page,
    onNote,
    rates = new RequestRates(),
    wrong = new WrongTokens(),
  }: OpenAccessGateOptions,
): Promise<AsyncDisposable & { readonly app: OpenAPIHono }> {
  const users = await AccessList.open(file, { onProblem: usersNotes(file, onNote) });
  const teams = new OfTeams(async (team) => open(await teamFolder(folder, team)));
  const opened = async () =>
    new Map([...(await teams.opened())].map(([team, { results }]) => [team, results] as const));
  const app = accessGate({
    users,
    sessions: new AccessSessions(await sessionKey(file)),
    audit: new AuditLog(auditFile(file), { limits: () => users.auditLimits, onProblem: onNote }),
    servicesOf: (team) => teams.of(team),
    hosts: servedHosts(host, servedAs),
    health: await viewerHealth(
      folder,
      async () => [...(await opened()).values()],
      teamsReady({ folder, teams: () => users.teams(), opened, onNote }),
    ),
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

/** How the teams stand, also as a number. */
function teamsReady(options: TeamsReadinessOptions): (metrics: ServerMetrics) => () => Promise<Readiness> {
  const readiness = new TeamsReadiness(options);
  return (metrics) => {
    metrics.gauges(
      { name: 'touchstone_teams', help: 'Teams by whether their folder and index can be read.' },
      { label: 'state', values: ['ready', 'degraded'] as const },
      () => readiness.counts(),
    );
    return () => readiness.read();
  };
}
