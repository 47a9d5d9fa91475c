import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import { LIST_TEXTS } from './list-texts.js';

/** How much scanners found, and which of them; nothing where they found nothing. */
export function FindingCount({ findings }: { readonly findings: readonly string[] }): ReactNode {
  const texts = useTexts(LIST_TEXTS);
  if (findings.length === 0) return null;
  const counts = new Map<string, number>();
  for (const name of findings) counts.set(name, (counts.get(name) ?? 0) + 1);
  const words = `${texts.findingCount(findings.length)}: ${[...counts].map(([name, count]) => `${name} × ${count}`).join(', ')}`;
  return (
    <span className="finding-count" title={words}>
      <span aria-hidden="true">{`⚑${findings.length}`}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
