import type { RouteComponent } from '@tanstack/react-router';
import type { Feature } from '../source/viewer-source.js';

/** A page of the application. */
export interface PageDefinition {
  /** Paths in TanStack Router's words, such as `/run/$run/item/$item`. */
  readonly paths: readonly string[];
  /** What the source must be able to do. */
  readonly needs: readonly Feature[];
  readonly component: RouteComponent;
  /** Place in the navigation, with the name of its text; null for pages that others lead to. */
  readonly navigation:
    | 'runs'
    | 'overview'
    | 'tasks'
    | 'episodes'
    | 'compare'
    | 'matrix'
    | 'trends'
    | 'live'
    | 'graph'
    | 'label'
    | null;
}
