import type { ReportDocument } from './report-document.js';

/** A picture that lies in the report's own file, with the size of what it was made from. */
export interface EmbeddedPicture {
  readonly address: string;
  readonly size: readonly [number, number] | null;
}

/** The picture behind an address such as `#picture-3`; null where the file has no room for it. */
export function embeddedPicture(document: ReportDocument, address: string): EmbeddedPicture | null {
  const block = document.getElementById(address.slice(1));
  if (block === null) return null;
  const [width = 0, height = 0] = (block.getAttribute('data-size') ?? '').split(' ').map(Number);
  return {
    address: `data:image/webp;base64,${block.textContent}`,
    size: width > 0 && height > 0 ? [width, height] : null,
  };
}

/** Whether a picture lies in the file itself. */
export function isEmbedded(address: string): boolean {
  return address.startsWith('#');
}
