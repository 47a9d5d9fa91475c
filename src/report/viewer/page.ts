import type { ReportLanguage } from '../view/report-language.js';
import type { Archive } from './archive.js';
import type { EpisodeRow, ReportModel } from './model.js';
import type { Route } from './route.js';
import type { Strings } from './strings.js';

/** What every page is given. */
export interface Viewer {
  readonly model: ReportModel;
  readonly archive: Archive;
  readonly strings: Strings;
  readonly language: ReportLanguage;
  /** The list that was last on screen: where Esc leads, and what n and p go through. */
  readonly list: LastList;
  /** Opens another page. */
  go(route: Route): void;
  /** Changes the address of the page that is open, so that it can be linked, without a step in the history. */
  note(route: Route): void;
}

export interface LastList {
  route: Extract<Route, { page: 'tasks' | 'episodes' }> | { readonly page: 'overview' };
  rows: readonly EpisodeRow[];
  /** Row that was active, and how far the list was scrolled. */
  active: number;
  scrollTop: number;
}

/** One page on screen. */
export interface Page {
  readonly title: string;
  readonly element: HTMLElement;
  /** Called once the element is in the document. */
  mounted?(): void;
  /** Whether the key meant something here. */
  onKey?(event: KeyboardEvent): boolean;
  /** Whether the page could show this route without being made anew. */
  accepts?(route: Route): boolean;
  dispose?(): void;
}
