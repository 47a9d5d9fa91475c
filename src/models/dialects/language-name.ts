/** English name of the language of a BCP 47 tag, its region aside: `zh-CN` is Chinese. The tag itself where nobody knows it. */
export function languageName(tag: string): string {
  const [language = tag] = tag.split('-');
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? tag;
  } catch {
    return tag;
  }
}
