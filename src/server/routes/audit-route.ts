import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { AuditLog } from '../../app/access/audit-log.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, jsonOf } from '../answers.js';

const MOST_LINES = 10_000;

const AUDIT = createRoute({
  method: 'get',
  path: '/api/audit',
  operationId: 'readAudit',
  summary: 'Who changed what, and who was refused: the last lines of the audit log, oldest first.',
  request: {
    query: z.object({
      last: z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number)
        .pipe(z.int().positive().max(MOST_LINES))
        .default(200)
        .openapi({ type: 'integer', minimum: 1, maximum: MOST_LINES }),
    }),
  },
  ...takes('operate'),
  responses: answersOf(jsonOf('AuditLines', 'The lines.'), [400]),
});

/** Adds the audit log, for operators. */
export function addAuditRoute(app: OpenAPIHono, audit: Pick<AuditLog, 'last'>): void {
  app.openapi(AUDIT, async (context) =>
    answer(context, 'AuditLines', await audit.last(context.req.valid('query').last)),
  );
}
