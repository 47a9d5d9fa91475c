import { basename } from 'node:path';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { VERSION } from '../../version.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import { shapeSchemas, type Shape } from '../shapes.js';
import type { ViewerServices } from '../viewer-services.js';

const ABOUT = createRoute({
  method: 'get',
  path: '/api/about',
  operationId: 'about',
  summary: 'What this server is, and what it can do.',
  responses: answersOf(jsonOf('ViewerAbout', 'About it.')),
});

const DOCUMENT = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  operationId: 'readDocument',
  summary: 'This document.',
  responses: answersOf(jsonOf('Document', 'OpenAPI 3.1.')),
});

/** What every server can show; starting, stopping and forking runs, notes and giving labels come where it may be written. */
const FEATURES = ['runs', 'live', 'hierarchies', 'graph', 'labels'] as const;

/** Adds what the server says of itself; last, since the document is of all routes. */
export function addAboutRoutes(app: OpenAPIHono, { results, control }: ViewerServices): void {
  app.openapi(ABOUT, (context) =>
    answer(context, 'ViewerAbout', {
      touchstone: VERSION,
      features: [...FEATURES, ...(control === null ? [] : ['control', 'fork'])],
      isReadOnly: control === null,
      folder: basename(results.path),
    }),
  );
  let document: Shape<'Document'> | null = null;
  app.openapi(DOCUMENT, (context) => answer(context, 'Document', (document ??= apiDocument(app))));
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
