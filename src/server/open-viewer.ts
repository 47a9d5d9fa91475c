import type { OpenAPIHono } from '@hono/zod-openapi';
import { servedHosts } from '../http/served-hosts.js';
import { openViewerServices, type OpenViewerServicesOptions } from './open-viewer-services.js';
import { viewerHealth } from './viewer-health.js';
import { viewerApi, type ViewerApiOptions } from './viewer-api.js';

export interface OpenViewerOptions extends Pick<ViewerApiOptions, 'token' | 'page'> {
  /** That is listened on. */
  readonly host: string;
  /** Further names that requests may be addressed to. */
  readonly servedAs?: readonly string[];
}

/** Opens a folder of runs for one person. Disposing closes it. */
export async function openViewer(
  folder: string,
  services: OpenViewerServicesOptions,
  { host, servedAs, token, page }: OpenViewerOptions,
): Promise<AsyncDisposable & { readonly app: OpenAPIHono }> {
  const opened = await openViewerServices(folder, services);
  const health = await viewerHealth(folder, () => [opened.results]);
  return {
    app: viewerApi(opened, { token, page, health, hosts: servedHosts(host, servedAs) }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
