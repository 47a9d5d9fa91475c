/** Raised by any change of tables or of what their texts hold: what is in an index of another one is of no use here. */
export const CONTENT_VERSION = 7;
