/** What the page's policy asks of style sheets that scripts add; empty where there is no policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
