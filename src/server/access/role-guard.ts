import { randomUUID } from 'node:crypto';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { AuditLogError, type AuditLog } from '../../app/access/audit-log.js';
import type { AuditEntry } from '../../formats/access/audit-line.js';
import { ACCESS_RIGHTS, mayDo, rolesWith, type AccessRight } from '../../domain/access/access-role.js';
import { failure } from '../error-answer.js';
import { callerOf } from './caller.js';
import { RIGHT } from './route-right.js';

/** A route, as far as it decides who may ask it. */
interface Operation {
  readonly id: string;
  readonly right: AccessRight;
}

const CHANGES: ReadonlySet<AccessRight> = new Set(['label', 'run']);

/**
 * Lets a caller do what their role may, and writes down every change before it is made and what is refused. A route that only
 * reads takes the right to read unless it says otherwise; of any other one that says nothing, the most is asked.
 */
export function roleGuard(app: OpenAPIHono, audit: Pick<AuditLog, 'write'>): MiddlewareHandler {
  let operations: ReadonlyMap<string, Operation> | null = null;
  return async (context, next) => {
    operations ??= operationsOf(app);
    const found = matchedRoutes(context).flatMap(
      ({ method, path }) => operations?.get(`${method} ${path}`) ?? [],
    );
    const [operation] = found;
    // The page, or nothing at all.
    if (operation === undefined) return await next();
    const caller = callerOf(context);
    if (caller === null) throw new Error(`${operation.id} was asked by nobody`);
    const { name: user, role, team } = caller.user;
    const asked = {
      user,
      role,
      team,
      address: caller.address,
      operation: operation.id,
      run: runIn(context.req.path),
    };
    const denied = found.find(({ right }) => !mayDo(role, right));
    if (denied !== undefined) {
      await writeRefused(audit, asked);
      return refuse(context, role, denied.right);
    }
    if (!CHANGES.has(operation.right)) return await next();
    const id = randomUUID();
    await audit.write({ type: 'change', id, ...asked });
    await next();
    await audit.write({ type: 'outcome', id, status: context.res.status }).catch(ignoreUnwritten);
  };
}

/** Writes down what a role may not do. Where that fails it is refused all the same. */
export async function writeRefused(
  audit: Pick<AuditLog, 'write'>,
  asked: Omit<Extract<AuditEntry, { type: 'refused' }>, 'type'>,
): Promise<void> {
  await audit.write({ type: 'refused', ...asked }).catch(ignoreUnwritten);
}

/** Says no, and which roles may. */
export function refuse(context: Context, role: string, right: AccessRight): Response {
  const roles = rolesWith(right);
  const may = roles.length === 1 ? `${roles[0] ?? ''} may` : `${roles.join(', ')} may`;
  return failure(context, 403, `the role ${role} may not do this; ${may}`, {
    code: 'FORBIDDEN',
    hint: 'Ask whoever keeps the users of this server for another role.',
  });
}

/** Whoever runs the server hears of it from the log itself. */
function ignoreUnwritten(error: unknown): void {
  if (!(error instanceof AuditLogError)) throw error;
}

/** Operations by method and path, as the router has them. */
function operationsOf(app: OpenAPIHono): ReadonlyMap<string, Operation> {
  return new Map(
    app.openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== 'route') return [];
      const { method, path, operationId = path, ...rest } = definition.route;
      const said = (rest as Readonly<Record<string, unknown>>)[RIGHT];
      const right = ACCESS_RIGHTS.find((one) => one === said) ?? (method === 'get' ? 'read' : 'run');
      const key = `${method.toUpperCase()} ${path.replaceAll(/\/\{(.+?)\}/g, '/:$1')}`;
      return [[key, { id: operationId, right }] as const];
    }),
  );
}

/** The run that a path names. */
function runIn(path: string): string | null {
  const [, run] = /^\/api\/runs\/([^/]+)/.exec(path) ?? [];
  if (run === undefined) return null;
  try {
    return decodeURIComponent(run).slice(0, 255);
  } catch {
    return null;
  }
}
