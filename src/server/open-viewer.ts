import type { OpenAPIHono } from '@hono/zod-openapi';
import { servedHosts } from '../http/served-hosts.js';
import { openViewerServices, type OpenViewerServicesOptions } from './open-viewer-services.js';
import { viewerApi, type ViewerApiOptions } from './viewer-api.js';

export interface OpenViewerOptions extends Pick<ViewerApiOptions, 'token' | 'page'> {
  /** That is listened on. */
  readonly host: string;
}

/** Opens a folder of runs for one person. Disposing closes it. */
export async function openViewer(
  folder: string,
  services: OpenViewerServicesOptions,
  { host, token, page }: OpenViewerOptions,
): Promise<AsyncDisposable & { readonly app: OpenAPIHono }> {
  const opened = await openViewerServices(folder, services);
  return {
    app: viewerApi(opened, { token, page, hosts: servedHosts(host) }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
