import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ViewerServices } from '../viewer-services.js';
import { addAnimationRoute } from './animation-route.js';
import { addControlRoutes } from './control-routes.js';
import { addEventRoutes } from './event-routes.js';
import { addForkRoutes } from './fork-routes.js';
import { addLabelRoutes } from './label-routes.js';
import { addLiveRoutes } from './live-routes.js';
import { addNoteRoutes } from './note-routes.js';
import { addRunRoutes } from './run-routes.js';
import { addScreenRoutes } from './screen-routes.js';
import { addWorldRoutes } from './world-routes.js';

/** Adds all that is about the runs of one folder; without `control` nothing that writes. */
export function addViewerRoutes(app: OpenAPIHono, services: ViewerServices): void {
  addRunRoutes(app, services);
  addScreenRoutes(app, services);
  addWorldRoutes(app, services);
  addLiveRoutes(app, services);
  addAnimationRoute(app, services);
  addLabelRoutes(app, services);
  addEventRoutes(app, services);
  addForkRoutes(app, services);
  if (services.control === null) return;
  addNoteRoutes(app, services);
  addControlRoutes(app, services.control);
}
