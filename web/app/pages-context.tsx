import { createContext, useContext, type ReactNode } from 'react';
import type { PageDefinition } from '../pages/page.js';

const PagesContext = createContext<readonly PageDefinition[]>([]);

/** Gives everything inside the pages that the source can fill. */
export function PagesProvider({
  pages,
  children,
}: {
  readonly pages: readonly PageDefinition[];
  readonly children: ReactNode;
}): ReactNode {
  return <PagesContext value={pages}>{children}</PagesContext>;
}

export function usePages(): readonly PageDefinition[] {
  return useContext(PagesContext);
}
