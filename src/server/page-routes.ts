import type { OpenAPIHono } from '@hono/zod-openapi';
import { readViewerFile } from '../app/view/viewer-files.js';
import { failure } from './error-answer.js';

/** Shown where the application was not built, as in a clone of the sources. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Touchstone</title><meta name="color-scheme" content="light dark"></head>
<body>
<h1>The viewer is not built</h1>
<p>This installation lacks the page. From the sources, build it and load this page again:</p>
<pre>npm run build</pre>
<p>The API is here all the same: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</body>
</html>
`;

/** Adds the page and what it loads: files of the built application, which tell nothing of any run. */
export function addPageRoutes(app: OpenAPIHono, folder: string): void {
  app.get('*', async (context, next) => {
    const { path } = context.req;
    if (path.startsWith('/api/')) return await next();
    const name = path === '/' ? 'index.html' : decodedPath(path.slice(1));
    const file = name === null ? null : await readViewerFile(folder, name);
    if (file === null) {
      if (path === '/') return context.html(NOT_BUILT);
      return failure(context, 404, `there is nothing at ${path}`);
    }
    context.header('content-type', file.mediaType);
    context.header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    return context.body(new Uint8Array(file.bytes));
  });
}

function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
