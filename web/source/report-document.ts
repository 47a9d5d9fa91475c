/** What is asked of the document that a report file is: its blocks, and whether it has been read to its end. */
export type ReportDocument = Pick<Document, 'readyState' | 'addEventListener' | 'getElementById'>;
