/** A route of the server, for its OpenAPI document and its page. */
export interface GymRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
}

/** Routes of HTTP. Connections are made to `/ws`, `/mcp` and `/batch`. */
export const GYM_ROUTES: readonly GymRoute[] = [
  { method: 'get', path: '/health', summary: 'Whether the server is up' },
  { method: 'get', path: '/metadata', summary: 'What environment this is' },
  { method: 'get', path: '/schema', summary: 'JSON Schemas of action, observation and state' },
  { method: 'post', path: '/reset', summary: 'Begin an episode' },
  { method: 'post', path: '/step', summary: 'Do an action' },
  { method: 'get', path: '/state', summary: 'Where the episode is' },
  { method: 'post', path: '/mcp', summary: 'JSON-RPC 2.0: the actions as tools' },
  { method: 'get', path: '/list_environments', summary: 'Names of the environments' },
  { method: 'get', path: '/{env}/splits', summary: 'Splits of an environment' },
  { method: 'post', path: '/{env}/tasks', summary: 'All tasks of a split' },
  { method: 'post', path: '/{env}/num_tasks', summary: 'How many tasks a split has' },
  { method: 'post', path: '/{env}/task', summary: 'One task by its index' },
  { method: 'post', path: '/{env}/task_range', summary: 'Tasks from start to before stop' },
  { method: 'get', path: '/pictures/{hash}', summary: 'A picture that an observation named' },
];

/** The OpenAPI document, which validators of the protocol ask for. */
export function openApiDocument(): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary } of GYM_ROUTES) {
    paths[path] = { ...paths[path], [method]: operation(method, path, summary) };
  }
  return { openapi: '3.1.0', info: { title: 'OpenEnv Environment HTTP API', version: '1.0.0' }, paths };
}

function operation(method: string, path: string, summary: string): unknown {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const body = { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } };
  return {
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(method === 'post' ? body : {}),
    responses: { 200: { description: 'Done' } },
  };
}

/** A page for people, without scripts. */
export function gymPage(title: string): string {
  const rows = GYM_ROUTES.map(
    ({ method, path, summary }) =>
      `<tr><td>${method.toUpperCase()}</td><td>${path}</td><td>${summary}</td></tr>`,
  );
  const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>
<h1>${name}</h1><p>Sessions: WebSocket <code>/ws</code> (OpenEnv), <code>/mcp</code> (JSON-RPC), <code>/batch</code> (many phones).
Documents: <a href="openapi.json">openapi.json</a>, <a href="schema">schema</a>, <a href="metadata">metadata</a>.</p>
<table>${rows.join('')}</table></body></html>`;
}
