import { basename } from 'node:path';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { mayDo } from '../../domain/access/access-role.js';
import { VERSION } from '../../version.js';
import { callerOf } from '../access/caller.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import { shapeSchemas, type Shape } from '../shapes.js';
import type { ViewerServices } from '../viewer-services.js';

const ABOUT = createRoute({
  method: 'get',
  path: '/api/about',
  operationId: 'about',
  summary: 'What this server is, what it can do, and for whom.',
  ...takes('enter'),
  responses: answersOf(jsonOf('ViewerAbout', 'About it.')),
});

const DOCUMENT = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  operationId: 'readDocument',
  summary: 'This document.',
  ...takes('enter'),
  responses: answersOf(jsonOf('Document', 'OpenAPI 3.1.')),
});

/** What is shown, what people say of it, and what is done with runs. */
const READING = ['runs', 'live', 'hierarchies', 'graph', 'labels'] as const;
const LABELLING = ['notes'] as const;
const RUNNING = ['control', 'fork'] as const;

/**
 * Adds what the server says of itself; last, since the document is of all routes.
 *
 * @param options.services null where there are no runs
 */
export function addAboutRoutes(
  app: OpenAPIHono,
  { services, asksToken }: { readonly services: ViewerServices | null; readonly asksToken: boolean },
): void {
  app.openapi(ABOUT, (context) => {
    const user = callerOf(context)?.user ?? null;
    return answer(context, 'ViewerAbout', {
      touchstone: VERSION,
      features: featuresOf(context, services),
      isReadOnly: services?.control === null,
      asksToken,
      folder: services === null ? '' : basename(services.results.path),
      user: user === null ? null : { name: user.name, team: user.team, role: user.role },
    });
  });
  let document: Shape<'Document'> | null = null;
  app.openapi(DOCUMENT, (context) => answer(context, 'Document', (document ??= apiDocument(app))));
}

/** What there is here, and the caller may do. */
function featuresOf(context: Context, services: ViewerServices | null): readonly string[] {
  if (services === null) return [];
  const role = callerOf(context)?.user.role ?? 'runner';
  const mayWrite = services.control !== null;
  return [
    ...READING,
    ...(mayWrite && mayDo(role, 'label') ? LABELLING : []),
    ...(mayWrite && mayDo(role, 'run') ? RUNNING : []),
  ];
}

function apiDocument(app: OpenAPIHono): Shape<'Document'> {
  const { components, ...document } = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Touchstone viewer',
      version: VERSION,
      description: 'What `touchstone view` answers. It may change with any version of Touchstone.',
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }, { session: [] }],
  });
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...components?.schemas, ...shapeSchemas() },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Where the server is reached from elsewhere.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'touchstone-view',
          description:
            'What `POST /api/session` gives for the token; the name goes on with letters of its own.',
        },
      },
    },
  };
}
