/** Languages that pages are written in; apart from the schemas, since the page itself needs it. */
export const REPORT_LANGUAGES = ['en', 'zh'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];
